import { createHash } from 'node:crypto';
import { malformed } from '#libs/kernel';
import { type KeyedRequest, NOBODY } from './idempotency.repository.js';

const LONGEST_KEY = 255;

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
}

/** What makes two requests the same; undefined where the caller gave no key, 400 where the key can't be one. */
export function keyedRequest(request: Request, retailerId: string | undefined): KeyedRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST') return undefined;
  if (typeof key !== 'string' || key.length === 0 || key.length > LONGEST_KEY) {
    throw malformed('malformed_idempotency_key', `Idempotency-Key must have 1 to ${LONGEST_KEY} characters.`);
  }
  const path = request.url.split('?')[0] ?? request.url;
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(request.body ?? {}))
    .digest('hex');
  return { retailerId: retailerId ?? NOBODY, route: `${request.method} ${path}`, key, bodyHash };
}

/** Answers that a repeat would get again. A conflict or a limit may have passed by then, and our faults must not stay. */
export const isFinal = (status: number): boolean => status < 500 && status !== 409 && status !== 429;
