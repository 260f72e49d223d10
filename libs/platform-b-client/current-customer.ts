import { readHmacJwt, sha256Hex } from '#libs/crypto';
import type { JwtClaims } from '#libs/crypto';

import { DEFAULT_SKEW_SECONDS, fieldsOf, isAudience, positiveId, seconds, textOrNull } from './claims.js';
import { parseStoreHash } from './store-hash.js';

/** A shopper who is signed in on the storefront. */
export interface CurrentCustomer {
  storeHash: string;
  customer: { id: string; email: string; groupId: string | null };
  issuedAt: Date;
  expiresAt: Date;
  /** Identifies the token, which has no id of its own. Keep it until expiresAt + skew. */
  replayKey: string;
}

export type CurrentCustomerVerdict =
  | { outcome: 'ok'; current: CurrentCustomer }
  | { outcome: 'malformed' }
  | { outcome: 'mismatch' }
  /** Validly signed with our secret, but not a shopper's token: an admin's, ours, or another app's. */
  | { outcome: 'wrong_kind' }
  | { outcome: 'stale' };

export interface CurrentCustomerOptions {
  clientId: string;
  /** Newest first. */
  clientSecrets: readonly string[];
  now: Date;
  /** Default 60. */
  skewSeconds?: number;
}

const LIFETIME_SECONDS = 900;
/**
 * Accepts one `@` between two parts, without characters that could split a header. It does not validate the address.
 */
const PLAUSIBLE_EMAIL = /^[^\s@<>",;]{1,64}@[^\s@<>",;]{1,255}$/;

/**
 * Verifies the JWT of the storefront's `/customer/current.jwt`. The platform documents HS256 and sends HS512, so both
 * are accepted. `application_id` is ignored, because it differs from the audience in the platform's own sample.
 */
export function verifyCurrentCustomer(token: string, options: CurrentCustomerOptions): CurrentCustomerVerdict {
  const read = readHmacJwt(token, options.clientSecrets, ['HS256', 'HS512']);
  if (read.outcome !== 'ok') return read;
  if (!isForShoppers(read.claims, options.clientId)) return { outcome: 'wrong_kind' };
  const current = readCurrent(read.claims, token);
  if (!current) return { outcome: 'malformed' };
  return isTimely(current, options) ? { outcome: 'ok', current } : { outcome: 'stale' };
}

function isForShoppers(claims: JwtClaims, clientId: string): boolean {
  const storeHash = parseStoreHash(claims['sub']);
  return (
    claims['iss'] === 'bc/apps' &&
    claims['operation'] === 'current_customer' &&
    isAudience(claims['aud'], clientId) &&
    storeHash !== undefined &&
    storeHash === claims['store_hash']
  );
}

function readCurrent(claims: JwtClaims, token: string): CurrentCustomer | undefined {
  const { id, email, group_id: groupId } = fieldsOf(claims['customer']);
  const [customerId, storeHash] = [positiveId(id), parseStoreHash(claims['sub'])];
  const [issued, expires] = [seconds(claims['iat']), seconds(claims['exp'])];
  if (!storeHash || !customerId || typeof email !== 'string' || !PLAUSIBLE_EMAIL.test(email)) return undefined;
  if (issued === undefined || expires === undefined) return undefined;
  return {
    storeHash,
    customer: { id: customerId, email, groupId: textOrNull(groupId) },
    issuedAt: new Date(issued * 1000),
    expiresAt: new Date(expires * 1000),
    replayKey: sha256Hex(token),
  };
}

/**
 * Whether the token is valid now. A longer lifetime than documented is refused, because the token would outlive the
 * record of its use.
 */
function isTimely({ issuedAt, expiresAt }: CurrentCustomer, options: CurrentCustomerOptions): boolean {
  const { now, skewSeconds = DEFAULT_SKEW_SECONDS } = options;
  const [at, issued, expires] = [now.getTime() / 1000, issuedAt.getTime() / 1000, expiresAt.getTime() / 1000];
  return (
    expires > at - skewSeconds &&
    issued <= at + skewSeconds &&
    expires - issued <= LIFETIME_SECONDS + skewSeconds &&
    at - issued <= LIFETIME_SECONDS + skewSeconds
  );
}
