import {
  mayHaveRefunds,
  type PlatformBRest,
  readOrder,
  readOrderProducts,
  readOrderRefunds,
  type WireOrder,
} from '#libs/platform-b-client';
import type { WholeOrder } from '../mapping/order.mapper.js';

/** The present order with its lines and refunds; undefined where the store no longer has it. */
export async function readWholeOrder(rest: PlatformBRest, orderId: string): Promise<WholeOrder | undefined> {
  const order = await readOrder(rest, orderId);
  return order && completeOrder(rest, order);
}

/** Adds the lines and refunds, which the body of an order lacks. */
export async function completeOrder(rest: PlatformBRest, order: WireOrder): Promise<WholeOrder> {
  const orderId = String(order.id);
  const lines = await readOrderProducts(rest, orderId);
  const refunds = mayHaveRefunds(order.status_id) ? await readOrderRefunds(rest, orderId) : [];
  return { order, lines, refunds };
}
