import { badSignature, malformed } from '#libs/kernel';
import { parseShopDomain, type QueryHmacVerdict, verifyQueryHmac } from '#libs/platform-a-client';
import type { PlatformAConfig } from '../config/app-config.js';

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

/** Refuses (401) a query that platform A did not sign just now; `mayBeUnsigned` lets one without an hmac pass. */
export function requireSignature(
  rawQuery: string,
  { clientSecrets }: PlatformAConfig,
  { now, mayBeUnsigned }: { readonly now: Date; readonly mayBeUnsigned: boolean },
): void {
  const { outcome } = verifyQueryHmac(rawQuery, clientSecrets, { now });
  if (outcome === 'ok' || (outcome === 'missing' && mayBeUnsigned)) return;
  throw badSignature(REFUSALS[outcome]);
}
