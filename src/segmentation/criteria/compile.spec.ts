import { describe, expect, it } from 'vitest';
import { Binder } from './binder.js';
import { type CompiledCriteria, compileCriteria } from './compile.js';

import type { CustomerFacts } from './facts.js';
import { CRITERIA, CRITERION_KEYS } from './registry.js';
import type { RfmBoundaries } from './rfm.js';

const compiled = (given: unknown): CompiledCriteria => {
  const result = compileCriteria(given);
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  return result.criteria;
};
const errorsOf = (given: unknown) => {
  const result = compileCriteria(given, '/segments/0/criteria');
  return 'errors' in result ? result.errors : [];
};

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 2, 1, 12);
const facts = (given: Partial<CustomerFacts> = {}): CustomerFacts => ({
  ordersCount: 0,
  totalSpent: 0n,
  largestOrder: null,
  firstOrderAt: null,
  lastOrderAt: null,
  marketing: 'unknown',
  email: null,
  country: null,
  productIds: new Set(),
  ...given,
});
const RFM: RfmBoundaries = {
  recency: [1, 2, 3, 4].map((week) => NOW - (5 - week) * 7 * DAY),
  frequency: [1, 1, 2, 4],
  monetary: [10_0000n, 20_0000n, 50_0000n, 100_0000n],
};
const holds = (criteria: unknown, given: Partial<CustomerFacts>, now = NOW): boolean =>
  compiled(criteria).holds(facts(given), { now, rfm: RFM });

const ONE_ORDER = { ordersCount: 1, firstOrderAt: NOW - 30 * DAY, lastOrderAt: NOW - 30 * DAY };

