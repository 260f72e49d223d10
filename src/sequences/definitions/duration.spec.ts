import { describe, expect, it } from 'vitest';
import { DAY_MS, durationMs } from './duration.js';

describe('durationMs', () => {
  it.each([
    ['PT0S', 0],
    ['PT3S', 3_000],
    ['PT0.5S', 500],
    ['PT1.25S', 1_250],
    ['PT90M', 90 * 60_000],
    ['P2D', 2 * DAY_MS],
    ['P1W', 7 * DAY_MS],
    ['P1DT12H', 1.5 * DAY_MS],
    ['P366D', 366 * DAY_MS],
  ])('reads %s', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each(['', 'P', 'PT', 'P1DT', 'P1M', 'P1Y', 'PT1S ', '-PT1S', 'P-1D', 'pt1s', '3 days', 'P1.5D', 'P1H', 'P367D'])(
    'refuses %j',
    (text) => {
      expect(durationMs(text)).toBeUndefined();
    },
  );
});
