import { createHash } from 'node:crypto';
import { malformed, NO_RETAILER } from '#libs/kernel';
import { Readable } from 'node:stream';
import type { Caller } from '../auth/token-rules.js';
import type { KeyedRequest } from './idempotency.repository.js';

const LONGEST_KEY = 255;

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
}

/**
 * What identifies a request. Undefined if the caller sent no key; 400 if the key is malformed. A route that streams its
 * body keeps the key itself, because the hash of the body is known only at its end.
 */
export function keyedRequest(request: Request, caller: Caller | undefined): KeyedRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST' || !caller || request.body instanceof Readable) return undefined;
  if (typeof key !== 'string' || key.length === 0 || key.length > LONGEST_KEY) {
    throw malformed('malformed_idempotency_key', `Idempotency-Key must have 1 to ${LONGEST_KEY} characters.`);
  }
  const path = request.url.split('?')[0] ?? request.url;
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(request.body ?? {}))
    .digest('hex');
  return { ...ownerOf(caller), route: `${request.method} ${path}`, key, bodyHash };
}

/** A key of module R belongs to the retailer and not to a token: tokens are replaced every few hours. */
function ownerOf(caller: Caller): Pick<KeyedRequest, 'retailerId' | 'caller'> {
  if (caller.kind === 'admin') return { retailerId: NO_RETAILER, caller: `admin ${caller.subject}` };
  const { kind, retailerId } = caller;
  if (kind === 'module') return { retailerId, caller: kind };
  return { retailerId, caller: `${kind} ${kind === 'customer' ? caller.customerId : caller.subject}` };
}

/** Whether a repeated request gets the same answer. Conflicts, limits and our own faults may be gone by then. */
export const isFinal = (status: number): boolean => status < 500 && status !== 409 && status !== 429;
