import type { WireStore } from '#libs/platform-b-client';
import { languageTag } from '../../commerce/model/language-tag.js';
import { Unreadable } from '../../stores/unreadable.js';
import type { StoreRecord } from '../../stores/installations.service.js';
import { storeSenderOf } from '../../retailers/store-sender.js';
import { storefrontUrlOf } from '../../retailers/storefront.js';
import { textOf } from './wire-values.js';

/** Maps a store's own record. A simulated store, which is called over plain http, may have an http storefront. */
export function mapStoreRecord(wire: WireStore, apiBaseUrl: string): StoreRecord {
  const currency = textOf(wire.currency);
  if (!currency) throw new Unreadable('store', 'has no currency');
  const name = textOf(wire.name) ?? wire.id;
  return {
    storeId: null,
    name,
    currency,
    timeZone: textOf(wire.timezone?.name) ?? 'UTC',
    language: languageTag(wire.language) ?? null,
    storefrontUrl: storefrontUrlOf(wire.secure_url, { mayBeHttp: apiBaseUrl.startsWith('http:') }) ?? null,
    sender: storeSenderOf({ name, email: wire.order_email, address: wire.address, country: wire.country_code }),
  };
}
