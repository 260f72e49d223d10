import { createHash } from 'node:crypto';
import { malformed } from '#libs/kernel';
import type { Caller } from '../auth/token-rules.js';
import { type KeyedRequest, NOBODY } from './idempotency.repository.js';

const LONGEST_KEY = 255;

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
}

/** What makes two requests the same; undefined where the caller gave no key, 400 where the key can't be one. */
export function keyedRequest(request: Request, caller: Caller | undefined): KeyedRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST' || !caller) return undefined;
  if (typeof key !== 'string' || key.length === 0 || key.length > LONGEST_KEY) {
    throw malformed('malformed_idempotency_key', `Idempotency-Key must have 1 to ${LONGEST_KEY} characters.`);
  }
  const path = request.url.split('?')[0] ?? request.url;
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(request.body ?? {}))
    .digest('hex');
  return { ...ownerOf(caller), route: `${request.method} ${path}`, key, bodyHash };
}

/** Module tokens change by the hour: their key belongs to module R of the retailer, and survives the change. */
function ownerOf(caller: Caller): Pick<KeyedRequest, 'retailerId' | 'caller'> {
  if (caller.kind === 'admin') return { retailerId: NOBODY, caller: `admin ${caller.subject}` };
  const { kind, retailerId } = caller;
  if (kind === 'module') return { retailerId, caller: kind };
  return { retailerId, caller: `${kind} ${kind === 'customer' ? caller.customerId : caller.subject}` };
}

/** Answers that a repeat would get again. A conflict or a limit may have passed by then, and our faults must not stay. */
export const isFinal = (status: number): boolean => status < 500 && status !== 409 && status !== 429;
