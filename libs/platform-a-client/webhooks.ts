import type { IncomingHttpHeaders } from 'node:http';

/** The topics of our subscriptions, as in the topic header. */
export const TOPICS = [
  'orders/create',
  'orders/updated',
  'orders/cancelled',
  'orders/edited',
  'orders/delete',
  'refunds/create',
  'customers/create',
  'customers/update',
  'customers/delete',
  'customers/merge',
  'customers_email_marketing_consent/update',
  'products/update',
  'app/uninstalled',
] as const;

export type Topic = (typeof TOPICS)[number];

/** Topics with a scope of their own, which most stores have not granted. */
export const SCOPE_OF_TOPIC: Partial<Readonly<Record<Topic, string>>> = { 'customers/merge': 'read_customer_merge' };

/** The topics that every app receives. The app's settings name their address; no subscription is possible. */
export const COMPLIANCE_TOPICS = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;

/** The name of a topic in GraphQL: `orders/create` is ORDERS_CREATE, `customer.tags_added` is CUSTOMER_TAGS_ADDED. */
export function topicEnum(topic: string): string {
  return topic.replace(/[/.]/g, '_').toUpperCase();
}

/** The headers of a delivery. They are not signed; only the body is. */
export interface WebhookHeaders {
  topic?: string;
  shop?: string;
  /** Base64 HMAC-SHA256 of the body. */
  hmac?: string;
  /** The same for every repeat of a delivery; the key against duplicates. */
  webhookId?: string;
  /** The same for all deliveries of one action of the merchant; for correlation only. */
  eventId?: string;
  apiVersion?: string;
  /** RFC 3339 with up to nine fraction digits. */
  triggeredAt?: string;
  name?: string;
}

/** Reads the headers of a delivery under their usual names, `x-shopify-*`, and under the newer `shopify-*`. */
export function readWebhookHeaders(headers: IncomingHttpHeaders): WebhookHeaders {
  return {
    topic: text(headers['x-shopify-topic'] ?? headers['shopify-topic']),
    shop: text(headers['x-shopify-shop-domain'] ?? headers['shopify-shop-domain']),
    hmac: readWebhookSignature(headers),
    webhookId: text(headers['x-shopify-webhook-id'] ?? headers['shopify-webhook-id']),
    eventId: text(headers['x-shopify-event-id'] ?? headers['shopify-event-id']),
    apiVersion: text(headers['x-shopify-api-version'] ?? headers['shopify-api-version']),
    triggeredAt: text(headers['x-shopify-triggered-at'] ?? headers['shopify-triggered-at']),
    name: text(headers['x-shopify-name'] ?? headers['shopify-name'] ?? headers['shopify-handle']),
  };
}

/** Base64 HMAC-SHA256 of the body. */
export function readWebhookSignature(headers: IncomingHttpHeaders): string | undefined {
  return text(headers['x-shopify-hmac-sha256'] ?? headers['shopify-hmac-sha256']);
}

function text(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
