import type {
  AdminCustomer,
  AdminOrder,
  AdminProduct,
  AdminRefund,
  AdminShop,
  AdminTransaction,
} from './admin-types.js';
import type { PlatformAGraphql } from './graphql.js';
import { PlatformAError } from './platform-a-error.js';
import {
  CUSTOMERS,
  LARGEST_PAGE,
  ORDER,
  ORDER_LINE_ITEMS,
  ORDER_REFUNDS,
  ORDERS,
  PAGE_SIZES,
  PRODUCTS,
  REFUND_TRANSACTIONS,
  SHOP,
  SHOP_WITHOUT_LANGUAGE,
} from './operations.js';
import { collectPages, nextCursor } from './paging.js';
import type { Connection } from './paging.js';

/** The place in a list, which is sorted by the time of change. */
export interface PageRequest {
  /** `next` of the previous page; null or missing for the first page. */
  after?: string | null;
  /** Limits the list to changes at this time or later. */
  updatedSince?: Date;
  /** Smaller pages than usual, for tests. */
  pageSize?: number;
}

export interface Page<T> {
  items: T[];
  /** The cursor of the next page, to be saved with the items of this page; null after the last page. */
  next: string | null;
}

type LineItem = AdminOrder['lineItems'][number];
type RefundNode = Omit<AdminRefund, 'transactions'> & { transactions: Connection<AdminTransaction> };
type OrderNode = Omit<AdminOrder, 'lineItems' | 'refunds'> & { lineItems: Connection<LineItem>; refunds: RefundNode[] };

export async function readShop(graphql: PlatformAGraphql): Promise<AdminShop> {
  const read = async (query: string): Promise<AdminShop> => (await graphql.query<{ shop: AdminShop }>(query)).shop;
  try {
    return await read(SHOP);
  } catch (error) {
    if (!(error instanceof PlatformAError && error.kind === 'bad_answer')) throw error;
    return read(SHOP_WITHOUT_LANGUAGE);
  }
}

export async function readCustomersPage(
  graphql: PlatformAGraphql,
  page: PageRequest = {},
): Promise<Page<AdminCustomer>> {
  const variables = pageVariables(page, PAGE_SIZES.customers);
  const { customers } = await graphql.query<{ customers: Connection<AdminCustomer> }>(CUSTOMERS, variables);
  return { items: customers.nodes, next: nextCursor(customers) };
}

export async function readProductsPage(graphql: PlatformAGraphql, page: PageRequest = {}): Promise<Page<AdminProduct>> {
  const variables = pageVariables(page, PAGE_SIZES.products);
  const { products } = await graphql.query<{ products: Connection<AdminProduct> }>(PRODUCTS, variables);
  return { items: products.nodes, next: nextCursor(products) };
}

/**
 * Orders with all their line items and refunds. Orders with more of them than fit into the page cost further queries.
 */
export async function readOrdersPage(graphql: PlatformAGraphql, page: PageRequest = {}): Promise<Page<AdminOrder>> {
  const variables = pageVariables(page, PAGE_SIZES.orders);
  const { orders } = await graphql.query<{ orders: Connection<OrderNode> }>(ORDERS, variables);
  const items: AdminOrder[] = [];
  // One after the other, because they share one rate limit.
  for (const node of orders.nodes) items.push(await completeOrder(graphql, node));
  return { items, next: nextCursor(orders) };
}

/**
 * One order as it is now; null where the store does not have it, or no longer has it.
 * @param id the platform's number in digits
 * @throws {PlatformAError}
 */
export async function readOrder(graphql: PlatformAGraphql, id: string): Promise<AdminOrder | null> {
  const { order } = await graphql.query<{ order: OrderNode | null }>(ORDER, { id: `gid://shopify/Order/${id}` });
  return order && completeOrder(graphql, order);
}

function pageVariables({ after = null, updatedSince, pageSize }: PageRequest, usual: number) {
  return {
    first: pageSize ?? usual,
    after,
    // The search syntax takes whole seconds. Rounding down repeats records instead of missing some.
    query: updatedSince ? `updated_at:>='${updatedSince.toISOString().replace(/\.\d+Z$/, 'Z')}'` : null,
  };
}

async function completeOrder(graphql: PlatformAGraphql, node: OrderNode): Promise<AdminOrder> {
  const { id } = node;
  const lineItems = await collectPages(async (after) => {
    const variables = { id, first: PAGE_SIZES.lineItems, after };
    const { order } = await graphql.query<{ order: Pick<OrderNode, 'lineItems'> | null }>(ORDER_LINE_ITEMS, variables);
    return order?.lineItems;
  }, node.lineItems);
  return { ...node, lineItems, refunds: await completeRefunds(graphql, node) };
}

type ListedRefund = Omit<RefundNode, 'transactions'> & Partial<Pick<RefundNode, 'transactions'>>;

async function completeRefunds(graphql: PlatformAGraphql, node: OrderNode): Promise<AdminRefund[] | null> {
  const listed = await allRefunds(graphql, node);
  if (!listed) return null;
  const refunds: AdminRefund[] = [];
  for (const refund of listed) refunds.push(await completeRefund(graphql, refund));
  return refunds;
}

/**
 * All refunds of an order. A second query reads them where the order's own list may have been cut off. The result is
 * null where the second answer lacks a refund of the first: a missing refund would go unnoticed.
 */
async function allRefunds(graphql: PlatformAGraphql, { id, refunds }: OrderNode): Promise<ListedRefund[] | null> {
  if (refunds.length < PAGE_SIZES.refundsOfAnOrder) return refunds;
  const variables = { id, first: LARGEST_PAGE };
  const { order } = await graphql.query<{ order: { refunds: ListedRefund[] } | null }>(ORDER_REFUNDS, variables);
  // The order was deleted meanwhile, so nothing more can be read.
  if (!order) return refunds;
  const listed = new Map(order.refunds.map((refund) => [refund.id, refund]));
  if (!refunds.every((refund) => listed.has(refund.id))) return null;
  for (const refund of refunds) listed.set(refund.id, refund);
  return [...listed.values()];
}

async function completeRefund(graphql: PlatformAGraphql, refund: ListedRefund): Promise<AdminRefund> {
  const { id, createdAt } = refund;
  let isKnown = true;
  const transactions = await collectPages(async (after) => {
    const variables = { id, first: PAGE_SIZES.refundTransactions, after };
    const data = await graphql.query<{ refund: Pick<RefundNode, 'transactions'> | null }>(
      REFUND_TRANSACTIONS,
      variables,
    );
    isKnown &&= data.refund !== null;
    return data.refund?.transactions;
  }, refund.transactions);
  return { id, createdAt, transactions: isKnown ? transactions : null };
}