describe('criteria', () => {
  it.each<[string, unknown, Partial<CustomerFacts>, boolean]>([
    ['at the amount', { minPurchaseAmount: 100 }, { totalSpent: 100_0000n }, true],
    ['a ten-thousandth below', { minPurchaseAmount: '100.00' }, { totalSpent: 99_9999n }, false],
    ['at the most', { maxPurchaseAmount: 100 }, { totalSpent: 100_0000n }, true],
    ['a ten-thousandth above', { maxPurchaseAmount: '100' }, { totalSpent: 100_0001n }, false],
    ['nothing spent', { maxPurchaseAmount: 100 }, {}, true],
    ['orders', { minOrders: 2 }, { ordersCount: 2 }, true],
    ['too few orders', { minOrders: 2 }, { ordersCount: 1 }, false],
    ['not too many orders', { maxOrders: 2 }, { ordersCount: 2 }, true],
    ['too many orders', { maxOrders: 2 }, { ordersCount: 3 }, false],
    // 100 / 3 has no finite decimal form: the exact average is between 33.3333 and 33.3334.
    ['an average above', { minAverageOrderAmount: '33.3333' }, { ordersCount: 3, totalSpent: 100_0000n }, true],
    ['an average below', { minAverageOrderAmount: '33.3334' }, { ordersCount: 3, totalSpent: 100_0000n }, false],
    ['an average at most', { maxAverageOrderAmount: '33.3333' }, { ordersCount: 3, totalSpent: 100_0000n }, false],
    ['no average', { maxAverageOrderAmount: 1000 }, {}, false],
    ['no average, at least 0', { minAverageOrderAmount: 0 }, {}, false],
    ['a large order', { minSingleOrderAmount: 50 }, { largestOrder: 50_0000n }, true],
    ['no large order', { minSingleOrderAmount: 50 }, { largestOrder: 49_9999n }, false],
    ['no order at all', { minSingleOrderAmount: 0 }, {}, false],
    ['old to the instant', { lastOrderOlderThanDays: 30 }, ONE_ORDER, true],
    [
      'a millisecond too young',
      { lastOrderOlderThanDays: 30 },
      { ...ONE_ORDER, lastOrderAt: NOW - 30 * DAY + 1 },
      false,
    ],
    ['just not within', { lastOrderWithinDays: 30 }, ONE_ORDER, false],
    ['within by a millisecond', { lastOrderWithinDays: 30 }, { ...ONE_ORDER, lastOrderAt: NOW - 30 * DAY + 1 }, true],
    ['never ordered, so not old', { lastOrderOlderThanDays: 30 }, {}, false],
    ['never ordered, so not within', { lastOrderWithinDays: 30 }, {}, false],
    ['a first order of old', { firstOrderOlderThanDays: 30 }, ONE_ORDER, true],
    ['a first order of late', { firstOrderWithinDays: 31 }, ONE_ORDER, true],
    ['no orders', { noOrders: true }, {}, true],
    ['an order', { noOrders: true }, { ordersCount: 1 }, false],
    ['a product', { purchasedProductIds: ['1', '2'] }, { productIds: new Set(['2']) }, true],
    ['other products', { purchasedProductIds: ['1', '2'] }, { productIds: new Set(['3']) }, false],
    ['none of the products', { notPurchasedProductIds: ['1', '2'] }, { productIds: new Set(['3']) }, true],
    ['one of the products', { notPurchasedProductIds: ['1', '2'] }, { productIds: new Set(['1', '3']) }, false],
    ['consent', { marketing: 'subscribed' }, { marketing: 'subscribed' }, true],
    ['no consent', { marketing: 'subscribed' }, {}, false],
    ['the domain', { emailDomains: ['Example.com'] }, { email: 'a@example.com' }, true],
    ['below the domain', { emailDomains: ['example.com'] }, { email: 'a@shop.example.com' }, true],
    ['half a label', { emailDomains: ['example.com'] }, { email: 'a@notexample.com' }, false],
    ['a name before the @', { emailDomains: ['example.com'] }, { email: 'example.com@other.org' }, false],
    ['the domain alone', { emailDomains: ['@example.com'] }, { email: 'a@shop.example.com' }, false],
    ['no address', { emailDomains: ['example.com'] }, {}, false],
    ['the country', { countries: ['de', 'AT'] }, { country: 'DE' }, true],
    ['no country', { countries: ['DE'] }, {}, false],
    ['the best fifth', { rfm: { recency: [5, 5] } }, { ordersCount: 1, lastOrderAt: NOW }, true],
    ['on a boundary', { rfm: { monetary: [1, 1] } }, { ordersCount: 1, lastOrderAt: 0, totalSpent: 10_0000n }, true],
    ['all parts', { rfm: { recency: [1, 1], frequency: [1, 1] } }, { ordersCount: 2, lastOrderAt: 0 }, false],
    ['no orders, no fifth', { rfm: { recency: [1, 5] } }, {}, false],
    ['both of all', { all: [{ minOrders: 1 }, { maxOrders: 1 }] }, { ordersCount: 1 }, true],
    ['one of any', { any: [{ minOrders: 5 }, { noOrders: true }] }, {}, true],
    ['none of any', { any: [{ minOrders: 5 }, { minPurchaseAmount: 1 }] }, {}, false],
    ['not', { not: { minOrders: 5, maxOrders: 9 } }, { ordersCount: 4 }, true],
    ['not what holds', { not: { minOrders: 5, maxOrders: 9 } }, { ordersCount: 5 }, false],
    ['a key beside a group', { minOrders: 1, any: [{ marketing: 'subscribed' }] }, { ordersCount: 1 }, false],
  ])('%s: %j', (_what, criteria, given, expected) => {
    expect(holds(criteria, given)).toBe(expected);
  });

  it.each(CRITERION_KEYS)('%s reads the example of its schema', (key) => {
    expect(errorsOf({ [key]: CRITERIA[key].schema.example })).toEqual([]);
  });

  it('gives two spellings of one definition the same canonical form', () => {
    const first = compiled({ minPurchaseAmount: 100, any: [{ countries: ['DE', 'AT'] }, { minOrders: 2 }] });
    const second = { any: [{ minOrders: 2 }, { countries: ['at', 'DE', 'AT'] }], minPurchaseAmount: '100.0' };
    expect(compiled(second).canonical).toBe(first.canonical);
    expect(compiled({ ...second, minPurchaseAmount: '100.01' }).canonical).not.toBe(first.canonical);
    expect(compiled({ all: second.any, minPurchaseAmount: 100 }).canonical).not.toBe(first.canonical);
  });

  it('binds every value, and each only once', () => {
    const binder = new Binder(['retailer']);
    const criteria = { minPurchaseAmount: '0.5', minOrders: 3, not: { maxOrders: 3 } };
    expect(compiled(criteria).sql({ binder, now: 'now()', rfm: null, orders: 'orders' })).toBe(
      '(coalesce(c.total_spent >= $2::numeric, false) AND c.orders_count >= $3::integer AND NOT (c.orders_count <= $3::integer))',
    );
    expect(binder.values).toEqual(['retailer', '0.5000', 3]);
  });
});

