import { hmacSha256, timingSafeEqualText } from '#libs/crypto';

/** The decoded pairs of a query. */
export type QueryPairs = Iterable<readonly [name: string, value: string]>;

export type QueryHmacVerdict =
  | { outcome: 'ok'; params: URLSearchParams }
  /**
   * The query has no `hmac`. On the install page the merchant may have typed a shop; other routes refuse such a query.
   */
  | { outcome: 'missing' }
  /** A broken encoding, a duplicate parameter, or a malformed signature or timestamp. */
  | { outcome: 'malformed' }
  | { outcome: 'mismatch' }
  /** Validly signed, but the timestamp is too far from now. */
  | { outcome: 'stale' };

/** The largest distance of a signed timestamp from now, in both directions, as in the platform's own libraries. */
export const QUERY_HMAC_SECONDS = 90;

export interface FreshnessOptions {
  now: Date;
  /** Default QUERY_HMAC_SECONDS. */
  maxAgeSeconds?: number;
}

/**
 * The text that platform A signs for a query: every pair except `hmac` and `signature`, sorted by name, in form
 * encoding. A space is `%20`, as in the official library since version 14; earlier versions wrote `+`.
 */
export function canonicalQuery(pairs: QueryPairs): string {
  const signed = [...pairs].filter(([name]) => name !== 'hmac' && name !== 'signature');
  signed.sort(([a], [b]) => a.localeCompare(b, 'en'));
  const form = new URLSearchParams();
  for (const [name, value] of signed) form.append(name, value);
  return form.toString().replaceAll('+', '%20');
}

/** The query with its `hmac`, as platform A sends it. For simulators and tests. */
export function signQuery(params: Record<string, string>, secret: string): string {
  const text = canonicalQuery(Object.entries(params));
  return `${text}&hmac=${queryHmac(text, secret)}`;
}

/**
 * Verifies the `hmac` of a query: first the signature, then the age.
 * @param rawQuery as received, without the question mark; the signature covers unknown parameters too
 * @param secrets the current secret first, then those that are still accepted after a rotation
 */
export function verifyQueryHmac(
  rawQuery: string,
  secrets: readonly string[],
  { now, maxAgeSeconds = QUERY_HMAC_SECONDS }: FreshnessOptions,
): QueryHmacVerdict {
  if (!isDecodable(rawQuery)) return { outcome: 'malformed' };
  const params = new URLSearchParams(rawQuery);
  const hmac = params.get('hmac');
  if (hmac === null) return { outcome: 'missing' };
  const timestamp = params.get('timestamp') ?? '';
  if (!/^[0-9a-f]{64}$/.test(hmac) || !/^\d{1,12}$/.test(timestamp) || hasRepeats(params)) {
    return { outcome: 'malformed' };
  }
  const text = canonicalQuery(params);
  if (!secrets.some((secret) => timingSafeEqualText(queryHmac(text, secret), hmac))) return { outcome: 'mismatch' };
  const age = Math.abs(Math.trunc(now.getTime() / 1000) - Number(timestamp));
  return age <= maxAgeSeconds ? { outcome: 'ok', params } : { outcome: 'stale' };
}

function queryHmac(text: string, secret: string): string {
  return hmacSha256(secret, text).toString('hex');
}

function isDecodable(rawQuery: string): boolean {
  try {
    decodeURIComponent(rawQuery);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a name occurs twice: some readers would use the first value and others the last. Lists, written as `ids[]`,
 * may repeat.
 */
function hasRepeats(params: URLSearchParams): boolean {
  const names = [...params.keys()].filter((name) => !name.endsWith('[]'));
  return new Set(names).size !== names.length;
}
