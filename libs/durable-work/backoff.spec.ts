import { describe, expect, it } from 'vitest';
import { nextRunAfter, nextRuns, pauseAfter } from './backoff.js';

const least = (): number => 0;
const most = (): number => 1;

describe('pauseAfter', () => {
  it('doubles the pause with each failure, up to the longest', () => {
    const policy = { firstMs: 1_000, longestMs: 5_000, jitter: 0 };
    expect([1, 2, 3, 4, 5].map((failures) => pauseAfter(policy, failures))).toEqual([
      1_000, 2_000, 4_000, 5_000, 5_000,
    ]);
  });

  it('makes the part of the pause random that jitter names', () => {
    expect([least, most].map((random) => pauseAfter({ firstMs: 1_000, jitter: 0.5 }, 1, random))).toEqual([500, 1_000]);
    expect([least, most].map((random) => pauseAfter({ firstMs: 1_000, jitter: 1 }, 2, random))).toEqual([0, 2_000]);
  });

  it('stays finite after any number of failures', () => {
    expect(pauseAfter({ firstMs: 1_000, jitter: 0 }, 5_000)).toBe(1_000 * 2 ** 30);
  });

  it.each([
    [60, 500, [60, 120, 240, 480, 500]],
    [60, 240, [60, 120, 240]],
    [60, 60, [60]],
    [60, 20, [20]],
  ])('from %i to %i has the next runs %j', (firstMs, longestMs, pauses) => {
    const runs = nextRuns({ firstMs, longestMs, jitter: 0 }, 1_000);
    expect(runs.map((at) => at.getTime() - 1_000)).toEqual(pauses);
  });

  it('nextRunAfter gives work up after its last run', () => {
    const policy = { firstMs: 1_000, jitter: 0, runs: 3 };
    expect([1, 2, 3, 4].map((failures) => nextRunAfter(policy, failures))).toEqual([
      1_000,
      2_000,
      undefined,
      undefined,
    ]);
  });
});
