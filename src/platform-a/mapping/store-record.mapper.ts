import type { AdminShop } from '#libs/platform-a-client';
import { languageTag } from '../../commerce/model/language-tag.js';
import type { StoreRecord } from '../../stores/installations.service.js';
import { storeSenderOf } from '../../retailers/store-sender.js';
import { storefrontUrlOf } from '../../retailers/storefront.js';

/**
 * Maps a store's own record. `baseUrl` is the address at which we call the store. Plain http means that a simulator
 * replaces the store; then the links of emails lead to the simulator too.
 */
export function mapStoreRecord(shop: AdminShop, baseUrl: string): StoreRecord {
  const { id, name, currencyCode, ianaTimezone, primaryDomain, contactEmail, shopAddress } = shop;
  const isSimulated = baseUrl.startsWith('http:');
  const own = isSimulated ? undefined : storefrontUrlOf(primaryDomain?.url, { mayBeHttp: false });
  // An address without a street is not a postal address.
  const address = shopAddress?.address1?.trim() ? shopAddress.formatted : undefined;
  return {
    storeId: /\/(\d+)$/.exec(id ?? '')?.[1] ?? null,
    name,
    currency: currencyCode,
    timeZone: ianaTimezone,
    language: languageTag(primaryDomain?.localization?.defaultLocale) ?? null,
    storefrontUrl: own ?? storefrontUrlOf(baseUrl, { mayBeHttp: isSimulated }) ?? null,
    sender: storeSenderOf({ name, email: contactEmail, address, country: shopAddress?.countryCodeV2 }),
  };
}