const nested = (levels: number): object => (levels === 0 ? { minOrders: 1 } : { not: nested(levels - 1) });
const unknown = `is not a known criterion; known are ${CRITERION_KEYS.join(', ')}, all, any, not`;

describe('compileCriteria', () => {
  it.each([
    [{ minOrder: 1 }, '/minOrder', unknown],
    [{ minOrders: -1 }, '/minOrders', 'must not be negative'],
    [{ minOrders: 1.5 }, '/minOrders', 'must be a whole number'],
    [{ minOrders: '2' }, '/minOrders', 'must be a whole number'],
    [{ lastOrderWithinDays: 36_501 }, '/lastOrderWithinDays', 'must be at most 36500'],
    [{ minPurchaseAmount: '-0.01' }, '/minPurchaseAmount', 'must not be negative'],
    [{ minPurchaseAmount: true }, '/minPurchaseAmount', 'must be a number or a decimal string'],
    [
      { minPurchaseAmount: 1e21 },
      '/minPurchaseAmount',
      'must be a decimal with at most 15 digits before the point and 4 behind it',
    ],
    [
      { minPurchaseAmount: 0.1 + 0.2 },
      '/minPurchaseAmount',
      'is 0.30000000000000004, the binary float of 0.30, with more than 4 decimals; send "0.30" as a string',
    ],
    [
      { minPurchaseAmount: 1.1 * 3 },
      '/minPurchaseAmount',
      'is 3.3000000000000003, the binary float of 3.30, with more than 4 decimals; send "3.30" as a string',
    ],
    [
      { minPurchaseAmount: '0.30000000000000004' },
      '/minPurchaseAmount',
      'has more than 4 decimals; the nearest amount is 0.30: send "0.30" as a string',
    ],
    [
      { minPurchaseAmount: 0.12345 },
      '/minPurchaseAmount',
      'has more than 4 decimals; the nearest amount is 0.1235: send "0.1235" as a string',
    ],
    [
      { minPurchaseAmount: 1e-7 },
      '/minPurchaseAmount',
      'has more than 4 decimals; the nearest amount is 0.00: send "0.00" as a string',
    ],
    [{ minOrders: 3, maxOrders: 2 }, '/minOrders', 'must not be above maxOrders'],
    [
      { not: { minPurchaseAmount: '10.01', maxPurchaseAmount: 10 } },
      '/not/minPurchaseAmount',
      'must not be above maxPurchaseAmount',
    ],
    [
      { minAverageOrderAmount: 2, maxAverageOrderAmount: 1 },
      '/minAverageOrderAmount',
      'must not be above maxAverageOrderAmount',
    ],
    [{ noOrders: false }, '/noOrders', 'must be true'],
    [{ marketing: 'yes' }, '/marketing', 'must be one of subscribed, unsubscribed, unknown'],
    [{ countries: 'DE' }, '/countries', 'must be a list of ISO 3166 alpha-2 codes'],
    [{ countries: [] }, '/countries', 'must have at least one value'],
    [{ countries: ['XX'] }, '/countries', 'must be a list of ISO 3166 alpha-2 codes; value 1 is not valid'],
    [{ countries: ['gb', 'UK'] }, '/countries', 'must be a list of ISO 3166 alpha-2 codes; value 2 is not valid'],
    [{ countries: ['DE', 'GER'] }, '/countries', 'must be a list of ISO 3166 alpha-2 codes; value 2 is not valid'],
    [{ purchasedProductIds: Array(201).fill('1') }, '/purchasedProductIds', 'must have at most 200 values'],
    [
      { purchasedProductIds: [1] },
      '/purchasedProductIds',
      'must be a list of product ids of 1 to 64 characters; value 1 is not valid',
    ],
    [
      { emailDomains: ['a@b.c'] },
      '/emailDomains',
      'must be a list of domains such as example.com; value 1 is not valid',
    ],
    [{ rfm: { recency: [5, 4] } }, '/rfm', 'recency must be a range of two whole numbers from 1 to 5, such as [4, 5]'],
    [{ rfm: { size: [1, 2] } }, '/rfm', 'size is not one of recency, frequency, monetary'],
    [{ rfm: {} }, '/rfm', 'must have at least one of recency, frequency, monetary'],
    [{ all: [] }, '/all', 'must be a list of criteria'],
    [{ any: { minOrders: 1 } }, '/any', 'must be a list of criteria'],
    [{ any: [{ minOrders: 1 }, {}] }, '/any/1', 'must have at least one criterion'],
    [{ not: [] }, '/not', 'must be an object of criteria'],
    [nested(5), '/not/not/not/not/not', 'is nested deeper than 5 levels'],
    [{ 'a/b~c': 1 }, '/a~1b~0c', unknown],
    [JSON.parse('{"__proto__":{"minOrders":1}}'), '/__proto__', unknown],
    [{ constructor: 1 }, '/constructor', unknown],
    [{}, '', 'must have at least one criterion'],
    [[], '', 'must be an object of criteria'],
    [null, '', 'must be an object of criteria'],
  ])('refuses %j with a pointer', (given, pointer, detail) => {
    expect(errorsOf(given)).toEqual([{ pointer: `/segments/0/criteria${pointer}`, detail }]);
  });

  it('accepts at most five levels and a hundred criteria', () => {
    expect(errorsOf(nested(4))).toEqual([]);
    const any = Array.from({ length: 99 }, (_, minOrders) => ({ minOrders }));
    expect(errorsOf({ any })).toEqual([]);
    expect(errorsOf({ any: [...any, { minOrders: 99 }] })).toEqual([
      { pointer: '/segments/0/criteria/any/99', detail: 'has more than 100 criteria in all' },
    ]);
  });

  it('stops at the limit, however long the rest is', () => {
    const any = Array.from({ length: 50_000 }, () => ({ minOrders: -1 }));
    expect(errorsOf({ any })).toHaveLength(100);
  });

  it('lists every mistake at once', () => {
    expect(errorsOf({ minOrders: -1, x: 1, not: { y: 1 } })).toHaveLength(3);
  });
});

