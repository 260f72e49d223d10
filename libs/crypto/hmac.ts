import { createHmac, hash, timingSafeEqual } from 'node:crypto';

const SHA256_BYTES = 32;
/** 32 bytes in base64 are 44 characters, the last of them padding. */
const SHA256_BASE64_LENGTH = 44;

/** HMAC-SHA256 of bytes, or of text as UTF-8. Returns 32 bytes. */
export function hmacSha256(key: string | Uint8Array, data: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

/** SHA-256 in lower-case hex of bytes, or of text as UTF-8. */
export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** Compares bytes in a time that depends only on the lengths. */
export function timingSafeEqualBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Compares the UTF-8 bytes of two texts in a time that depends only on the lengths. */
export function timingSafeEqualText(a: string, b: string): boolean {
  return timingSafeEqualBytes(Buffer.from(a), Buffer.from(b));
}

/** Decodes a SHA-256 in canonical base64; undefined for any other text. */
function readSha256(base64: string): Buffer | undefined {
  if (base64.length !== SHA256_BASE64_LENGTH) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  // Node's decoder skips unknown characters. Encoding the result again shows whether it has read all of them.
  return bytes.length === SHA256_BYTES && bytes.toString('base64') === base64 ? bytes : undefined;
}

/** Whether the text has the form of a base64 HMAC-SHA256. */
export const isBase64Hmac = (signature: string): boolean => readSha256(signature) !== undefined;

/**
 * Whether `signature` is the base64 HMAC-SHA256 of `body` under one of `secrets` (newest first, so that the usual
 * case needs one digest). A signature that is not the canonical base64 of 32 bytes is refused without a digest.
 */
export function verifyBase64Hmac(secrets: readonly string[], body: Buffer, signature: string): boolean {
  const given = readSha256(signature);
  return given !== undefined && secrets.some((secret) => timingSafeEqual(hmacSha256(secret, body), given));
}
