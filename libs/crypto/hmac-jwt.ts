import { createHmac } from 'node:crypto';

import { timingSafeEqualBytes } from './hmac.js';

/** The claims of a token; their types are not checked. */
export type JwtClaims = Readonly<Record<string, unknown>>;

export type HmacJwtVerdict =
  | { outcome: 'ok'; claims: JwtClaims }
  /** Not three parts, another algorithm, critical extensions, not JSON objects, or not canonically encoded. */
  | { outcome: 'malformed' }
  | { outcome: 'mismatch' };

const DIGEST = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' } as const;

export type HmacAlgorithm = keyof typeof DIGEST;

/** Far longer than any token of ours or of a platform. */
const MAX_LENGTH = 16 * 1024;

/**
 * Verifies the form and the signature of a compact JWT (RFC 7519) and returns its claims. The caller has to check
 * issuer, audience and times.
 *
 * A signature that is not canonical base64url is refused, although lenient decoders would accept it: otherwise one
 * token would have several texts, and a check for a repeated text would miss a repeated token. The claims are decoded
 * only after the signature is verified.
 * @param secrets their UTF-8 bytes are the keys; newest first, so that the usual case needs one digest
 * @param algorithms the accepted algorithms; the header only selects one of them
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
  // A reader must support every extension that `crit` names (RFC 7515, 4.1.11). We support none.
  if (!algorithm || !head || 'crit' in head) return { outcome: 'malformed' };
  const given = Buffer.from(signature, 'base64url');
  const digest = (secret: string): Buffer =>
    createHmac(DIGEST[algorithm], secret).update(`${header}.${payload}`).digest();
  if (!secrets.some((secret) => timingSafeEqualBytes(digest(secret), given))) return { outcome: 'mismatch' };
  const claims = readObject(payload);
  return claims ? { outcome: 'ok', claims } : { outcome: 'malformed' };
}

/** The `kid` of a token's header: an unverified hint at the key. */
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
