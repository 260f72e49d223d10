import type { WireRefund } from '#libs/platform-a-client';
import { describe, expect, it } from 'vitest';
import { mapRefund } from './refund.mapper.js';

const set = (dollars: string, yen = '0') => ({
  shop_money: { amount: dollars, currency_code: 'USD' },
  presentment_money: { amount: yen, currency_code: 'JPY' },
});
const paidInYen = { id: 1, kind: 'refund', status: 'success', amount: '1500', currency: 'JPY' };

const map = (wire: Partial<WireRefund>, store: string | null = 'USD', paid: string | null = null) => {
  const { amount, source } = mapRefund({ id: 9, ...wire }, '5', { store, paid });
  return { amount: Number(amount) / 10_000, source };
};

describe('a refund of an order that was paid in another currency', () => {
  it("is the store's side of its transactions where they have one", () => {
    expect(map({ transactions: [{ ...paidInYen, amount_set: set('10.00', '1500') }] })).toEqual({
      amount: 10,
      source: 'told',
    });
  });

  it("is the amount of its transactions where that is in the store's currency", () => {
    expect(map({ transactions: [{ ...paidInYen, amount: '10.00', currency: 'USD' }] }, 'USD', 'JPY')).toEqual({
      amount: 10,
      source: 'told',
    });
  });

  it('is what its line items and their taxes say where its transactions do not', () => {
    const items = [
      { subtotal_set: set('6.00'), total_tax_set: set('0.60') },
      { subtotal_set: set('3.00'), total_tax_set: set('0.40') },
    ];
    expect(map({ transactions: [paidInYen], refund_line_items: items })).toEqual({ amount: 10, source: 'estimated' });
  });

  const item = [{ subtotal_set: set('6.00'), total_tax_set: set('0.00') }];
  const shippingLine = [{ subtotal_amount_set: set('4.00') }];
  const adjustment = (kind: string, amount: string, tax = '0.00') => ({
    kind,
    amount_set: set(amount),
    tax_amount_set: set(tax),
  });
  it.each([
    ['lines of shipping', { refund_line_items: item, refund_shipping_lines: shippingLine }, 10],
    [
      'shipping as an adjustment',
      { refund_line_items: item, order_adjustments: [adjustment('shipping_refund', '-4.00')] },
      10,
    ],
    [
      'shipping as both, once, with the tax that only the adjustment has',
      {
        refund_line_items: item,
        refund_shipping_lines: shippingLine,
        order_adjustments: [adjustment('shipping_refund', '-4.00', '-0.40')],
      },
      10.4,
    ],
    [
      'what was held back',
      { refund_line_items: item, order_adjustments: [adjustment('refund_discrepancy', '1.50')] },
      4.5,
    ],
    ['money without any item', { order_adjustments: [adjustment('refund_discrepancy', '-10.00')] }, 10],
  ])('counts %s', (_what, parts, amount) => {
    expect(map({ transactions: [paidInYen], ...parts })).toEqual({ amount, source: 'estimated' });
  });

  it.each<[string, Partial<WireRefund>]>([
    ['it has no parts', {}],
    ['its parts come to nothing', { refund_line_items: [{ subtotal_set: set('0.00') }] }],
    ['a part has no amount of the store', { refund_line_items: [{ subtotal_set: null }] }],
    ['duties went back as well', { refund_line_items: item, total_duties_set: set('2.00') }],
    [
      'only some of it has gone back',
      { refund_line_items: item, transactions: [paidInYen, { ...paidInYen, status: 'pending' }] },
    ],
  ])('is unknown where %s', (_why, parts) => {
    expect(map({ transactions: [paidInYen], ...parts })).toEqual({ amount: 0, source: 'unknown' });
  });

  it("is unknown while the store's currency is not known", () => {
    expect(map({ transactions: [paidInYen] }, null)).toEqual({ amount: 0, source: 'unknown' });
  });

  it('does not take a transaction without a currency for one in the currency of the store', () => {
    const silent = { ...paidInYen, currency: null };
    expect(map({ transactions: [silent] }, 'USD', 'JPY')).toEqual({ amount: 0, source: 'unknown' });
    expect(map({ transactions: [silent], refund_line_items: [{ subtotal_set: set('10.00', '1500') }] })).toEqual({
      amount: 10,
      source: 'estimated',
    });
  });
});

describe('a refund', () => {
  it('is under way while a transaction is pending, and nothing of that counts', () => {
    expect(map({ transactions: [{ ...paidInYen, status: 'pending' }] })).toEqual({ amount: 0, source: 'under_way' });
    expect(map({ transactions: [] })).toEqual({ amount: 0, source: 'under_way' });
  });

  it('leaves out what failed', () => {
    const failed = { ...paidInYen, status: 'failure' };
    expect(map({ transactions: [failed, { ...paidInYen, amount_set: set('10.00') }] })).toEqual({
      amount: 10,
      source: 'told',
    });
  });

  it('of an order in the currency of the store is the sum of its transactions, as in the sample of the platform', () => {
    const sample = {
      transactions: [
        { id: 1, kind: 'refund', status: 'success', amount: '75.00', currency: null },
        { id: 2, kind: 'refund', status: 'success', amount: '10.00', currency: null },
      ],
      total_duties_set: {
        shop_money: { amount: '0.00', currency_code: 'USD' },
        presentment_money: { amount: '0.00', currency_code: 'USD' },
      },
    };
    expect(map(sample, null)).toEqual({ amount: 85, source: 'told' });
  });
});
