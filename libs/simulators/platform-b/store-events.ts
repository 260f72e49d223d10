import { createHash } from 'node:crypto';
import type { ShopEvent } from '../shop/shop-event.js';
import type { Instant } from '../shop/records.js';
import { type Json, numeric } from './json.js';
import { statusIdOf } from './order-status.js';

/** What platform B tells its apps about something that happened: that it did, and no more. */
export interface StoreEvent {
  readonly at: Instant;
  /** Goes out as webhook-id, kept on retries. */
  readonly webhookId: string;
  readonly scope: string;
  readonly data: Json;
  /** Brings the store to the state that a read then shows. */
  readonly cause: ShopEvent;
}

interface Telling {
  readonly scope: string;
  readonly data: Json;
}

/**
 * One history as platform B tells it. Pass the events in the order of time: a status event is sent where the status
 * changes, as the platform does, so the second of two refunds in part sends only `refund/created`. What disorder there
 * is to be comes after (withDisorder). Consent to mails is told by nothing that an app of orders subscribes to.
 */
export function* storeEvents(
  events: Iterable<ShopEvent>,
  statuses: Map<string, number> = new Map(),
): Generator<StoreEvent> {
  for (const cause of events) {
    for (const { scope, data } of tellings(cause, statuses)) {
      yield { at: cause.at, webhookId: idOf(cause.webhookId, scope), scope, data, cause };
    }
  }
}

/** Not the event's own id, which its other tellings would share. */
function idOf(webhookId: string, scope: string): string {
  return `msg_${createHash('sha256').update(`${webhookId}:${scope}`).digest('base64url').slice(0, 27)}`;
}

function* tellings(event: ShopEvent, statuses: Map<string, number>): Generator<Telling> {
  if ('order' in event) {
    const id = numeric(event.order.id);
    const previous = statuses.get(event.order.id);
    const status = statusIdOf(event.order);
    statuses.set(event.order.id, status);
    if (previous === undefined) yield { scope: 'store/order/created', data: { type: 'order', id } };
    if (event.topic === 'refunds/create') {
      const refund = { refund_id: numeric(event.refund.id) };
      yield { scope: 'store/order/refund/created', data: { type: 'order', id, refund } };
    }
    if (status !== (previous ?? 0)) {
      const change = { previous_status_id: previous ?? 0, new_status_id: status };
      yield { scope: 'store/order/statusUpdated', data: { type: 'order', id, status: change } };
    }
    if (previous !== undefined) yield { scope: 'store/order/updated', data: { type: 'order', id } };
  } else if ('customer' in event) {
    const scope = event.topic === 'customers/create' ? 'store/customer/created' : 'store/customer/updated';
    yield { scope, data: { type: 'customer', id: numeric(event.customer.id) } };
  } else if ('product' in event) {
    yield { scope: 'store/product/updated', data: { type: 'product', id: numeric(event.product.id) } };
  }
}
