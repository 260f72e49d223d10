import { randomBytes } from 'node:crypto';

/** An unguessable token in lower-case hex: 32 bytes (the default) give 64 characters. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('hex');
}
