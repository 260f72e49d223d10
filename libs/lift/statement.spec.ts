import { describe, expect, it } from 'vitest';
import { logGamma } from './log-beta.js';
import { LIFT_LANGUAGES, liftResult, liftSentences } from './statement.js';
import type { GroupSums } from './experiment.js';
import { windowInWords } from './texts/duration.js';

const group = (n: number, x: number, rest: Partial<GroupSums> = {}): GroupSums => ({
  n,
  x,
  sumY: 0,
  sumYY: 0,
  sumX: 0,
  sumXX: 0,
  sumXY: 0,
  ...rest,
});
/** The worked example of a proven effect: 20 percent held back. */
const PROVEN = {
  percent: 20,
  treated: group(1_612, 190, {
    sumY: 11_752.64,
    sumYY: 1_097_140.5606,
    sumX: 158_610.38,
    sumXX: 35_289_868.5184,
    sumXY: 1_175_558.7955,
  }),
  holdout: group(388, 21, {
    sumY: 1_276.93,
    sumYY: 115_464.8187,
    sumX: 36_764.05,
    sumXX: 8_325_710.6941,
    sumXY: 124_633.4693,
  }),
};

describe('The statement about lift', () => {
  it('says nothing where no group was held back, nobody has finished, or a group is empty', () => {
    const status = (percent: number, treated: number, holdout: number): string =>
      liftResult({ percent, treated: group(treated, 0), holdout: group(holdout, 0) }).status;
    expect([status(0, 10, 0), status(20, 0, 0), status(50, 3, 0), status(20, 500, 0)]).toEqual([
      'off',
      'empty',
      'too_early',
      'split_broken',
    ]);
  });

  it('judges the split by everybody assigned, with the open windows', () => {
    const groups = { percent: 20, treated: group(90, 9), holdout: group(10, 1) };
    expect(liftResult(groups).status).toBe('too_early');
    expect(liftResult(groups, { percent: 20, treated: 900, holdout: 100 }).status).toBe('split_broken');
  });

  it('speaks of customers and of money where both are compared', () => {
    const result = liftResult(PROVEN);
    expect(liftSentences(PROVEN, result, { language: 'en', windowDays: 14, currency: 'USD' })).toEqual([
      '190 of 1612 came back (11.8 %); of the 388 who got nothing 21 did (5.4 %). ' +
        'The e-mails brought back about 103 customers (26 to 161).',
      'About $6,442 more revenue ($1,194 to $11,690).',
    ]);
  });

  it('has words for every result in every language', () => {
    const many = [
      { percent: 0, treated: group(1, 1), holdout: group(0, 0) },
      { percent: 20, treated: group(0, 0), holdout: group(0, 0) },
      { percent: 20, treated: group(900, 60), holdout: group(100, 5) },
      { percent: 20, treated: group(48, 5), holdout: group(12, 1) },
      { percent: 25, treated: group(60, 12), holdout: group(20, 3) },
      { percent: 50, treated: group(500, 20), holdout: group(500, 60) },
      PROVEN,
    ];
    for (const language of LIFT_LANGUAGES) {
      const sentences = many.flatMap((groups) =>
        liftSentences(groups, liftResult(groups), { language, windowDays: 14, currency: 'EUR' }),
      );
      expect(new Set(sentences).size).toBe(sentences.length);
      for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|NaN|null/);
    }
  });

  it.each([
    [14, '14 days'],
    [1, '1 day'],
    [0.5, '12 hours'],
    [1 / 24, '1 hour'],
    [0.0125, '18 minutes'],
    [0.0001, '9 seconds'],
  ])('writes a window of %s days as %s', (windowDays, words) => {
    expect(windowInWords('en', windowDays)).toBe(words);
  });

  it('uses the singular for one customer', () => {
    const one = { percent: 50, treated: group(20, 5), holdout: group(20, 5) };
    const [sentence] = liftSentences(one, liftResult(one), { language: 'en', windowDays: 14, currency: 'USD' });
    expect(sentence).toMatch(/^5 of 20 came back; of the 20 who got nothing 5 did: we cannot yet tell\./);
  });
});

describe('logGamma', () => {
  it('gives the logarithms of factorials and of the square root of pi', () => {
    expect(logGamma(1)).toBeCloseTo(0, 14);
    expect(logGamma(5)).toBeCloseTo(Math.log(24), 14);
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 14);
    expect(logGamma(171) / 706.5730622457874).toBeCloseTo(1, 14);
  });
});
