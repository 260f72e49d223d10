import {
  type Page,
  type PageRequest,
  type PlatformAGraphql,
  readCustomersPage,
  readOrdersPage,
  readProductsPage,
} from '#libs/platform-a-client';
import type { BackfillResource } from '#libs/queue';
import type { CommerceRecord } from '../commerce/records.js';
import type { BackfillPlace } from '../retailers/backfill.repository.js';
import { mapAdminCustomer, mapAdminOrder, mapAdminProduct } from './admin.mapper.js';

export interface BackfillPage {
  readonly records: readonly CommerceRecord[];
  /** How many of the store's records are in the page; each may become several of ours. */
  readonly items: number;
  /** The place of the next page; null after the last one. */
  readonly next: string | null;
}

type Reader = (graphql: PlatformAGraphql, from: PageRequest) => Promise<BackfillPage>;

const READERS: Readonly<Record<BackfillResource, Reader>> = {
  customers: async (graphql, from) => mapped(await readCustomersPage(graphql, from), mapAdminCustomer),
  products: async (graphql, from) => mapped(await readProductsPage(graphql, from), mapAdminProduct),
  orders: async (graphql, from) => mapped(await readOrdersPage(graphql, from), mapAdminOrder),
};

/** Reads the page at the place, in our words. */
export const readBackfillPage = (
  graphql: PlatformAGraphql,
  { resource, cursor }: Pick<BackfillPlace, 'resource' | 'cursor'>,
): Promise<BackfillPage> => READERS[resource](graphql, { after: cursor });

const mapped = <T>({ items, next }: Page<T>, map: (item: T) => CommerceRecord[]): BackfillPage => ({
  records: items.flatMap(map),
  items: items.length,
  next,
});
