import type { IncomingHttpHeaders } from 'node:http';

import { fieldsOf, positiveId, textOrNull } from './claims.js';
import { parseJsonExactly } from './exact-json.js';
import { parseStoreContext } from './store-hash.js';

/** The scopes of our hooks, as in a body. */
export const WEBHOOK_SCOPES = [
  'store/order/statusUpdated',
  'store/order/created',
  'store/order/refund/created',
  'store/order/archived',
  'store/subscriber/created',
  'store/subscriber/updated',
  'store/subscriber/deleted',
] as const;

/** The custom header of our hooks. The platform sends it with every delivery. */
export const WEBHOOK_TOKEN_HEADER = 'x-platform-b-webhook-token';

/** The headers that prove the origin of a delivery. */
export interface WebhookHeaders {
  /** See WEBHOOK_TOKEN_HEADER. */
  token?: string;
  /** `webhook-id`, the same for every repeat of a delivery; the key against duplicates. */
  id?: string;
  /** `webhook-timestamp`, seconds since 1970. */
  timestamp?: string;
  /** `webhook-signature`: entries `v1,<base64>`, separated by spaces. */
  signature?: string;
}

export function readWebhookHeaders(headers: IncomingHttpHeaders): WebhookHeaders {
  return {
    token: text(headers[WEBHOOK_TOKEN_HEADER]),
    id: text(headers['webhook-id']),
    timestamp: text(headers['webhook-timestamp']),
    signature: text(headers['webhook-signature']),
  };
}

/** A parsed body. It only names what changed; the order or the subscriber itself has to be read. */
export interface WebhookEvent {
  scope: string;
  storeHash: string;
  /** null for an event that is not about an order. */
  orderId: string | null;
  /** null for an event that is not about a subscriber. */
  subscriberId: string | null;
  /** Covers only the data, so two events may share it. */
  hash: string | null;
  createdAt: Date | null;
}

/** Reads a body; undefined where it is not JSON, or names no scope or store. An event may have no order. */
export function readWebhookEvent(body: Buffer): WebhookEvent | undefined {
  const fields = fieldsOf(parseOrUndefined(body));
  const data = fieldsOf(fields['data']);
  const { scope, producer, created_at: createdAt } = fields;
  const storeHash = parseStoreContext(producer);
  if (typeof scope !== 'string' || scope === '' || scope.length > 128 || !storeHash) return undefined;
  const isOrder = data['type'] === undefined || data['type'] === 'order';
  return {
    scope,
    storeHash,
    // Hooks of a channel write order_id, and no type.
    orderId: isOrder ? (positiveId(data['order_id']) ?? positiveId(data['id']) ?? null) : null,
    subscriberId: data['type'] === 'subscriber' ? (positiveId(data['id']) ?? null) : null,
    hash: textOrNull(fields['hash']),
    createdAt: typeof createdAt === 'number' && createdAt > 0 ? new Date(createdAt * 1000) : null,
  };
}

function parseOrUndefined(body: Buffer): unknown {
  try {
    return parseJsonExactly(body);
  } catch {
    return undefined;
  }
}

function text(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
