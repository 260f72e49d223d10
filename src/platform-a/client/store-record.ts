import { readShop } from '#libs/platform-a-client';
import type { StoreRecord } from '../../retailers/installations.service.js';
import type { OpenStore } from './store.client.js';
import { mapStoreRecord } from '../mapping/store-record.mapper.js';

/** What the store says about itself. */
export async function readStoreRecord({ graphql, baseUrl }: OpenStore): Promise<StoreRecord> {
  return mapStoreRecord(await readShop(graphql), baseUrl);
}
