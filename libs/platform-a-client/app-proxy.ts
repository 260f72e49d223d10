import { hmacSha256, timingSafeEqualText } from '#libs/crypto';

import type { FreshnessOptions, QueryPairs } from './query-hmac.js';
import { parseShopDomain } from './shop-domain.js';

export type AppProxySignatureVerdict =
  | { outcome: 'ok'; params: URLSearchParams; signature: string; timestamp: Date }
  /** A missing, duplicate or malformed signature or timestamp, or a broken encoding. */
  | { outcome: 'malformed' }
  | { outcome: 'mismatch' }
  /** Validly signed, but the timestamp is too far from now. */
  | { outcome: 'stale' };

/** The visitor of the store's pages, as the platform names them. */
export interface AppProxyVisitor {
  /** The store's domain, lower case. */
  shop: string;
  /** The platform's id in digits; null for a visitor who is not logged in. */
  customerId: string | null;
  /** Lower-case hex. Identifies the request, for the detection of replays. */
  signature: string;
  /** From this time on the request is refused as stale. */
  staleAt: Date;
}

export type AppProxyVerdict =
  { outcome: 'ok'; visitor: AppProxyVisitor } | { outcome: 'malformed' | 'mismatch' | 'stale' };

const KNOWN: ReadonlySet<string> = new Set(['shop', 'logged_in_customer_id', 'path_prefix', 'timestamp', 'signature']);
const MAX_AGE_SECONDS = 90;

/**
 * The `signature` of a request that the store's app proxy forwards: lower-case hex HMAC-SHA256 over every other
 * parameter as `name=value`, sorted and without separators. The values of a repeated name are joined by commas.
 */
export function appProxySignature(pairs: QueryPairs, secret: string): string {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    if (name !== 'signature') values.set(name, [...(values.get(name) ?? []), value]);
  }
  const parts = [...values].map(([name, all]) => `${name}=${all.join(',')}`).sort();
  return hmacSha256(secret, parts.join('')).toString('hex');
}

/**
 * Verifies the signature and the age. It proves nothing alone, because it accepts any parameters; see `verifyAppProxy`.
 */
export function verifyAppProxySignature(
  rawQuery: string,
  secrets: readonly string[],
  { now, maxAgeSeconds = MAX_AGE_SECONDS }: FreshnessOptions,
): AppProxySignatureVerdict {
  const params = decode(rawQuery);
  const signature = params && only(params, 'signature');
  const seconds = params && only(params, 'timestamp');
  if (!params || !signature || !seconds) return { outcome: 'malformed' };
  if (!/^[0-9a-f]{64}$/.test(signature) || !/^\d{1,12}$/.test(seconds)) return { outcome: 'malformed' };
  const isSignedWith = (secret: string): boolean => timingSafeEqualText(appProxySignature(params, secret), signature);
  if (!secrets.some(isSignedWith)) return { outcome: 'mismatch' };
  const age = Math.abs(Math.trunc(now.getTime() / 1000) - Number(seconds));
  if (age > maxAgeSeconds) return { outcome: 'stale' };
  return { outcome: 'ok', params, signature, timestamp: new Date(Number(seconds) * 1000) };
}

/**
 * Reads the visitor of a forwarded request. The signed text has no separators, so `a=1` with `b=2` has the signature of
 * `a=1b=2`. So only the platform's own parameters are accepted, each once and in a form that cannot contain another
 * one. The method and the body are not signed.
 * @param rawQuery as received, without the question mark
 * @param secrets the current secret first, then those that are still accepted after a rotation
 * @param shopSuffixes see parseShopDomain
 */
export function verifyAppProxy(
  rawQuery: string,
  secrets: readonly string[],
  { shopSuffixes, ...freshness }: FreshnessOptions & { shopSuffixes: readonly string[] },
): AppProxyVerdict {
  const verdict = verifyAppProxySignature(rawQuery, secrets, freshness);
  if (verdict.outcome !== 'ok') return verdict;
  const { params, signature, timestamp } = verdict;
  const shop = parseShopDomain(only(params, 'shop'), shopSuffixes);
  const customerId = only(params, 'logged_in_customer_id');
  const names = [...params.keys()];
  const isKnown = names.length === new Set(names).size && names.every((name) => KNOWN.has(name));
  if (!isKnown || shop === undefined || customerId === undefined) return { outcome: 'malformed' };
  const pathPrefix = params.get('path_prefix') ?? '/';
  if (!/^\d{0,20}$/.test(customerId) || !/^\/[\w/.~-]*$/.test(pathPrefix)) return { outcome: 'malformed' };
  const staleAt = new Date(timestamp.getTime() + ((freshness.maxAgeSeconds ?? MAX_AGE_SECONDS) + 1) * 1000);
  return { outcome: 'ok', visitor: { shop, customerId: customerId === '' ? null : customerId, signature, staleAt } };
}

function decode(rawQuery: string): URLSearchParams | undefined {
  try {
    decodeURIComponent(rawQuery);
    return new URLSearchParams(rawQuery);
  } catch {
    return undefined;
  }
}

/** The value of a parameter that occurs exactly once. */
function only(params: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = params.getAll(name);
  return more.length === 0 ? value : undefined;
}
