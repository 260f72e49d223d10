import { type PlatformAGraphql, readShop } from '#libs/platform-a-client';
import type { StoreRecord } from '../retailers/installations.service.js';

/** What the store says about itself. */
export async function readStoreRecord(graphql: PlatformAGraphql): Promise<StoreRecord> {
  const { id, name, currencyCode: currency, ianaTimezone: timeZone } = await readShop(graphql);
  return { storeId: /\/(\d+)$/.exec(id)?.[1] ?? null, name, currency, timeZone };
}
