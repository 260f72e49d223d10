import {
  type AdminCustomer,
  type AdminOrder,
  type BulkPage,
  bulkOrder,
  bulkProduct,
  type PlatformAGraphql,
  readBulkPages,
  readOrder,
} from '#libs/platform-a-client';
import type { BackfillResource } from '../../jobs/payloads.js';
import type { StorePage } from '../../stores/store-connector.js';
import { readEach } from '../../stores/unreadable.js';
import type { OpenStore } from '../client/store.client.js';
import { mapAdminCustomer, mapAdminOrder, mapAdminProduct } from '../mapping/admin.mapper.js';

/** Small, because orders that arrive meanwhile wait for the page that is being written. */
const PAGE_SIZE = 200;
/** More orders in a page than these, which have to be read singly, are read page by page. */
const MOST_LATE = 100;

export interface ReadBulkPage {
  readonly read: Omit<StorePage, 'next'>;
  /** The byte of the next page; null at the end. */
  readonly next: number | null;
}

/** The pages of a result file; `ungrouped` where its lines have an order in which they can't be put together. */
export async function* bulkPages(
  { graphql }: OpenStore,
  resource: BackfillResource,
  pieces: AsyncIterable<Buffer>,
  from: number,
): AsyncGenerator<ReadBulkPage | 'ungrouped'> {
  for await (const page of readBulkPages(pieces, from, PAGE_SIZE)) {
    const { groups, late, next } = page;
    if (late.length > (resource === 'orders' ? MOST_LATE : 0)) return yield 'ungrouped';
    yield { read: { ...(await READERS[resource](graphql, page)), items: groups.length }, next };
  }
}

type Read = Omit<StorePage, 'next' | 'items'>;
type Reader = (graphql: PlatformAGraphql, page: BulkPage) => Read | Promise<Read>;

const READERS: Readonly<Record<BackfillResource, Reader>> = {
  customers: (_graphql, { groups }) =>
    readEach(
      groups.map(({ root }) => root as unknown as AdminCustomer),
      mapAdminCustomer,
    ),
  products: (_graphql, { groups }) => readEach(groups.map(bulkProduct), mapAdminProduct),
  orders: async (graphql, page) => readEach(await ordersOf(graphql, page), mapAdminOrder),
};

/** Orders whose lines came late, or whose refunds don't add up, are read singly. */
async function ordersOf(graphql: PlatformAGraphql, { groups, late }: BulkPage): Promise<AdminOrder[]> {
  const orders: AdminOrder[] = [];
  for (const group of groups) {
    const order = bulkOrder(group) ?? (await single(graphql, group.root.id));
    if (order) orders.push(order);
  }
  for (const id of late) {
    const order = await single(graphql, id);
    if (order) orders.push(order);
  }
  return orders;
}

const single = (graphql: PlatformAGraphql, id: string): Promise<AdminOrder | null> =>
  readOrder(graphql, id.slice(id.lastIndexOf('/') + 1));
