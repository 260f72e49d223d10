import {
  mayHaveRefunds,
  type PlatformBRest,
  readOrder,
  readOrderCoupons,
  readOrderProducts,
  readOrderRefunds,
  readRefundsOfOrders,
  nestedCodes,
  nestedLines,
  type WireOrder,
  type WireRefund,
} from '#libs/platform-b-client';
import { mayHaveCoupons, type WholeOrder } from '../mapping/order.mapper.js';

/** What is known of a store before one of its orders is read. */
export interface CouponHabits {
  /** See `mayHaveCoupons`. */
  readonly shipsFree: boolean;
}

/** The present order with its lines, refunds and coupons; undefined where the store no longer has it. */
export async function readWholeOrder(
  rest: PlatformBRest,
  orderId: string,
  habits: CouponHabits,
): Promise<WholeOrder | undefined> {
  const order = await readOrder(rest, orderId);
  return order && completeOrder(rest, order, habits);
}

/** Adds the lines, refunds and coupons, which the body of an order lacks. */
async function completeOrder(rest: PlatformBRest, order: WireOrder, { shipsFree }: CouponHabits): Promise<WholeOrder> {
  const orderId = String(order.id);
  const lines = await readOrderProducts(rest, orderId);
  const refunds = mayHaveRefunds(order.status_id) ? await readOrderRefunds(rest, orderId) : [];
  const coupons = mayHaveCoupons(order, shipsFree) ? await readOrderCoupons(rest, orderId) : undefined;
  return { order, lines, refunds, coupons };
}

/**
 * Completes the orders of a page that was read with its lines. It costs one call more for the refunds of the whole
 * page, and calls for single orders only where their lines are not whole or don't explain the discount.
 */
export async function completeOrders(
  rest: PlatformBRest,
  orders: readonly WireOrder[],
  { shipsFree }: CouponHabits,
): Promise<WholeOrder[]> {
  const refundsOf = await refundsByOrder(rest, orders);
  const wholes: WholeOrder[] = [];
  for (const order of orders) {
    const orderId = String(order.id);
    const lines = nestedLines(order) ?? (await readOrderProducts(rest, orderId));
    const refunds = await refundsOf(order);
    if (!mayHaveCoupons(order, shipsFree)) {
      wholes.push({ order, lines, refunds });
      continue;
    }
    const codes = shipsFree ? undefined : nestedCodes(order, lines);
    const coupons = codes?.map((code) => ({ code })) ?? (await readOrderCoupons(rest, orderId));
    wholes.push({ order, lines, refunds, coupons });
  }
  return wholes;
}

type RefundsOf = (order: WireOrder) => Promise<readonly WireRefund[]>;

async function refundsByOrder(rest: PlatformBRest, orders: readonly WireOrder[]): Promise<RefundsOf> {
  const ids = orders.filter(({ status_id: status }) => mayHaveRefunds(status)).map(({ id }) => String(id));
  const wanted = new Set(ids);
  const listed = await readRefundsOfOrders(rest, ids);
  return async ({ id }) => {
    if (!wanted.has(String(id))) return [];
    if (!listed) return readOrderRefunds(rest, String(id));
    return listed.filter((refund) => String(refund.order_id) === String(id));
  };
}
