import { describe, expect, it } from 'vitest';
import type { CustomerFacts } from './facts.js';
import { instantsBetween, nextChange, nextChangeSql } from './next-change.js';
import { Binder } from './binder.js';
import { type CompiledCriteria, compileCriteria } from './compile.js';

const DAY = 86_400_000;
const NOW = Date.parse('2026-06-01T00:00:00Z');

function compiled(criteria: object): CompiledCriteria {
  const result = compileCriteria(criteria);
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  return result.criteria;
}

const lastOrdered = (daysAgo: number): CustomerFacts => ({
  ordersCount: 1,
  totalSpent: 0n,
  largestOrder: null,
  firstOrderAt: NOW - daysAgo * DAY,
  lastOrderAt: NOW - daysAgo * DAY,
  marketing: 'unknown',
  email: null,
  country: null,
  productIds: new Set(),
});

describe('nextChange', () => {
  const after = (criteria: object, daysAgo: number): number | undefined => {
    const next = nextChange(compiled(criteria), lastOrdered(daysAgo), { now: NOW, rfm: null });
    return next === undefined ? undefined : (next - NOW) / DAY;
  };

  it.each([
    ['is the instant at which one criterion begins to hold', { lastOrderOlderThanDays: 90 }, 30, 60],
    ['is the instant at which one criterion ceases to hold', { lastOrderWithinDays: 90 }, 30, 60],
    ['is undefined once the instant has passed', { lastOrderOlderThanDays: 90 }, 90, undefined],
    ['is undefined for criteria that time never changes', { minOrders: 1 }, 30, undefined],
    [
      'skips an instant that changes a criterion and not the membership',
      { any: [{ lastOrderWithinDays: 40 }, { lastOrderWithinDays: 90 }] },
      30,
      60,
    ],
    [
      'is undefined where another criterion keeps the customer out',
      { lastOrderOlderThanDays: 90, minOrders: 2 },
      30,
      undefined,
    ],
  ])('%s', (_title, criteria, daysAgo, expected) => {
    expect(after(criteria, daysAgo)).toBe(expected);
  });
});

describe('instantsBetween', () => {
  it('excludes the first instant, includes the last and sorts the others', () => {
    const criteria = compiled({ any: [20, 10, 15, 5].map((days) => ({ lastOrderOlderThanDays: days })) });
    const facts = lastOrdered(0);
    expect(instantsBetween(criteria, facts, NOW + 5 * DAY, NOW + 20 * DAY)).toEqual(
      [10, 15, 20].map((days) => NOW + days * DAY),
    );
  });
});

describe('nextChangeSql', () => {
  it.each([1, 5, 20])(
    'contains each of %i conditions that time does not change twice, for any number of instants',
    (count) => {
      const pairs = Array.from({ length: count }, (_, n) => ({
        lastOrderOlderThanDays: 100 + n,
        purchasedProductIds: [String(n)],
      }));
      const { at, known } = nextChangeSql(compiled({ any: pairs }), {
        binder: new Binder(),
        now: 'now()',
        rfm: null,
        orders: 'o',
      });
      const asked = [at, ...known].join(' ').match(/EXISTS/g);
      expect(asked).toHaveLength(2 * count);
      expect(at).not.toContain('EXISTS');
    },
  );
});
