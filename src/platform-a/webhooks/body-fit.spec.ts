import { parseJsonLosslessly } from '#libs/kernel';
import { COMPLIANCE_TOPICS, TOPICS } from '#libs/platform-a-client';
import { describe, expect, it } from 'vitest';
import { hasSamples, sample, withSamples } from '../../../test/setup/samples.js';
import { misfitOf } from './body-fit.js';

type AnyTopic = Parameters<typeof misfitOf>[0];

const STORE = { externalId: 'shop1.myshopify.com', storeId: '548380009' };
const gid = (kind: string) => ({ id: 7, admin_graphql_api_id: `gid://shopify/${kind}/7` });
const head = { shop_id: 1, shop_domain: STORE.externalId, customer: { id: 7 } };

/** A body of each kind, and the topics that it may come under. */
const BODIES: readonly (readonly [body: Record<string, unknown>, topics: readonly AnyTopic[]])[] = [
  [gid('Order'), ['orders/create', 'orders/updated', 'orders/cancelled']],
  [{ ...gid('Refund'), order_id: 8 }, ['refunds/create']],
  [{ ...gid('Customer'), created_at: null }, ['customers/create', 'customers/update']],
  [gid('Customer'), ['customers/delete']],
  [{ order_edit: { id: 9, order_id: 7 } }, ['orders/edited']],
  [
    {
      admin_graphql_api_customer_kept_id: gid('Customer'),
      admin_graphql_api_customer_deleted_id: null,
      status: 'failed',
    },
    ['customers/merge'],
  ],
  [gid('Product'), ['products/update']],
  [{ customer_id: 7, email_marketing_consent: null }, ['customers_email_marketing_consent/update']],
  [{ id: 548380009, domain: null, myshopify_domain: null }, ['app/uninstalled']],
  [{ ...head, orders_requested: [], data_request: { id: 9 } }, ['customers/data_request']],
  [{ ...head, orders_to_redact: [] }, ['customers/redact']],
  [{ shop_id: 1, shop_domain: STORE.externalId }, ['shop/redact']],
];

describe('misfitOf', () => {
  it.each(BODIES)('takes %j for %j and for nothing else', (body, topics) => {
    for (const topic of [...TOPICS, ...COMPLIANCE_TOPICS]) {
      expect([topic, misfitOf(topic, body, STORE)]).toEqual([
        topic,
        topics.includes(topic) ? undefined : 'another_topic',
      ]);
    }
  });

  it('takes a number alone as a deleted order, and no other order', () => {
    expect(misfitOf('orders/delete', { id: 7 }, STORE)).toBeUndefined();
    expect(misfitOf('orders/delete', gid('Order'), STORE)).toBe('another_topic');
  });

  it('takes a body of no other store, whatever in it names the store', () => {
    const foreign: readonly (readonly [AnyTopic, Record<string, unknown>])[] = [
      ['app/uninstalled', { id: 548380010, myshopify_domain: null }],
      ['app/uninstalled', { id: null, myshopify_domain: null }],
      ['app/uninstalled', { id: 548380009, myshopify_domain: 'shop2.myshopify.com' }],
      ['shop/redact', { shop_domain: 'shop2.myshopify.com' }],
      ['customers/redact', { shop_domain: 'shop2.myshopify.com', customer: { id: 7 } }],
      [
        'orders/create',
        { ...gid('Order'), order_status_url: 'https://shop.example/548380010/orders/a/authenticate?key=b' },
      ],
    ];
    for (const [topic, body] of foreign) expect([body, misfitOf(topic, body, STORE)]).toEqual([body, 'another_store']);
  });

  it('takes a store by its domain in any case, and an address with its number or without any', () => {
    expect(misfitOf('shop/redact', { shop_domain: 'SHOP1.myshopify.com' }, STORE)).toBeUndefined();
    for (const url of ['https://shop.example/548380009/orders/a', 'https://shop.example/orders/a', null, 7]) {
      expect(misfitOf('orders/create', { ...gid('Order'), order_status_url: url }, STORE)).toBeUndefined();
    }
  });

  it('compares no number while it does not know that of the store', () => {
    const unknown = { ...STORE, storeId: null };
    expect(misfitOf('app/uninstalled', { id: 1, myshopify_domain: null }, unknown)).toBeUndefined();
    expect(misfitOf('app/uninstalled', { id: 1, myshopify_domain: 'shop2.myshopify.com' }, unknown)).toBe(
      'another_store',
    );
  });

  it.skipIf(!hasSamples)(`takes every sample of the platform under its own topic: ${withSamples}`, () => {
    const named: readonly (readonly [AnyTopic, string])[] = [
      ...[...TOPICS, ...COMPLIANCE_TOPICS]
        .filter((topic) => topic !== 'orders/edited' && topic !== 'orders/delete')
        .map((topic) => [topic, topic.replaceAll('/', '_')] as const),
      ['customers/delete', 'exact-ids/customers_delete'],
      ['orders/create', 'exact-ids/orders_create'],
      ['orders/create', 'orders_paid'],
      ['refunds/create', 'exact-ids/refunds_create'],
      ['products/update', 'exact-ids/products_update'],
      ['customers/create', 'rest/customer'],
      ['products/update', 'rest/product_with_images'],
      ['refunds/create', 'rest/refund.partial'],
      ['orders/create', 'rest/order.guest_no_customer'],
      ['orders/updated', 'rest/order.eur_custom_line_item'],
      ['orders/create', 'exemplars/2025-04_orders_1'],
      ['customers/create', 'exemplars/2025-04_customers_1'],
      ['refunds/create', 'exemplars/2025-04_refunds_2'],
      ['products/update', 'exemplars/2025-04_products_1'],
      ['customers_email_marketing_consent/update', 'campaigns/customers_email_marketing_consent_update.unsubscribed'],
    ];
    for (const [topic, file] of named) {
      const text = sample(`${file}.json`).toString().replaceAll('{shop}', 'shop1');
      const wire = parseJsonLosslessly(text) as Record<string, unknown>;
      expect([file, misfitOf(topic, wire, STORE)]).toEqual([file, undefined]);
    }
  });
});
