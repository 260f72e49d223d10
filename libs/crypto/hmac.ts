import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const SHA256_BYTES = 32;
/** 32 bytes in base64 are 44 characters, the last of them padding. */
const SHA256_BASE64_LENGTH = 44;

/** HMAC-SHA256; text is taken as UTF-8. Returns 32 bytes. */
export function hmacSha256(key: string | Uint8Array, data: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

/** SHA-256 in lower-case hex; text is taken as UTF-8. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Compares in a time that depends on the lengths only. */
export function timingSafeEqualBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Compares two texts by their UTF-8 bytes in a time that depends on the lengths only. */
export function timingSafeEqualText(a: string, b: string): boolean {
  return timingSafeEqualBytes(Buffer.from(a), Buffer.from(b));
}

/**
 * Whether `signature` is the base64 HMAC-SHA256 of `body` under one of `secrets` (newest first, so that the usual
 * case takes one digest). Anything but the canonical base64 of 32 bytes is refused before a digest is made.
 */
export function verifyBase64Hmac(secrets: readonly string[], body: Buffer, signature: string): boolean {
  if (signature.length !== SHA256_BASE64_LENGTH) return false;
  const given = Buffer.from(signature, 'base64');
  // Node's decoder skips what it does not know; only the encoding of what it read tells whether it read everything.
  if (given.length !== SHA256_BYTES || given.toString('base64') !== signature) return false;
  return secrets.some((secret) => timingSafeEqual(hmacSha256(secret, body), given));
}
