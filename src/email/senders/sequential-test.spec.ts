import { describe, expect, it } from 'vitest';
import { COMPLAINTS, HARD_BOUNCES, isTooMuch, type RateLimit } from './sequential-test.js';

/** A generator of pseudo-random numbers from 0 to 1 (mulberry32). Equal seeds give equal numbers. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Sends emails one by one, with a test after each case. Returns where it was paused; undefined where it never was. */
function pausedAt(limit: RateLimit, rate: number, most: number, seed: number) {
  const random = generator(seed);
  let [emails, cases] = [0, 0];
  for (;;) {
    // The number of emails up to the next case has a geometric distribution.
    emails += 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - rate));
    if (emails > most) return undefined;
    cases += 1;
    if (isTooMuch(limit, emails, cases)) return { emails, cases };
  }
}
const runs = (limit: RateLimit, rate: number, most: number, count = 2_000) =>
  Array.from({ length: count }, (_, seed) => pausedAt(limit, rate, most, seed + 1)).filter((run) => run !== undefined);

describe('the limit of complaints', () => {
  it('is passed by few senders with 0.1 %, however often it is tested', () => {
    expect(runs(COMPLAINTS, 0.001, 100_000).length / 2_000).toBeLessThan(0.02);
  });

  it('is passed by hardly any sender with 0.05 %', () => {
    expect(runs(COMPLAINTS, 0.0005, 100_000).length / 2_000).toBeLessThan(0.002);
  });

  it.each([
    [0.003, 30_000, 0.99],
    [0.005, 10_000, 0.99],
    [0.01, 2_000, 0.98],
    [0.05, 300, 0.98],
  ])('is passed at a rate of %d within %d emails by almost all', (rate, most, share) => {
    expect(runs(COMPLAINTS, rate, most).length / 2_000).toBeGreaterThan(share);
  });

  it('is passed at 0.3 % at the latest, from 3,350 emails on', () => {
    for (let emails = 3_350; emails <= 1_000_000; emails = Math.ceil(emails * 1.01)) {
      expect(isTooMuch(COMPLAINTS, emails, Math.ceil(emails * 0.003))).toBe(true);
    }
  });

  it.each([
    [1, 1, false],
    [20, 2, false],
    [20, 3, true],
    [100, 3, true],
    [400, 3, false],
    [200, 4, true],
    [1_000, 3, false],
    [1_000, 6, true],
    [10_000, 12, false],
    [10_000, 30, true],
  ])('decides after %d emails with %d complaints: %s', (emails, complaints, expected) => {
    expect(isTooMuch(COMPLAINTS, emails, complaints)).toBe(expected);
  });
});

describe('the limit of hard bounces', () => {
  it('is passed by few senders with 2 %', () => {
    expect(runs(HARD_BOUNCES, 0.02, 20_000).length / 2_000).toBeLessThan(0.02);
  });

  it('is passed at 5 % within 1,500 emails by almost all', () => {
    expect(runs(HARD_BOUNCES, 0.05, 1_500).length / 2_000).toBeGreaterThan(0.98);
  });

  it('is not passed by a few bounces of a small run', () => {
    expect(isTooMuch(HARD_BOUNCES, 9, 9)).toBe(false);
  });
});
