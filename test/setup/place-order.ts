import { expect } from 'vitest';
import { aCustomer, anOrder, json, newId, type OrderOptions } from '../factories/wire.js';
import type { SequenceStore } from './sequence-store.js';
import { deliver } from './webhooks.js';

/**
 * Delivers an order of the customer, who has a number as name. By default the order was placed now. Returns its id, so
 * that it can be delivered again in another state.
 */
export async function placeOrder(
  store: SequenceStore,
  shop: string,
  customer: string,
  options: OrderOptions = {},
): Promise<number | string> {
  const id = options.id ?? newId();
  const now = new Date().toISOString();
  const customerId = Number(customer);
  const body = anOrder({
    id,
    customerId,
    processedAt: now,
    updatedAt: now,
    ...options,
    extra: { customer: aCustomer({ id: customerId, email: store.addressOf(customer) }), ...options.extra },
  });
  const { status } = await deliver(store.app.url, { topic: 'orders/updated', shop, body: json(body) });
  expect(status).toBe(200);
  await store.app.settled();
  return id;
}
