import { describe, expect, it } from 'vitest';
import { financialStatusOf, mapOrder, mayHaveCoupons } from './order.mapper.js';

const wire = (changes: object = {}) => ({
  id: 5,
  status_id: 11,
  date_created: 'Thu, 20 Jun 2019 18:07:08 +0200',
  total_inc_tax: '10.5',
  default_currency_code: 'USD',
  store_default_currency_code: 'USD',
  ...changes,
});
const mapped = (changes: object = {}, refunds: object[] = []) =>
  mapOrder({ order: wire(changes), lines: [], refunds: refunds as never }, 'CAD');

describe('financialStatusOf', () => {
  it.each([
    [[2, 3, 8, 9, 10, 11], 'paid'],
    [[14], 'partially_refunded'],
    [[0, 1], 'incomplete'],
    [[7], 'pending'],
    [[4], 'refunded'],
    [[5, 6], 'voided'],
    [[12, 13, 15, 99, -1], 'held'],
  ])('reads %j as %s', (ids, status) => {
    expect(ids.map(financialStatusOf)).toEqual(ids.map(() => status));
  });
});

describe('mayHaveCoupons', () => {
  it.each([
    ['a coupon', { coupon_discount: '4.5000' }, true],
    ['another discount', { discount_amount: '4.5' }, true],
    ['no discount', { coupon_discount: '0.0000', discount_amount: '0' }, false],
    ['nothing about discounts', { coupon_discount: null, discount_amount: {} }, false],
  ])('of an order with %s', (_what, changes, may) => {
    expect(mayHaveCoupons(wire(changes) as never, false)).toBe(may);
    expect(mayHaveCoupons(wire(changes) as never, true)).toBe(true);
    expect(mayHaveCoupons(wire({ ...changes, status_id: 5 }) as never, true)).toBe(false);
  });
});

describe('mapOrder', () => {
  it('takes the codes of coupons once and in capitals, and says nothing where they were not read', () => {
    const codesOf = (coupons?: object[]) =>
      mapOrder({ order: wire(), lines: [], refunds: [], coupons }, 'CAD').order.discountCodes;
    expect(codesOf([{ code: 'b-2' }, { code: null }, { code: 'A-1' }, { code: 'B-2' }])).toEqual(['A-1', 'B-2']);
    expect(codesOf([])).toEqual([]);
    expect(codesOf()).toBeUndefined();
  });

  it("takes the currency that was paid, and the store's from the order before it takes ours", () => {
    const currency = (changes: object) => {
      const { order } = mapped(changes);
      return [order.currency, order.otherCurrency];
    };
    expect(currency({ default_currency_code: 'EUR' })).toEqual(['EUR', true]);
    expect(currency({})).toEqual(['USD', false]);
    expect(currency({ store_default_currency_code: '' })).toEqual(['USD', true]);
    expect(currency({ store_default_currency_code: '', default_currency_code: 'CAD' })).toEqual(['CAD', false]);
  });

  it('leaves wholly declined refunds out, and takes each once', () => {
    const refund = (id: number, declined: boolean[]) => ({
      id,
      total_amount: '1.5',
      payments: declined.map((is_declined) => ({ is_declined })),
    });
    const { order } = mapped({ status_id: 14 }, [
      refund(1, [true]),
      refund(2, [true, false]),
      refund(2, []),
      refund(3, []),
    ]);
    expect(order.refunds.map(({ externalId, amount }) => [externalId, amount])).toEqual([
      ['2', 15_000n],
      ['3', 15_000n],
    ]);
  });

  it('says the language of the checkout, of accounts and guests, where there is one', () => {
    expect(mapped({ customer_id: 7, customer_locale: 'fr-CA' }).order.language).toBe('fr-CA');
    expect(mapped({ customer_id: 0, customer_locale: 'en' }).order.language).toBe('en');
    for (const locale of [undefined, null, '', {}]) {
      expect(mapped({ customer_locale: locale }).order).not.toHaveProperty('language');
    }
  });

  it('refuses what has no usable amount, time or currency', () => {
    expect(() => mapped({ total_inc_tax: {} })).toThrow('amount');
    expect(() => mapped({ date_created: '' })).toThrow('time');
    expect(() =>
      mapOrder(
        { order: wire({ default_currency_code: '', store_default_currency_code: '' }), lines: [], refunds: [] },
        null,
      ),
    ).toThrow('currency');
  });
});
