import { revenueEffect } from '#libs/lift';
import { describe, expect, it } from 'vitest';
import type { PlatformSums } from './won-back.repository.js';
import { wonBack } from './won-back.js';

const sums = (n: number, perHead: number) => ({
  n,
  x: n / 2,
  sumX: n,
  sumXX: 2 * n,
  sumY: n * perHead,
  sumYY: n * perHead ** 2 + n,
  sumXY: n * perHead,
});

const group = (experimentId: string, held: boolean, change: Partial<PlatformSums> = {}): PlatformSums => ({
  platform: 'platform-a',
  currency: 'USD',
  experimentId,
  percent: 50,
  held,
  revenue: sums(100, held ? 4 : 10),
  orders: sums(100, held ? 1 : 2),
  ...change,
});

describe('what emails of a platform have won back', () => {
  it('is the effect of an experiment, and its interval', () => {
    const rows = [group('one', false), group('one', true)];
    const { incremental } = revenueEffect({ percent: 50, treated: sums(100, 10), holdout: sums(100, 4) });
    const [first, ...others] = wonBack(rows);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ platform: 'platform-a', currency: 'USD' });
    expect(first?.revenue.estimate).toBeCloseTo(600);
    expect(first?.orders.estimate).toBeCloseTo(100);
    expect(first?.revenue.low).toBeCloseTo(incremental.low);
    expect(first?.revenue.high).toBeCloseTo(incremental.high);
  });

  it('adds up experiments, whose joint interval is narrower than the sum of theirs', () => {
    const two = ['one', 'two'].flatMap((id) => [group(id, false), group(id, true)]);
    const [one] = wonBack(two.slice(0, 2));
    const [both] = wonBack(two);
    const half = (figures = one): number => (figures ? figures.revenue.high - figures.revenue.estimate : 0);
    expect(both?.revenue.estimate).toBeCloseTo(1_200);
    expect(half(both)).toBeCloseTo(half() * Math.SQRT2);
  });

  it('is kept apart by platform and currency, and leaves out experiments that say nothing', () => {
    const elsewhere = { platform: 'platform-b', currency: 'EUR' };
    const rows = [
      group('one', false),
      group('one', true),
      group('two', false, elsewhere),
      group('two', true, elsewhere),
      group('alone', false),
      group('few', false),
      group('few', true, { revenue: sums(1, 4), orders: sums(1, 1) }),
    ];
    expect(wonBack(rows).map(({ platform, currency }) => `${platform} ${currency}`)).toEqual([
      'platform-a USD',
      'platform-b EUR',
    ]);
    expect(wonBack(rows)[0]?.revenue.estimate).toBeCloseTo(600);
  });
});
