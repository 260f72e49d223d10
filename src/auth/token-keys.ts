import { claimedKeyId, hmacSha256, readHmacJwt } from '#libs/crypto';
import type { Secrets } from '../config/app-config.js';
import { ALGORITHM } from './token-rules.js';

/** Names a key in the header (`kid`) of the tokens that it signs, and says nothing of the key itself. */
export const keyIdOf = (secret: string): string =>
  hmacSha256(secret, 'rekindle/kid').subarray(0, 9).toString('base64url');

/**
 * The one of the secrets to check the token with: the one that its `kid` names, or else the one that has signed it, for
 * tokens of other makers. One that none has signed fails with any of them.
 */
export function keyFor(token: string, secrets: Secrets): string {
  const keyId = claimedKeyId(token);
  return (
    secrets.find((secret) => keyIdOf(secret) === keyId) ??
    secrets.find((secret) => readHmacJwt(token, [secret], [ALGORITHM]).outcome === 'ok') ??
    secrets[0]
  );
}
