import { createHmac } from 'node:crypto';

import { timingSafeEqualBytes } from './hmac.js';

/** The claims of a token, of no type that anybody has checked. */
export type JwtClaims = Readonly<Record<string, unknown>>;

export type HmacJwtVerdict =
  | { outcome: 'ok'; claims: JwtClaims }
  /** Not a token of three parts, another algorithm, critical extensions, not JSON objects, or no canonical encoding. */
  | { outcome: 'malformed' }
  | { outcome: 'mismatch' };

const DIGEST = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' } as const;

export type HmacAlgorithm = keyof typeof DIGEST;

/** Far above any token of ours or of a platform. */
const MAX_LENGTH = 16 * 1024;

/**
 * Checks the form and the signature of a compact JWT (RFC 7519) and returns its claims, of which nothing is judged
 * here: issuer, audience and times are the caller's.
 *
 * A signature in another than the canonical base64url is refused, although lenient decoders read the same bytes from
 * it: else one token would have many texts, and whoever counts uses by the text would count each as new. The claims
 * are decoded only once the signature fits.
 * @param secrets taken as their UTF-8 bytes; newest first, so that the usual case takes one digest
 * @param algorithms what the caller accepts; the header only chooses among them
 */
export function readHmacJwt(
  token: string,
  secrets: readonly string[],
  algorithms: readonly HmacAlgorithm[],
): HmacJwtVerdict {
  const [header = '', payload = '', signature = '', ...more] = token.length > MAX_LENGTH ? [] : token.split('.');
  if (more.length > 0 || ![header, payload, signature].every(isCanonicalBase64url)) return { outcome: 'malformed' };
  const head = readObject(header);
  const algorithm = algorithms.find((one) => one === head?.['alg']);
  // What `crit` names has to be understood (RFC 7515, 4.1.11), and we know no extensions.
  if (!algorithm || !head || 'crit' in head) return { outcome: 'malformed' };
  const given = Buffer.from(signature, 'base64url');
  const digest = (secret: string): Buffer =>
    createHmac(DIGEST[algorithm], secret).update(`${header}.${payload}`).digest();
  if (!secrets.some((secret) => timingSafeEqualBytes(digest(secret), given))) return { outcome: 'mismatch' };
  const claims = readObject(payload);
  return claims ? { outcome: 'ok', claims } : { outcome: 'malformed' };
}

/** The `kid` that a token's header claims: a hint at the key, which proves nothing. */
export function claimedKeyId(token: string): string | undefined {
  const [header = ''] = token.slice(0, MAX_LENGTH).split('.');
  const keyId = readObject(header)?.['kid'];
  return typeof keyId === 'string' ? keyId : undefined;
}

function isCanonicalBase64url(text: string): boolean {
  return text !== '' && Buffer.from(text, 'base64url').toString('base64url') === text;
}

function readObject(part: string): JwtClaims | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
