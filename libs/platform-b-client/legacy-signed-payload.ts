import { hmacSha256, sha256Hex, timingSafeEqualText } from '#libs/crypto';

import { DEFAULT_SKEW_SECONDS, fieldsOf, readStoreUser } from './claims.js';
import type { SignedPayload, SignedPayloadOptions, SignedPayloadVerdict } from './signed-payload-types.js';
import { parseStoreContext } from './store-hash.js';

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const MAX_LENGTH = 8 * 1024;
/** The payload has no expiry of its own, so it gets that of the present JWT. */
const LIFETIME_SECONDS = 86_400;

/**
 * Verifies the older `signed_payload`: `base64(json).base64(mac)`, where the mac is the lower-case hex text of the
 * HMAC-SHA256 of the JSON bytes. Both alphabets of base64 occur, and padding is optional.
 *
 * The replay key is derived from the JSON bytes and not from the parameter, which has many spellings.
 */
export function verifyLegacySignedPayload(parameter: string, options: SignedPayloadOptions): SignedPayloadVerdict {
  const parts = parameter.length > MAX_LENGTH ? [] : parameter.split('.');
  const [json = '', mac = ''] = parts;
  if (parts.length !== 2 || !BASE64.test(json) || !BASE64.test(mac)) return { outcome: 'malformed' };
  // Node's decoder accepts both alphabets.
  const bytes = Buffer.from(json, 'base64');
  const given = Buffer.from(mac, 'base64').toString('latin1');
  const isSigned = options.clientSecrets.some((secret) =>
    timingSafeEqualText(hmacSha256(secret, bytes).toString('hex'), given),
  );
  if (!isSigned) return { outcome: 'mismatch' };
  const payload = readPayload(bytes);
  if (!payload) return { outcome: 'malformed' };
  return isTimely(payload, options) ? { outcome: 'ok', payload } : { outcome: 'stale' };
}

function readPayload(bytes: Buffer): SignedPayload | undefined {
  const { user: person, owner: possessor, context, store_hash: hash, timestamp } = readJson(bytes);
  const storeHash = parseStoreContext(context);
  const user = readStoreUser(person);
  const disagrees = hash !== undefined && hash !== storeHash;
  if (!storeHash || disagrees || !user || typeof timestamp !== 'number' || !(timestamp > 0)) return undefined;
  const owner = readStoreUser(possessor) ?? null;
  const issuedAt = new Date(timestamp * 1000);
  if (Number.isNaN(issuedAt.getTime())) return undefined;
  return {
    form: 'legacy',
    storeHash,
    user,
    owner,
    isOwner: user.id === owner?.id,
    url: '/',
    channelId: null,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + LIFETIME_SECONDS * 1000),
    replayKey: sha256Hex(bytes),
  };
}

function isTimely({ issuedAt, expiresAt }: SignedPayload, options: SignedPayloadOptions): boolean {
  const { now, skewSeconds = DEFAULT_SKEW_SECONDS, maxAgeSeconds = LIFETIME_SECONDS } = options;
  const [at, skew] = [now.getTime(), skewSeconds * 1000];
  return (
    issuedAt.getTime() <= at + skew &&
    expiresAt.getTime() > at &&
    issuedAt.getTime() >= at - maxAgeSeconds * 1000 - skew
  );
}

function readJson(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(bytes.toString('utf8')));
  } catch {
    return {};
  }
}
