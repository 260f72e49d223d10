import { readHmacJwt } from '#libs/crypto';
import type { JwtClaims } from '#libs/crypto';

import { DEFAULT_SKEW_SECONDS, isAudience, readStoreUser, seconds } from './claims.js';
import { verifyLegacySignedPayload } from './legacy-signed-payload.js';
import type { SignedPayload, SignedPayloadOptions, SignedPayloadVerdict } from './signed-payload-types.js';
import { parseStoreContext } from './store-hash.js';

/** The query of a callback, as the framework parsed it. */
export interface SignedPayloadQuery {
  signed_payload_jwt?: unknown;
  signed_payload?: unknown;
}

/**
 * Verifies the query of a load, uninstall or remove_user callback.
 *
 * Where the query has a JWT, the JWT alone counts. Otherwise an invalid JWT could be replaced by the older form, which
 * has no audience.
 * @param options `legacy` accepts the older `signed_payload`, which the platform's pages dropped in 2022
 */
export function verifySignedPayloadQuery(
  query: SignedPayloadQuery,
  options: SignedPayloadOptions & { legacy: boolean },
): SignedPayloadVerdict {
  const { signed_payload_jwt: jwt, signed_payload: older } = query;
  if (jwt !== undefined) {
    return typeof jwt === 'string' ? verifySignedPayloadJwt(jwt, options) : { outcome: 'malformed' };
  }
  if (older === undefined || !options.legacy) return { outcome: 'missing' };
  return typeof older === 'string' ? verifyLegacySignedPayload(older, options) : { outcome: 'malformed' };
}

/**
 * Verifies a `signed_payload_jwt`. Accepts HS256 only. Checks every claim that differs from those of other tokens under
 * the same secret: a shopper's token (issuer bc/apps, bare store hash, operation) and ours (issuer is the client id).
 */
function verifySignedPayloadJwt(token: string, options: SignedPayloadOptions): SignedPayloadVerdict {
  const read = readHmacJwt(token, options.clientSecrets, ['HS256']);
  if (read.outcome !== 'ok') return read;
  const { claims } = read;
  if (!isForAdmins(claims, options.clientId)) return { outcome: 'wrong_kind' };
  const payload = readPayload(claims);
  if (!payload) return { outcome: 'malformed' };
  return isTimely(payload, claims, options) ? { outcome: 'ok', payload } : { outcome: 'stale' };
}

function isForAdmins(claims: JwtClaims, clientId: string): boolean {
  const isShoppers = claims['operation'] !== undefined || claims['customer'] !== undefined;
  return (
    claims['iss'] === 'bc' &&
    isAudience(claims['aud'], clientId) &&
    parseStoreContext(claims['sub']) !== undefined &&
    !isShoppers
  );
}

function readPayload(claims: JwtClaims): SignedPayload | undefined {
  const { sub, jti, url, channel_id: channelId } = claims;
  const storeHash = parseStoreContext(sub);
  const user = readStoreUser(claims['user']);
  const [issued, expires] = [seconds(claims['iat']), seconds(claims['exp'])];
  const hasId = typeof jti === 'string' && /^[\x21-\x7e]{1,128}$/.test(jti);
  if (!storeHash || !user || !hasId || issued === undefined || expires === undefined) return undefined;
  const owner = readStoreUser(claims['owner']) ?? null;
  return {
    form: 'jwt',
    storeHash,
    user,
    owner,
    isOwner: user.id === owner?.id,
    url: typeof url === 'string' && url !== '' ? url : '/',
    channelId: typeof channelId === 'number' ? String(channelId) : null,
    issuedAt: new Date(issued * 1000),
    expiresAt: new Date(expires * 1000),
    replayKey: jti,
  };
}

function isTimely({ issuedAt, expiresAt }: SignedPayload, claims: JwtClaims, options: SignedPayloadOptions): boolean {
  const { now, skewSeconds = DEFAULT_SKEW_SECONDS, maxAgeSeconds = Number.POSITIVE_INFINITY } = options;
  const notBefore = claims['nbf'] === undefined ? 0 : seconds(claims['nbf']);
  const [at, skew] = [now.getTime(), skewSeconds * 1000];
  return (
    notBefore !== undefined &&
    notBefore * 1000 <= at + skew &&
    issuedAt.getTime() <= at + skew &&
    expiresAt.getTime() > at - skew &&
    issuedAt.getTime() >= at - maxAgeSeconds * 1000 - skew
  );
}
