import { randomUUID } from 'node:crypto';
import { customerRecord, lineItemRecord, orderRecord, type RecordEvent } from '#libs/simulators';

/** Ids far above the generated ones. */
const FIRST_ID = 9_000_000_000_000;

/** The first paid order of a new customer, to measure the latency of an idle service. */
export function anIdleOrder(index: number): { event: RecordEvent; customerId: string } {
  const customerId = String(FIRST_ID + index);
  const at = Math.floor(Date.now() / 1_000) * 1_000;
  const customer = customerRecord({ id: customerId, createdAt: at, email: `idle-${index}@shop.example` });
  const order = orderRecord({
    id: String(FIRST_ID + 1_000_000 + index),
    number: 900_000 + index,
    createdAt: at,
    customer,
    lineItems: [lineItemRecord({ id: String(FIRST_ID + 2_000_000 + index), title: 'Candle', priceCents: 1_900 })],
  });
  const id = randomUUID();
  return { event: { topic: 'orders/create', at, webhookId: id, eventId: id, order }, customerId };
}
