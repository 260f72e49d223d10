import { describe, expect, it } from 'vitest';
import { mapDelivery } from './delivery.mapper.js';

const ORDER = {
  id: 1,
  total_price: '10.00',
  currency: 'USD',
  created_at: '2026-05-01T10:00:00Z',
  updated_at: '2026-05-02T10:00:00Z',
  customer: { id: 7 },
};

function orderWith(changes: object) {
  const mapped = mapDelivery('orders/create', { ...ORDER, ...changes }, null, 'USD');
  if (mapped.kind !== 'order') throw new Error('not an order');
  return mapped.order;
}

describe('an order of a delivery', () => {
  it.each([
    [{ discount_codes: [{ code: 'ten' }, { code: ' Five' }] }, ['ten', 'Five']],
    [{ discount_applications: [{ type: 'discount_code', code: 'TEN' }, { type: 'manual', title: 'x' }] }, ['TEN']],
    [{ discount_codes: [{ code: 'TEN' }], discount_applications: [{ type: 'manual' }] }, ['TEN']],
    [{ discount_codes: [{ code: null }, {}] }, []],
    [{ discount_codes: [] }, []],
    [{}, undefined],
  ])('reads the discount codes of %j', (body, codes) => {
    expect(orderWith(body).discountCodes).toEqual(codes);
  });

  it('says the language of the checkout', () => {
    expect(orderWith({ customer_locale: 'fr-CA' }).language).toBe('fr-CA');
  });

  it.each([undefined, null, '', 'example string', 7])('says no language where the body has %j', (locale) => {
    const order = orderWith({ customer_locale: locale });
    expect(order).not.toHaveProperty('language');
    expect(order.customer).not.toHaveProperty('language');
  });
});
