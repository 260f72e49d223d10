import type { AdminShop } from '#libs/platform-a-client';
import type { StoreRecord } from '../../stores/installations.service.js';
import { storeSenderOf } from '../../retailers/store-sender.js';
import { storefrontUrlOf } from '../../retailers/storefront.js';

/**
 * A store's own record in our words. `baseUrl` is the address at which we call the store. Where that is plain http a
 * simulator stands in for the store, and the links of emails lead to the simulator as well.
 */
export function mapStoreRecord(shop: AdminShop, baseUrl: string): StoreRecord {
  const { id, name, currencyCode, ianaTimezone, primaryDomain, contactEmail, shopAddress } = shop;
  const isSimulated = baseUrl.startsWith('http:');
  const own = isSimulated ? undefined : storefrontUrlOf(primaryDomain?.url, { mayBeHttp: false });
  // Without a street it is no address that a letter could be sent to.
  const address = shopAddress?.address1?.trim() ? shopAddress.formatted : undefined;
  return {
    storeId: /\/(\d+)$/.exec(id ?? '')?.[1] ?? null,
    name,
    currency: currencyCode,
    timeZone: ianaTimezone,
    storefrontUrl: own ?? storefrontUrlOf(baseUrl, { mayBeHttp: isSimulated }) ?? null,
    sender: storeSenderOf({ name, email: contactEmail, address }),
  };
}
