import { randomBytes } from 'node:crypto';

const ACCEPTED = /^[\w.-]{1,64}$/;
const prefix = randomBytes(6).toString('base64url');
let count = 0;

/**
 * The caller's `x-request-id` where it is harmless (1..64 letters, digits, `.`, `_`, `-`), otherwise a new id. A new id
 * is a random prefix of the process and a counter: the intake needs one for every delivery, and this is cheap.
 */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED.test(header) ? header : newRequestId();
}

export const newRequestId = (): string => `${prefix}-${(count++).toString(36)}`;
