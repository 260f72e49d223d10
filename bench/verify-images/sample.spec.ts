import { afterAll, describe, expect, it } from 'vitest';
import { Compositor } from '#libs/compositor';
import type { Case } from './case-parts.js';
import { caseAt, CASES } from './cases.js';
import { reportOf } from './report.js';
import { materialFor } from './material.js';
import { verify } from './verify.js';

/** A part of what `npm run images:verify` draws. The seed is fixed, so the images are the same in each run. */
const SEED = 1;
const SAMPLE = 200;
/** A grid costs twice as much time as a banner. */
const GRIDS = 30;

function sampleOf(kind: Case['kind'], count: number): Case[] {
  const all = Array.from({ length: SAMPLE * 2 }, (_, place) => caseAt(SEED, place));
  return all.filter((one) => one.kind === kind).slice(0, count);
}

describe('Banners and grids in all formats, scripts, brands and families', () => {
  const compositor = new Compositor({ threads: 2 });
  afterAll(() => compositor.close());

  it(`break no hard rule of the critic in a sample of ${SAMPLE}`, async () => {
    const material = await materialFor(compositor);
    const cases = sampleOf('banner', SAMPLE - GRIDS).concat(sampleOf('grid', GRIDS));
    const outcomes = await Promise.all(cases.map(async (one) => verify(compositor, one, material)));
    expect(
      outcomes.filter(({ faults }) => faults.length > 0),
      reportOf(outcomes),
    ).toEqual([]);
    const served = outcomes.filter(({ family, served }) => family === served);
    expect(served.length / SAMPLE, reportOf(outcomes)).toBeGreaterThan(0.6);
  }, 180_000);

  it('are each asked for once, in any order of the same seed', () => {
    const numbers = Array.from({ length: CASES }, (_, place) => caseAt(SEED, place).number);
    expect(new Set(numbers).size).toBe(CASES);
    expect(caseAt(SEED, 7)).toEqual(caseAt(SEED, 7));
  });
});
