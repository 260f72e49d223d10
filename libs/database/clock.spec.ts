import { describe, expect, it } from 'vitest';
import { doublingPauses } from './clock.js';

describe('pauses that double', () => {
  const of = (first: number, longest: number) =>
    doublingPauses(first, longest, 1_000).map((at) => at.getTime() - 1_000);

  it.each([
    [60, 500, [60, 120, 240, 480, 500]],
    [60, 240, [60, 120, 240]],
    [60, 60, [60]],
    [60, 20, [20]],
  ])('of %i up to %i are %j', (first, longest, pauses) => {
    expect(of(first, longest)).toEqual(pauses);
  });
});
