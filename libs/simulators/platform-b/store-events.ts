import { createHash } from 'node:crypto';
import type { RecordEvent } from '../records/record-event.js';
import type { Instant } from '../records/records.js';
import { type Json, numeric } from './json.js';
import { statusIdOf } from './order-status.js';
import { hasDecided, subscriberIdOf } from './subscribers.js';

/** An event as platform B sends it to apps. It only names what changed. */
export interface StoreEvent {
  readonly at: Instant;
  /** The header webhook-id, which retries keep. */
  readonly webhookId: string;
  readonly scope: string;
  readonly data: Json;
  /** The event that changes the records of the store, so that a read returns the new state. */
  readonly cause: RecordEvent;
}

interface Telling {
  readonly scope: string;
  readonly data: Json;
}

/**
 * Converts a history to the events of platform B. The events must be in the order of time: like the platform, this
 * sends a status event where the status changes, so the second of two partial refunds sends only `refund/created`.
 * Apply withDisorder afterwards. Consent to marketing is the customer's row of the newsletter list.
 */
export function* storeEvents(
  events: Iterable<RecordEvent>,
  statuses: Map<string, number> = new Map(),
): Generator<StoreEvent> {
  for (const cause of events) {
    for (const { scope, data } of variants(cause, statuses)) {
      yield { at: cause.at, webhookId: idOf(cause.webhookId, scope), scope, data, cause };
    }
  }
}

/** The id is derived from the simulated event's, because several events of the platform may come from that event. */
function idOf(webhookId: string, scope: string): string {
  return `msg_${createHash('sha256').update(`${webhookId}:${scope}`).digest('base64url').slice(0, 27)}`;
}

function* variants(event: RecordEvent, statuses: Map<string, number>): Generator<Telling> {
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
    const isNew = event.topic === 'customers/create';
    const data = { type: 'customer', id: numeric(event.customer.id) };
    if (!isConsent(event)) yield { scope: isNew ? 'store/customer/created' : 'store/customer/updated', data };
    if (!hasDecided(event.customer) || !(isNew || isConsent(event))) return;
    const subscriber = { type: 'subscriber', id: subscriberIdOf(event.customer) };
    yield { scope: isNew ? 'store/subscriber/created' : 'store/subscriber/updated', data: subscriber };
  } else if ('product' in event) {
    yield { scope: 'store/product/updated', data: { type: 'product', id: numeric(event.product.id) } };
  }
}

const isConsent = ({ topic }: RecordEvent): boolean => topic === 'customers_email_marketing_consent/update';
