import { entityId } from '#libs/kernel';
import { describe, expect, it } from 'vitest';
import { estimateOf } from './estimate.js';

const RETAILER = '68040284-6c68-54d6-b121-4050c2ed7620';
const [STORES, CUSTOMERS, FIRST] = [100, 1_000, 200];

/** The ids of each store's customers, the lowest first. */
const stores = Array.from({ length: STORES }, (_s, store) =>
  Array.from({ length: CUSTOMERS }, (_c, n) => entityId(RETAILER, 'customer', `${store}/${n}`)).toSorted(),
);

describe('an estimate', () => {
  it.each([0.72, 0.05])('from the first customers has the number within its limits, for a share of %d', (share) => {
    let within = 0;
    let sum = 0;
    for (const ids of stores) {
      const meets = (id: string): boolean => Number.parseInt(id.slice(-6), 16) < share * 16 ** 6;
      const { about, low, high } = estimateOf(ids.slice(0, FIRST).filter(meets).length, ids[FIRST - 1] ?? '');
      const number = ids.filter(meets).length;
      if (low <= number && number <= high) within += 1;
      sum += about / number;
    }
    expect(within / STORES).toBeGreaterThan(0.93);
    expect(sum / STORES).toBeCloseTo(1, 1);
  });

  it('of nobody among a thousandth of all ids says that there may be thousands', () => {
    expect(estimateOf(0, '00418937-4bc6-5fff-bfff-ffffffffffff')).toEqual({ about: 0, low: 0, high: 3_920 });
  });

  it('never says fewer than were found', () => {
    expect(estimateOf(3, 'ffffffff-ffff-ffff-ffff-ffffffffffff')).toEqual({ about: 3, low: 3, high: 9 });
  });
});
