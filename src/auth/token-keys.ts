import { createSecretKey, type KeyObject } from 'node:crypto';
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
export function keyFor(token: string, secrets: Secrets): KeyObject {
  const keyId = claimedKeyId(token);
  const secret =
    secrets.find((one) => knownKey(one).id === keyId) ??
    secrets.find((one) => readHmacJwt(token, [one], [ALGORITHM]).outcome === 'ok') ??
    secrets[0];
  return knownKey(secret).key;
}

interface KnownKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** Of the secrets of the configuration. */
const knownKeys = new Map<string, KnownKey>();

/** A secret as text would be parsed as a public key in each request, which takes longer than the verification. */
function knownKey(secret: string): KnownKey {
  const known = knownKeys.get(secret) ?? { id: keyIdOf(secret), key: createSecretKey(secret, 'utf8') };
  knownKeys.set(secret, known);
  return known;
}
