import { fieldsOf } from './claims.js';
import { LARGEST_PAGE, readAllV2, readAllV3, readByChange, readV2Page, readV3Page } from './paging.js';
import type { Page, PageRequest } from './paging.js';
import { PlatformBError } from './platform-b-error.js';
import type { PlatformBRest } from './rest.js';
import type {
  WireCustomer,
  WireOrder,
  WireOrderCoupon,
  WireOrderProduct,
  WireProduct,
  WireRefund,
  WireStore,
} from './wire-types.js';

/** All addresses are built here. A URL from an answer is never called. */

/** The store's own record. @throws {PlatformBError} also `wrong_store`, where the answer belongs to another store */
export async function readStore(rest: PlatformBRest, storeHash: string): Promise<WireStore> {
  const store = await rest.call('GET', '/v2/store');
  if (fieldsOf(store)['id'] === storeHash) return store as WireStore;
  throw new PlatformBError('bad_answer', 'the answer of platform B is not this store', { code: 'wrong_store' });
}

/** The time of the platform. The cheapest call, so it also serves to test a token. */
export async function readTime(rest: PlatformBRest): Promise<Date> {
  const { time } = fieldsOf(await rest.call('GET', '/v2/time'));
  if (typeof time === 'number') return new Date(time * 1000);
  throw new PlatformBError('bad_answer', 'the answer of platform B is not a time');
}

/** The order as it is now; undefined where the store does not have it. */
export async function readOrder(rest: PlatformBRest, orderId: string): Promise<WireOrder | undefined> {
  const order = await orUndefined(rest.call('GET', `/v2/orders/${encodeURIComponent(orderId)}`));
  if (order === undefined) return undefined;
  const { id, status_id: statusId } = fieldsOf(order);
  if (String(id) === orderId && typeof statusId === 'number') return order as WireOrder;
  throw new PlatformBError('bad_answer', 'the answer of platform B is not this order');
}

/** All lines of an order; none where the order no longer exists. */
export async function readOrderProducts(rest: PlatformBRest, orderId: string): Promise<WireOrderProduct[]> {
  const path = `/v2/orders/${encodeURIComponent(orderId)}/products`;
  return (await orUndefined(readAllV2<WireOrderProduct>(rest, path))) ?? [];
}

/** The coupons of an order; none where the order no longer exists. */
export async function readOrderCoupons(rest: PlatformBRest, orderId: string): Promise<WireOrderCoupon[]> {
  const path = `/v2/orders/${encodeURIComponent(orderId)}/coupons`;
  return (await orUndefined(readAllV2<WireOrderCoupon>(rest, path))) ?? [];
}

/** All refunds of an order. Only orders with mayHaveRefunds(status) need this call. */
export async function readOrderRefunds(rest: PlatformBRest, orderId: string): Promise<WireRefund[]> {
  const path = `/v3/orders/${encodeURIComponent(orderId)}/payment_actions/refunds`;
  return (await orUndefined(readAllV3<WireRefund>(rest, path))) ?? [];
}

/** The refunds of many orders, which are those with mayHaveRefunds(status). Undefined where the list is missing. */
export async function readRefundsOfOrders(
  rest: PlatformBRest,
  orderIds: readonly string[],
): Promise<WireRefund[] | undefined> {
  if (orderIds.length === 0) return [];
  return orUndefined(
    readAllV3<WireRefund>(rest, '/v3/orders/payment_actions/refunds', { 'order_id:in': orderIds.join(',') }),
  );
}

/** Orders without their lines, or with `withLines` as nestedLines finds them. */
export async function readOrdersPage(
  rest: PlatformBRest,
  request: PageRequest & { readonly withLines?: boolean } = {},
): Promise<Page<WireOrder>> {
  return readByChange(request, async ({ since, page }) => {
    const query = { limit: request.pageSize ?? LARGEST_PAGE, page, sort: 'date_modified:asc' };
    const items = await readV2Page<WireOrder>(rest, '/v2/orders', {
      ...query,
      min_date_modified: since?.toISOString(),
      include: request.withLines ? 'consignments.line_items' : undefined,
    });
    return { items, isLast: false };
  });
}

/** The number of records in a collection; undefined where the platform does not say it. */
export async function countRecords(
  rest: PlatformBRest,
  resource: 'customers' | 'products' | 'orders',
): Promise<number | undefined> {
  if (resource === 'orders') return wholeNumber(fieldsOf(await rest.call('GET', '/v2/orders/count'))['count']);
  const path = resource === 'customers' ? '/v3/customers' : '/v3/catalog/products';
  const { meta } = fieldsOf(await rest.call('GET', path, { limit: 1 }));
  return wholeNumber(fieldsOf(fieldsOf(meta)['pagination'])['total']);
}

const wholeNumber = (value: unknown): number | undefined => {
  const number = Number(typeof value === 'string' || typeof value === 'number' ? value : Number.NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};

export async function readCustomersPage(rest: PlatformBRest, request: PageRequest = {}): Promise<Page<WireCustomer>> {
  return readByChange(request, async ({ since, page }) =>
    readV3Page<WireCustomer>(rest, '/v3/customers', {
      limit: request.pageSize ?? LARGEST_PAGE,
      page,
      include: 'addresses',
      sort: 'date_modified:asc',
      'date_modified:min': since?.toISOString(),
    }),
  );
}

/** undefined where the store has no customer with this id. */
export async function readCustomer(rest: PlatformBRest, customerId: string): Promise<WireCustomer | undefined> {
  const { items } = await readV3Page<WireCustomer>(rest, '/v3/customers', {
    'id:in': customerId,
    include: 'addresses',
  });
  return items.find(({ id }) => String(id) === customerId);
}

export async function readProductsPage(rest: PlatformBRest, request: PageRequest = {}): Promise<Page<WireProduct>> {
  return readByChange(request, async ({ since, page }) =>
    readV3Page<WireProduct>(rest, '/v3/catalog/products', {
      limit: request.pageSize ?? LARGEST_PAGE,
      page,
      include: 'primary_image',
      sort: 'date_modified',
      direction: 'asc',
      'date_modified:min': since?.toISOString(),
    }),
  );
}

/** The result of the read; undefined for a 404, which means that the record does not exist. */
export async function orUndefined<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof PlatformBError && error.kind === 'not_found') return undefined;
    throw error;
  }
}
