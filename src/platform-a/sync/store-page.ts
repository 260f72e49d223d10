import {
  type Page,
  type PageRequest,
  PlatformAError,
  type PlatformAGraphql,
  readCustomersPage,
  readOrdersPage,
  readProductsPage,
} from '#libs/platform-a-client';
import type { BackfillResource } from '../../jobs/payloads.js';
import type { CommerceRecord } from '../../commerce/model/records.js';
import type { StorePage, StorePlace } from '../../stores/store-connector.js';
import { readEach } from '../../stores/unreadable.js';
import { mapAdminCustomer, mapAdminOrder, mapAdminProduct } from '../mapping/admin.mapper.js';

const NOTHING: StorePage = { records: [], unreadable: [], items: 0, next: null };

type Reader = (graphql: PlatformAGraphql, from: PageRequest) => Promise<StorePage>;

const READERS: Readonly<Record<BackfillResource, Reader>> = {
  customers: async (graphql, from) => mapped(await readCustomersPage(graphql, from), mapAdminCustomer),
  products: async (graphql, from) => mapped(await readProductsPage(graphql, from), mapAdminProduct),
  orders: async (graphql, from) => mapped(await readOrdersPage(graphql, from), mapAdminOrder),
};

/**
 * Reads and maps the page at the place. Empty where the scope is missing; the retailer's missing scopes name it, and a
 * new grant reads everything again.
 */
export const readStorePage = (graphql: PlatformAGraphql, { resource, cursor, since }: StorePlace): Promise<StorePage> =>
  READERS[resource](graphql, { after: cursor, ...(since ? { updatedSince: since } : {}) }).catch(nothingToRead);

function nothingToRead(error: unknown): StorePage {
  if (error instanceof PlatformAError && error.code === 'ACCESS_DENIED') return NOTHING;
  throw error;
}

const mapped = <T extends { readonly id: string }>(
  { items, next }: Page<T>,
  map: (item: T) => CommerceRecord[],
): StorePage => ({
  ...readEach(items, map),
  items: items.length,
  next,
});
