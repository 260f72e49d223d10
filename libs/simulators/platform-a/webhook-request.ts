import { createHmac } from 'node:crypto';
import type { Deliverable } from '../shared/retrying-sender.js';
import type { SignedRequest } from '../shared/webhook-transport.js';

/** One webhook on its way to one address. */
export interface WebhookDelivery extends Deliverable {
  readonly topic: string;
  readonly shopDomain: string;
  readonly webhookId: string;
  readonly eventId: string;
  /** The time of the event in milliseconds since the epoch. */
  readonly triggeredAt: number;
  /** Default: 2026-10. */
  readonly apiVersion?: string;
  readonly name?: string | null;
  /** The exact bytes, or a builder of them. A builder must return the same bytes for each retry. */
  readonly body: string | Buffer | (() => string | Buffer);
  /** Replaces headers, or removes them with undefined, for deliveries that the platform would not send. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** `2026-11-03T18:28:37.234647458Z`: the platform writes nine digits. The last six are made up, but stay on retries. */
function nanosecondIso(at: number, seed: number): string {
  return `${new Date(at).toISOString().slice(0, -1)}${String(seed % 1_000_000).padStart(6, '0')}Z`;
}

/** Signs the exact bytes and adds every header that the platform documents. */
export function signedRequest(delivery: WebhookDelivery, clientSecret: string): SignedRequest {
  const content = typeof delivery.body === 'function' ? delivery.body() : delivery.body;
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const signature = createHmac('sha256', clientSecret).update(body).digest();
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: '*/*',
    'user-agent': 'Shopify-Captain-Hook',
    'x-shopify-topic': delivery.topic,
    'x-shopify-hmac-sha256': signature.toString('base64'),
    'x-shopify-shop-domain': delivery.shopDomain,
    'x-shopify-api-version': delivery.apiVersion ?? '2026-10',
    'x-shopify-webhook-id': delivery.webhookId,
    'x-shopify-event-id': delivery.eventId,
    'x-shopify-triggered-at': nanosecondIso(delivery.triggeredAt, signature.readUInt32BE()),
  };
  if (delivery.name) headers['x-shopify-name'] = delivery.name;
  for (const [name, value] of Object.entries(delivery.headers ?? {})) {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  }
  return { headers, body };
}
