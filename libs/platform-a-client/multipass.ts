import { createDecipheriv, createHash } from 'node:crypto';

import { hmacSha256, sha256Hex, timingSafeEqualBytes } from '#libs/crypto';

/** The claims of a store's own site about a customer who has logged in there. */
export interface MultipassClaims {
  /** As the site wrote it. Nobody else has verified the address. */
  email: string;
  createdAt: Date;
  /** Hex hash of the token, the same for each spelling of its base64. For the detection of replays. */
  tokenHash: string;
  /** From this time on the token is refused as stale. */
  staleAt: Date;
}

export type MultipassVerdict =
  | { outcome: 'ok'; claims: MultipassClaims }
  /** Not the base64 of a token, or a validly signed token without a usable email and time. */
  | { outcome: 'malformed' }
  | { outcome: 'mismatch' }
  /** Validly signed, but its time is too far from now. */
  | { outcome: 'stale' };

const BLOCK = 16;
const SIGNATURE = 32;
const MAX_AGE_SECONDS = 15 * 60;
/** Long enough for all fields and several postal addresses. */
const LONGEST_TOKEN = 16 * 1024;
const LONGEST_EMAIL = 320;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;

/**
 * Reads a Multipass token: URL-safe base64, padded or not, of IV, AES-128-CBC ciphertext and HMAC-SHA256 over both. The
 * keys are the halves of the secret's SHA-256. Nothing is decrypted before the signature is verified.
 * @param secret the store's Multipass secret
 * @param maxAgeSeconds the largest distance of the token's time from now, in both directions; the platform uses 15
 *   minutes
 */
export function verifyMultipass(
  token: string,
  secret: string,
  { now, maxAgeSeconds = MAX_AGE_SECONDS }: { now: Date; maxAgeSeconds?: number },
): MultipassVerdict {
  const bytes = decode(token);
  if (!bytes) return { outcome: 'malformed' };
  const keys = createHash('sha256').update(secret).digest();
  const sealed = bytes.subarray(0, -SIGNATURE);
  const signature = hmacSha256(keys.subarray(BLOCK), sealed);
  if (!timingSafeEqualBytes(signature, bytes.subarray(-SIGNATURE))) return { outcome: 'mismatch' };
  const claims = read(decrypt(sealed, keys.subarray(0, BLOCK)));
  if (!claims) return { outcome: 'malformed' };
  const { email, createdAt } = claims;
  if (Math.abs(now.getTime() - createdAt.getTime()) > maxAgeSeconds * 1000) return { outcome: 'stale' };
  const staleAt = new Date(createdAt.getTime() + maxAgeSeconds * 1000 + 1);
  return { outcome: 'ok', claims: { email, createdAt, staleAt, tokenHash: sha256Hex(bytes) } };
}

function decode(token: string): Buffer | undefined {
  if (token.length > LONGEST_TOKEN || !/^[\w-]+={0,2}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  const isWhole = bytes.length >= 2 * BLOCK + SIGNATURE && (bytes.length - SIGNATURE) % BLOCK === 0;
  return isWhole ? bytes : undefined;
}

function decrypt(sealed: Buffer, key: Buffer): string | undefined {
  const decipher = createDecipheriv('aes-128-cbc', key, sealed.subarray(0, BLOCK));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(BLOCK)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function read(text: string | undefined): Pick<MultipassClaims, 'email' | 'createdAt'> | undefined {
  const { email, created_at: at } = parseObject(text);
  if (typeof email !== 'string' || !isAddress(email) || typeof at !== 'string' || !TIME.test(at)) return undefined;
  const createdAt = new Date(at);
  return Number.isNaN(createdAt.getTime()) ? undefined : { email, createdAt };
}

function parseObject(text = ''): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Accepts one email address, without characters that a search or a header would interpret. */
const isAddress = (text: string): boolean =>
  text.length <= LONGEST_EMAIL && /^[^\s"'\\<>,;:()@]+@[^\s"'\\<>,;:()@]+$/.test(text);
