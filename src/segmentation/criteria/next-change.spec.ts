import { describe, expect, it } from 'vitest';
import { nextChangeSql } from './next-change.js';
import { Binder } from './binder.js';
import { compileCriteria } from './compile.js';

describe('nextChangeSql', () => {
  it.each([1, 5, 20])(
    'asks for each of %i conditions that time does not change twice, however many instants',
    (count) => {
      const pairs = Array.from({ length: count }, (_, n) => ({
        lastOrderOlderThanDays: 100 + n,
        purchasedProductIds: [String(n)],
      }));
      const result = compileCriteria({ any: pairs });
      if ('errors' in result) throw new Error(JSON.stringify(result.errors));
      const { at, known } = nextChangeSql(result.criteria, {
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
