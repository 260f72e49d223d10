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
    [
      {
        discount_applications: [
          { type: 'discount_code', code: 'TEN' },
          { type: 'manual', title: 'x' },
        ],
      },
      ['TEN'],
    ],
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

  it.each([
    ['in the case in which it was entered', ['win-ab12'], [{ type: 'discount_code', code: 'win-ab12' }]],
    ['without an application of its own', ['WIN-AB12'], [{ type: 'manual', title: 'WIN-AB12' }]],
    ['beside another one', ['OTHER', 'WIN-AB12'], [{ type: 'discount_code', code: 'OTHER' }, { type: 'automatic' }]],
    ['only among the applications', [], [{ type: 'discount_code', code: 'WIN-AB12' }]],
  ])('says a code %s (DA11)', (_, codes, discount_applications) => {
    const { discountCodes } = orderWith({ discount_codes: codes.map((code) => ({ code })), discount_applications });
    expect(discountCodes?.map((code) => code.toUpperCase())).toContain('WIN-AB12');
  });

  it('says that it has no code, or nothing about codes (DA11)', () => {
    expect(orderWith({ discount_codes: [], discount_applications: [] }).discountCodes).toEqual([]);
    expect(orderWith({})).not.toHaveProperty('discountCodes');
  });
});

describe('a product of a delivery', () => {
  const pageOf = (changes: object) => {
    const body = { id: 1, title: 'Mug', handle: 'mug', updated_at: '2026-05-02T10:00:00Z', ...changes };
    const mapped = mapDelivery('products/update', body, null, 'USD');
    if (mapped.kind !== 'product') throw new Error('not a product');
    return mapped.product.pagePath;
  };

  it.each([{ published_at: null }, { status: 'draft' }, { status: 'archived' }])(
    'has no page with %j (DA14)',
    (gone) => {
      expect(pageOf({ published_at: '2026-05-01T00:00:00Z', status: 'active', ...gone })).toBeNull();
    },
  );

  it('has a page while it is published (DA14)', () => {
    expect(pageOf({ published_at: '2026-05-01T00:00:00Z', status: 'active' })).toBe('/products/mug');
  });
});
