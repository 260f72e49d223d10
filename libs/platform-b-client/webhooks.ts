import type { IncomingHttpHeaders } from 'node:http';

import { fieldsOf, positiveId, textOrNull } from './claims.js';
import { parseJsonExactly } from './exact-json.js';
import { parseStoreContext } from './store-hash.js';

/** The scopes that order intake subscribes to, as they are written in a body. */
export const WEBHOOK_SCOPES = [
  'store/order/statusUpdated',
  'store/order/created',
  'store/order/refund/created',
  'store/order/archived',
] as const;

/** The custom header that a hook is created with; the platform repeats it on every delivery. */
export const WEBHOOK_TOKEN_HEADER = 'x-platform-b-webhook-token';

/** What proves where a delivery comes from. */
export interface WebhookHeaders {
  /** See WEBHOOK_TOKEN_HEADER. */
  token?: string;
  /** `webhook-id`; the same on every repeat of a delivery: the key against duplicates. */
  id?: string;
  /** `webhook-timestamp`, seconds since 1970. */
  timestamp?: string;
  /** `webhook-signature`: entries `v1,<base64>` with spaces between them. */
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

/** A body that has been read. It says that something happened, never what the order is like now: read the order. */
export interface WebhookEvent {
  scope: string;
  storeHash: string;
  /** Of an order event. */
  orderId: string | null;
  /** Of the data only: two events may share it. */
  hash: string | null;
  createdAt: Date | null;
}

/** Reads a body; undefined where it is not JSON or names no scope or store. An event without an order is one, too. */
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
