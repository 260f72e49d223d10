import { describe, expect, it } from 'vitest';

import { COMPLIANCE_TOPICS, readWebhookHeaders, topicEnum, TOPICS } from './index.js';

describe('readWebhookHeaders', () => {
  const values = {
    topic: 'orders/create',
    'shop-domain': 'some-shop.myshopify.com',
    'hmac-sha256': 'c2lnbmF0dXJl',
    'webhook-id': 'w1',
    'event-id': 'e1',
    'api-version': '2026-10',
    'triggered-at': '2026-11-21T10:00:00.123456789Z',
    name: 'ours',
  };
  const named = (prefix: string) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));
  const expected = {
    topic: 'orders/create',
    shop: 'some-shop.myshopify.com',
    hmac: 'c2lnbmF0dXJl',
    webhookId: 'w1',
    eventId: 'e1',
    apiVersion: '2026-10',
    triggeredAt: '2026-11-21T10:00:00.123456789Z',
    name: 'ours',
  };

  it('reads both families of names', () => {
    expect(readWebhookHeaders(named('x-shopify-'))).toEqual(expected);
    expect(readWebhookHeaders(named('shopify-'))).toEqual(expected);
    expect(readWebhookHeaders({ 'shopify-handle': 'ours' }).name).toBe('ours');
  });

  it('prefers the usual name where both are given', () => {
    expect(readWebhookHeaders({ 'x-shopify-topic': 'a/b', 'shopify-topic': 'c/d' }).topic).toBe('a/b');
  });

  it('leaves out what is missing, empty or no text', () => {
    const headers = readWebhookHeaders({ 'x-shopify-topic': '', 'x-shopify-name': ['a', 'b'] });
    expect(Object.values(headers).filter((value) => value !== undefined)).toEqual([]);
  });
});

describe('topics', () => {
  it('are those of customers, orders, products, refunds and the app', () => {
    expect([...TOPICS].sort()).toEqual([
      'app/uninstalled',
      'customers/create',
      'customers/delete',
      'customers/merge',
      'customers/update',
      'customers_email_marketing_consent/update',
      'orders/cancelled',
      'orders/create',
      'orders/delete',
      'orders/edited',
      'orders/updated',
      'products/update',
      'refunds/create',
    ]);
    expect(COMPLIANCE_TOPICS).toHaveLength(3);
  });

  it('have their name in GraphQL', () => {
    expect(topicEnum('orders/create')).toBe('ORDERS_CREATE');
    expect(topicEnum('customer.tags_added')).toBe('CUSTOMER_TAGS_ADDED');
    expect(topicEnum('customers_email_marketing_consent/update')).toBe('CUSTOMERS_EMAIL_MARKETING_CONSENT_UPDATE');
  });
});
