import { describe, expect, it } from 'vitest';
import { Random } from '#libs/random';
import { customersEffect } from '../customers.js';
import { compareVariants, totalCounts, type VariantEpoch } from './compare-variants.js';
import { equalShares, LEAST_SHARE, thompsonShares } from './thompson.js';

describe('compareVariants', () => {
  it('says of two equal shares what the test of customers says', () => {
    const groups = { percent: 50, treated: { n: 500, x: 60 }, holdout: { n: 500, x: 30 } };
    const wanted = customersEffect(groups);
    const [got] = compareVariants([{ shares: [50, 50], counts: [groups.treated, groups.holdout] }]);
    expect(got?.verdict).toBe('better');
    expect(got?.pValue).toBeCloseTo(wanted.pValue, 6);
    expect(got?.relativeLift.estimate).toBeCloseTo(1, 9);
    expect(got?.relativeLift.low).toBeCloseTo(wanted.relativeLift.low, 4);
    expect(got?.relativeLift.high).toBeCloseTo(wanted.relativeLift.high ?? NaN, 4);
  });

  it('corrects for the number of comparisons', () => {
    const two = [
      { n: 500, x: 60 },
      { n: 500, x: 30 },
    ];
    const [alone] = compareVariants([{ shares: [50, 50], counts: two }]);
    const four = compareVariants([{ shares: [25, 25, 25, 25], counts: [...two, ...two] }]);
    expect(four).toHaveLength(6);
    expect(four[0]?.pValue).toBeCloseTo(6 * (alone?.pValue ?? NaN), 6);
    expect(four[0]?.relativeLift.low).toBeLessThan(alone?.relativeLift.low ?? NaN);
  });

  it('compares within epochs: a good season of the larger share proves nothing', () => {
    const epochs = [
      {
        shares: [10, 90],
        counts: [
          { n: 100, x: 2 },
          { n: 900, x: 18 },
        ],
      },
      {
        shares: [90, 10],
        counts: [
          { n: 900, x: 270 },
          { n: 100, x: 30 },
        ],
      },
    ];
    expect(totalCounts(epochs)).toEqual([
      { n: 1_000, x: 272 },
      { n: 1_000, x: 48 },
    ]);
    const [got] = compareVariants(epochs);
    expect(got).toMatchObject({ verdict: 'unclear', pValue: 1 });
    expect(got?.relativeLift.estimate).toBeCloseTo(0, 9);
  });

  it('waits for 20 customers of each and 10 who came back, and leaves open what has no end', () => {
    const verdict = (n: number, x: number) =>
      compareVariants([
        {
          shares: [50, 50],
          counts: [
            { n, x },
            { n: 50, x: 0 },
          ],
        },
      ])[0];
    expect(verdict(19, 12)?.verdict).toBe('too_early');
    expect(verdict(50, 9)?.verdict).toBe('too_early');
    expect(verdict(50, 12)).toMatchObject({ verdict: 'better', relativeLift: { estimate: null, high: null } });
  });
});

interface World {
  readonly rates: readonly number[];
  readonly isBandit: boolean;
  /** The rates rise and fall with the season, alike for all variants. */
  readonly season: boolean;
}

const WEEKS = 12;
const PER_WEEK = 150;

/** Plays a sequence, and looks at all comparisons each week. Each week is an epoch. */
function play(world: World, random: Random): { alarm: boolean; epochs: VariantEpoch[] } {
  const epochs: VariantEpoch[] = [];
  let alarm = false;
  for (let week = 0; week < WEEKS; week += 1) {
    const first = equalShares(world.rates.length);
    const shares = world.isBandit && week > 0 ? thompsonShares(totalCounts(epochs), random) : first;
    const counts = world.rates.map(() => ({ n: 0, x: 0 }));
    const season = world.season ? 1 + 0.8 * Math.sin(week) : 1;
    for (let customer = 0; customer < PER_WEEK; customer += 1) {
      const place = random.uniform() * 100;
      let end = 0;
      const variant = shares.findIndex((share) => (end += share) > place);
      const count = counts[variant];
      if (!count) continue;
      count.n += 1;
      if (random.chance((world.rates[variant] ?? 0) * season)) count.x += 1;
    }
    epochs.push({ shares, counts });
    alarm ||= compareVariants(epochs).some(({ verdict }) => verdict === 'better' || verdict === 'worse');
  }
  return { alarm, epochs };
}

describe('Variants that do not differ', () => {
  it.each([
    ['with equal shares', false],
    ['with shares that follow the returns', true],
  ])('get a verdict in at most 5 of 100 sequences, in any of six comparisons and any week, %s', (_title, isBandit) => {
    const random = new Random(`variants/${isBandit}`);
    let alarms = 0;
    for (let sequence = 0; sequence < 200; sequence += 1) {
      const rate = 0.05 + 0.1 * random.uniform();
      if (play({ rates: Array<number>(4).fill(rate), isBandit, season: true }, random).alarm) alarms += 1;
    }
    expect(alarms).toBeLessThanOrEqual(10);
  });
});

describe('thompsonShares', () => {
  it('gives whole shares of 100 in all, at least the floor, the same for the same seed', () => {
    const counts = [
      { n: 200, x: 40 },
      { n: 200, x: 10 },
      { n: 100, x: 1 },
    ];
    const shares = thompsonShares(counts, new Random('a'));
    expect(shares).toEqual(thompsonShares(counts, new Random('a')));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
    expect(shares).toEqual([80, LEAST_SHARE, LEAST_SHARE]);
    expect(equalShares(3)).toEqual([34, 33, 33]);
  });

  it('gives most to the best variant, and proves it', () => {
    const { alarm, epochs } = play({ rates: [0.04, 0.12], isBandit: true, season: false }, new Random('best'));
    expect(epochs.at(-1)?.shares[1]).toBeGreaterThan(80);
    expect(alarm).toBe(true);
    expect(compareVariants(epochs)[0]?.verdict).toBe('worse');
  });
});