describe('an explanation', () => {
  it('names fact, threshold and the orders that count, down the tree', () => {
    const orders = [
      { externalId: 'second', orderedAt: NOW - DAY, net: 90_0000n, otherCurrency: false, productIds: ['7'] },
      { externalId: 'abroad', orderedAt: NOW - 5 * DAY, net: 99_0000n, otherCurrency: true, productIds: [] },
      { externalId: 'first', orderedAt: NOW - 9 * DAY, net: 10_0000n, otherCurrency: false, productIds: ['8'] },
    ];
    const known = facts({
      ordersCount: 2,
      totalSpent: 100_0000n,
      largestOrder: 90_0000n,
      firstOrderAt: NOW - 9 * DAY,
      lastOrderAt: NOW - DAY,
      email: 'jane@example.com',
      productIds: new Set(['8']),
    });
    const criteria = {
      minSingleOrderAmount: 50,
      any: [{ lastOrderOlderThanDays: 30 }, { purchasedProductIds: ['8'] }],
      not: { emailDomains: ['example.com'] },
    };
    expect(compiled(criteria).explain(known, { now: NOW, rfm: null }, orders)).toEqual({
      key: 'all',
      holds: false,
      children: [
        { key: 'minSingleOrderAmount', operator: '>=', value: '50.00', fact: '90.00', holds: true, orders: ['second'] },
        {
          key: 'any',
          holds: true,
          children: [
            {
              key: 'all',
              holds: false,
              children: [
                {
                  key: 'lastOrderOlderThanDays',
                  operator: 'older_than_days',
                  value: 30,
                  fact: new Date(NOW - DAY).toISOString(),
                  holds: false,
                  orders: ['second'],
                },
              ],
            },
            {
              key: 'all',
              holds: true,
              children: [
                {
                  key: 'purchasedProductIds',
                  operator: 'any_of',
                  value: ['8'],
                  fact: ['8'],
                  holds: true,
                  orders: ['first'],
                },
              ],
            },
          ],
        },
        {
          key: 'not',
          holds: false,
          children: [
            {
              key: 'all',
              holds: true,
              children: [
                {
                  key: 'emailDomains',
                  operator: 'ends_in',
                  value: ['example.com'],
                  fact: '@example.com',
                  holds: true,
                },
              ],
            },
          ],
        },
      ],
    });
  });
});
