import { describe, expect, it } from 'vitest';
import { Binder } from './criterion.js';
import { compileCriteria } from './compile.js';

const compiled = (given: unknown) => {
  const result = compileCriteria(given);
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  return result.criteria;
};
const errorsOf = (given: unknown) => {
  const result = compileCriteria(given, '/segments/0/criteria');
  return 'errors' in result ? result.errors : [];
};

describe('compileCriteria', () => {
  it.each([
    [{ minPurchaseAmount: 100 }, 100_0000n, 0, true],
    [{ minPurchaseAmount: '100.00' }, 99_9999n, 9, false],
    [{ minOrders: 2 }, 0n, 2, true],
    [{ minOrders: 2 }, 0n, 1, false],
    [{ minOrders: 2, minPurchaseAmount: 50 }, 50_0000n, 1, false],
    [{ minOrders: 2, minPurchaseAmount: 50 }, 50_0000n, 2, true],
  ])('%j for %s spent in %d orders is %s', (given, totalSpent, ordersCount, member) => {
    expect(compiled(given).holds({ totalSpent, ordersCount })).toBe(member);
  });

  it('takes two spellings of one definition as the same', () => {
    const first = compiled({ minPurchaseAmount: 100, minOrders: 2 });
    expect(compiled({ minOrders: 2, minPurchaseAmount: '100.0' }).canonical).toBe(first.canonical);
  });

  it('binds every value', () => {
    const binder = new Binder(['retailer']);
    expect(compiled({ minPurchaseAmount: '0.5', minOrders: 3 }).sql(binder)).toBe(
      '(c.total_spent >= $2::numeric AND c.orders_count >= $3::integer)',
    );
    expect(binder.values).toEqual(['retailer', '0.5000', 3]);
  });

  it.each([
    [{ minOrder: 1 }, '/minOrder', 'is not a known criterion; known are minPurchaseAmount, minOrders'],
    [{ minOrders: -1 }, '/minOrders', 'must not be negative'],
    [{ minOrders: 1.5 }, '/minOrders', 'must be a whole number'],
    [{ minOrders: '2' }, '/minOrders', 'must be a whole number'],
    [{ minPurchaseAmount: '-0.01' }, '/minPurchaseAmount', 'must not be negative'],
    [{ minPurchaseAmount: true }, '/minPurchaseAmount', 'must be a number or a decimal string'],
    [
      { minPurchaseAmount: 1e21 },
      '/minPurchaseAmount',
      'must be a decimal with at most 15 digits before the point and 4 behind it',
    ],
    [{ 'a/b~c': 1 }, '/a~1b~0c', 'is not a known criterion; known are minPurchaseAmount, minOrders'],
    [
      JSON.parse('{"__proto__":{"minOrders":1}}'),
      '/__proto__',
      'is not a known criterion; known are minPurchaseAmount, minOrders',
    ],
    [{}, '', 'must have at least one criterion'],
    [[], '', 'must be an object of criteria'],
    [null, '', 'must be an object of criteria'],
  ])('refuses %j with a pointer', (given, pointer, detail) => {
    expect(errorsOf(given)).toEqual([{ pointer: `/segments/0/criteria${pointer}`, detail }]);
  });

  it('lists every mistake at once', () => {
    expect(errorsOf({ minOrders: -1, x: 1 })).toHaveLength(2);
  });
});
