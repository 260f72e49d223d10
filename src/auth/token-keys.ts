import { claimedKeyId, hmacSha256, readHmacJwt } from '#libs/crypto';
import type { Secrets } from '../config/app-config.js';
import { ALGORITHM } from './token-rules.js';

/** The key id (`kid`) in the header of tokens that the secret signs. It reveals nothing about the secret. */
export const keyIdOf = (secret: string): string =>
  hmacSha256(secret, 'rekindle/kid').subarray(0, 9).toString('base64url');

/**
 * The secret to verify the token with: the one that its `kid` names, else, for tokens that were signed elsewhere, the
 * one that verifies it. A token that no secret has signed fails with any of them.
 */
export function keyFor(token: string, secrets: Secrets): string {
  const keyId = claimedKeyId(token);
  return (
    secrets.find((secret) => keyIdOf(secret) === keyId) ??
    secrets.find((secret) => readHmacJwt(token, [secret], [ALGORITHM]).outcome === 'ok') ??
    secrets[0]
  );
}
