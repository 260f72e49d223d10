import {
  type Page,
  type PageRequest,
  type PlatformAGraphql,
  readCustomersPage,
  readOrdersPage,
  readProductsPage,
} from '#libs/platform-a-client';
import type { BackfillResource } from '#libs/queue';
import type { BackfillPage } from '../backfills/backfill-runner.js';
import type { CommerceRecord } from '../commerce/records.js';
import type { BackfillPlace } from '../retailers/backfill.repository.js';
import { mapAdminCustomer, mapAdminOrder, mapAdminProduct } from './admin.mapper.js';

type Reader = (graphql: PlatformAGraphql, from: PageRequest) => Promise<BackfillPage<CommerceRecord>>;

const READERS: Readonly<Record<BackfillResource, Reader>> = {
  customers: async (graphql, from) => mapped(await readCustomersPage(graphql, from), mapAdminCustomer),
  products: async (graphql, from) => mapped(await readProductsPage(graphql, from), mapAdminProduct),
  orders: async (graphql, from) => mapped(await readOrdersPage(graphql, from), mapAdminOrder),
};

/** Reads the page at the place, in our words. */
export const readBackfillPage = (
  graphql: PlatformAGraphql,
  { resource, cursor }: Pick<BackfillPlace, 'resource' | 'cursor'>,
): Promise<BackfillPage<CommerceRecord>> => READERS[resource](graphql, { after: cursor });

const mapped = <T>({ items, next }: Page<T>, map: (item: T) => CommerceRecord[]): BackfillPage<CommerceRecord> => ({
  records: items.flatMap(map),
  items: items.length,
  next,
});
