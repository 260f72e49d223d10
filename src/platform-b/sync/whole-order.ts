import {
  mayHaveRefunds,
  type PlatformBRest,
  readOrder,
  readOrderCoupons,
  readOrderProducts,
  readOrderRefunds,
  type WireOrder,
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
export async function completeOrder(
  rest: PlatformBRest,
  order: WireOrder,
  { shipsFree }: CouponHabits,
): Promise<WholeOrder> {
  const orderId = String(order.id);
  const lines = await readOrderProducts(rest, orderId);
  const refunds = mayHaveRefunds(order.status_id) ? await readOrderRefunds(rest, orderId) : [];
  const coupons = mayHaveCoupons(order, shipsFree) ? await readOrderCoupons(rest, orderId) : undefined;
  return { order, lines, refunds, coupons };
}
