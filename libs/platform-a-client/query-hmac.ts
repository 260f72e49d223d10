import { hmacSha256, timingSafeEqualText } from '#libs/crypto';

/** Pairs of a query, decoded. */
export type QueryPairs = Iterable<readonly [name: string, value: string]>;

export type QueryHmacVerdict =
  | { outcome: 'ok'; params: URLSearchParams }
  /** No `hmac` at all: on the install page this is a merchant who typed a shop, everywhere else a refusal. */
  | { outcome: 'missing' }
  /** Broken encoding, a parameter given twice, a signature or timestamp of another form. */
  | { outcome: 'malformed' }
  | { outcome: 'mismatch' }
  /** Rightly signed, but not now. */
  | { outcome: 'stale' };

/** How far a signed timestamp may be from now, in both directions; the platform's own libraries take as much. */
export const QUERY_HMAC_SECONDS = 90;

export interface FreshnessOptions {
  now: Date;
  /** Default QUERY_HMAC_SECONDS. */
  maxAgeSeconds?: number;
}

/**
 * The text that platform A signs for a query: every pair but `hmac` and `signature`, sorted by name, in form encoding
 * with a space as `%20` (as the official library does since version 14; 13 and before wrote `+`).
 */
export function canonicalQuery(pairs: QueryPairs): string {
  const signed = [...pairs].filter(([name]) => name !== 'hmac' && name !== 'signature');
  signed.sort(([a], [b]) => a.localeCompare(b, 'en'));
  const form = new URLSearchParams();
  for (const [name, value] of signed) form.append(name, value);
  return form.toString().replaceAll('+', '%20');
}

/** The query with its `hmac`, as platform A sends it: for simulators and tests. */
export function signQuery(params: Record<string, string>, secret: string): string {
  const text = canonicalQuery(Object.entries(params));
  return `${text}&hmac=${queryHmac(text, secret)}`;
}

/**
 * Checks the `hmac` of a query that came through platform A: signature first, then freshness.
 * @param rawQuery as received, without the question mark; every parameter is signed, known to us or not
 * @param secrets current one first, then those still accepted after a rotation
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

/** A name that is given twice would be read by one party as the first and by another as the last; lists are `ids[]`. */
function hasRepeats(params: URLSearchParams): boolean {
  const names = [...params.keys()].filter((name) => !name.endsWith('[]'));
  return new Set(names).size !== names.length;
}
