import { describe, expect, it } from 'vitest';
import type { RecordEvent } from '../../records/record-event.js';
import { customerRecord, lineItemRecord, orderRecord, refundRecord } from '../../records/record-factories.js';
import type { OrderRecord } from '../../records/records.js';
import { decimal, quote, ZonedClock } from './json.js';
import { BodyContext, complianceBody, webhookBody } from './index.js';

const CONTEXT = new BodyContext({
  domain: 'shop1.myshopify.com',
  name: 'Shop One',
  currency: 'USD',
  ianaTimezone: 'America/New_York',
  email: 'owner@shop1.myshopify.com',
  id: '548380009',
});

const WINTER = Date.UTC(2026, 0, 2, 3, 4, 5);
const customer = customerRecord({ id: '7000000000001', createdAt: WINTER, email: 'jo@example.com', firstName: 'Jo' });
const order = orderRecord({
  id: '820982911946154509',
  number: 1007,
  createdAt: WINTER,
  customer,
  lineItems: [lineItemRecord({ id: '1400000000001', title: 'Mug & "more"', priceCents: 1999, quantity: 3 })],
  discountCents: 97,
  shippingCents: 500,
  taxCents: 80,
});

const about = { at: WINTER, webhookId: 'w', eventId: 'e' };
const bodyOf = (event: RecordEvent): string => webhookBody(event, CONTEXT);
const parsed = (changes: Partial<OrderRecord> = {}): Record<string, unknown> =>
  JSON.parse(bodyOf({ topic: 'orders/create', order: { ...order, ...changes }, ...about })) as Record<string, unknown>;

describe('an order', () => {
  it('has money as decimal strings, added up from its parts', () => {
    expect(parsed()).toMatchObject({
      total_line_items_price: '59.97',
      total_discounts: '0.97',
      subtotal_price: '59.00',
      total_tax: '0.80',
      total_price: '64.80',
      total_price_set: { shop_money: { amount: '64.80', currency_code: 'USD' } },
    });
  });

  it('shows amounts in the currency of the buyer and of the store', () => {
    expect(parsed({ presentment: { currency: 'EUR', rate: 0.5 } })).toMatchObject({
      currency: 'USD',
      presentment_currency: 'EUR',
      total_price_set: {
        shop_money: { amount: '64.80', currency_code: 'USD' },
        presentment_money: { amount: '32.40', currency_code: 'EUR' },
      },
    });
  });

  it('writes ids of 64 bits as exact numbers', () => {
    const body = bodyOf({ topic: 'orders/create', order, ...about });
    expect(body).toContain('"id":820982911946154509,');
    expect(body).toContain(String.raw`"admin_graphql_api_id":"gid:\/\/shopify\/Order\/820982911946154509"`);
  });

  it('has a customer without consent, tags and counters', () => {
    const shown = parsed()['customer'] as Record<string, unknown>;
    expect(shown).toMatchObject({ id: 7_000_000_000_001, email: 'jo@example.com' });
    for (const key of ['tags', 'email_marketing_consent', 'orders_count', 'total_spent']) {
      expect(shown).not.toHaveProperty(key);
    }
  });

  it('of a guest has no customer', () => {
    expect(parsed({ customer: null, email: '' })).toMatchObject({ customer: null, email: '', contact_email: null });
  });

  it('with a refund has amounts of money as text, and amounts of refunded line items as numbers', () => {
    const line = { id: '3000000000001', lineItemId: '1400000000001', quantity: 1, subtotalCents: 1999 };
    const refund = refundRecord({
      id: '9000000000001',
      orderId: order.id,
      createdAt: WINTER,
      amountCents: 1999,
      lineItems: [line],
    });
    const refunded = { ...order, refunds: [refund] };
    const body = JSON.parse(bodyOf({ topic: 'refunds/create', refund, order: refunded, ...about })) as object;
    expect(body).toMatchObject({
      id: 9_000_000_000_001,
      transactions: [{ amount: '19.99', kind: 'refund', status: 'success' }],
      refund_line_items: [{ subtotal: 19.99, subtotal_set: { shop_money: { amount: '19.99' } } }],
    });
    expect(parsed({ refunds: [refund] })).toMatchObject({ refunds: [body], current_total_price: '44.81' });
  });
});

describe('text and times', () => {
  it('escapes slashes, ampersands and angle brackets as the platform does', () => {
    expect(quote('a/b & <c> "d" 😀')).toBe(String.raw`"a\/b \u0026 \u003cc\u003e \"d\" 😀"`);
    expect(quote("O'Neill, 1 Main St.")).toBe(`"O'Neill, 1 Main St."`);
  });

  it('escapes control characters', () => {
    expect(JSON.parse(quote('a\nb\\c'))).toBe('a\nb\\c');
  });

  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [123_456, '1234.56'],
    [-250, '-2.50'],
  ])('writes %i cents as %s', (cents, text) => {
    expect(decimal(cents)).toBe(text);
  });

  it("writes times in the store's zone with the offset of the season", () => {
    const clock = new ZonedClock('America/New_York');
    expect(clock.iso(Date.UTC(2026, 0, 2, 3, 4, 5))).toBe('2026-01-01T22:04:05-05:00');
    expect(clock.iso(Date.UTC(2026, 6, 2, 3, 4, 5))).toBe('2026-07-01T23:04:05-04:00');
    expect(new ZonedClock('Asia/Kolkata').iso(WINTER)).toBe('2026-01-02T08:34:05+05:30');
    expect(new ZonedClock('UTC').iso(WINTER)).toBe('2026-01-02T03:04:05+00:00');
  });
});

describe('a compliance topic', () => {
  const about = {
    customer: { id: '820982911946154508', email: 'john@example.com', phone: null },
    orderIds: ['299938'],
  };
  const head = { shop_id: 548_380_009, shop_domain: 'shop1.myshopify.com' };

  it('names the customer by an exact id, and the orders', () => {
    const body = complianceBody({ topic: 'customers/redact', ...about }, CONTEXT);
    expect(body).toContain('"customer":{"id":820982911946154508,"email":"john@example.com","phone":null}');
    expect(JSON.parse(body)).toMatchObject({ ...head, orders_to_redact: [299_938] });
    expect(JSON.parse(complianceBody({ topic: 'customers/data_request', ...about }, CONTEXT))).toMatchObject({
      ...head,
      orders_requested: [299_938],
      data_request: { id: 9999 },
    });
  });

  it('about the store names only the store', () => {
    expect(JSON.parse(complianceBody({ topic: 'shop/redact' }, CONTEXT))).toEqual(head);
  });
});
