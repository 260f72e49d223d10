import { describe, expect, it } from 'vitest';
import { nestedCodes, nestedLines } from './nested-lines.js';
import type { WireOrder } from './wire-types.js';

const line = (id: number, quantity = 1) => ({ id, product_id: id, quantity });
const order = (fields: Partial<WireOrder>): WireOrder => ({ id: 1, status_id: 11, ...fields });

describe('nestedLines', () => {
  it('collects the lines of all consignments', () => {
    const consignments = [
      {
        shipping: [{ line_items: [line(1, 2)] }, { line_items: [line(2)] }],
        pickups: [{ line_items: [line(3)] }],
        downloads: [{ line_items: [line(4)] }],
        email: { gift_certificates: [{ line_items: [line(5)] }] },
      },
    ];
    const found = nestedLines(order({ consignments, items_total: 6 }));
    expect(found?.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
    expect(nestedLines(order({ consignments: consignments[0], items_total: 6 }))).toHaveLength(5);
  });

  it.each([
    ['a link', { consignments: { url: 'https://x.invalid', resource: '/orders/1/consignments' }, items_total: 1 }],
    ['nothing', {}],
    ['fewer pieces than the order has', { consignments: [{ shipping: [{ line_items: [line(1)] }] }], items_total: 2 }],
  ])('does not trust %s', (_what, fields) => {
    expect(nestedLines(order(fields))).toBeUndefined();
  });

  it('takes an order without pieces as one without lines', () => {
    expect(nestedLines(order({ consignments: [], items_total: 0 }))).toEqual([]);
  });
});

describe('nestedCodes', () => {
  const lines = [
    {
      id: 1,
      applied_discounts: [
        { code: 'SAVE', amount: '3.0000' },
        { code: null, amount: '9.0000' },
      ],
    },
  ];

  it('finds the codes where they explain the discount', () => {
    expect(nestedCodes(order({ coupon_discount: '3.0000' }), lines)).toEqual(['SAVE']);
    expect(nestedCodes(order({ coupon_discount: '0.0000' }), [])).toEqual([]);
  });

  it('knows that a code may be missing', () => {
    expect(nestedCodes(order({ coupon_discount: '4.0000' }), lines)).toBeUndefined();
  });
});
