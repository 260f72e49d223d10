import { sha256Hex } from '#libs/crypto';
import { badSignature, malformed } from '#libs/kernel';
import { parseShopDomain, QUERY_HMAC_SECONDS, type QueryHmacVerdict, verifyQueryHmac } from '#libs/platform-a-client';
import type { PlatformAConfig } from '../../config/app-config.js';
import type { SingleUse } from '../customer-sso/proof.js';

type Refusal = Exclude<QueryHmacVerdict['outcome'], 'ok'>;

const REFUSALS: Readonly<Record<Refusal, string>> = {
  missing: 'The query has no hmac.',
  malformed: 'The hmac or the timestamp of the query has no usable form, or a parameter is given twice.',
  mismatch: 'The hmac does not fit the query.',
  stale: 'The query is rightly signed, but its timestamp is too far from now.',
};

/** The shop that a query names, in lower case; 400 for everything that is not exactly one accepted domain. */
export function shopOf(params: URLSearchParams, { shopSuffixes }: PlatformAConfig): string {
  const [given, ...more] = params.getAll('shop');
  const shop = more.length === 0 ? parseShopDomain(given, shopSuffixes) : undefined;
  if (shop !== undefined) return shop;
  throw malformed('invalid_shop', 'shop must be the domain of a store, such as my-shop.myshopify.com.');
}

/**
 * The signature of a query that platform A signed just now; 401 for any other query. `mayBeUnsigned` lets a query without
 * an hmac pass, which answers undefined.
 */
export function requireSignature(
  rawQuery: string,
  { clientSecrets }: PlatformAConfig,
  { now, mayBeUnsigned }: { readonly now: Date; readonly mayBeUnsigned: boolean },
): SingleUse | undefined {
  const verdict = verifyQueryHmac(rawQuery, clientSecrets, { now });
  if (verdict.outcome === 'ok') return signatureOf(verdict.params);
  if (verdict.outcome === 'missing' && mayBeUnsigned) return undefined;
  throw badSignature(REFUSALS[verdict.outcome]);
}

function signatureOf(params: URLSearchParams): SingleUse {
  const staleAt = (Number(params.get('timestamp')) + QUERY_HMAC_SECONDS) * 1_000;
  return { hash: sha256Hex(params.get('hmac') ?? ''), expiresAt: new Date(staleAt) };
}
