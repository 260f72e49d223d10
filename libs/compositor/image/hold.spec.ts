import { describe, expect, it } from 'vitest';
import { heldAcross, heldDown, holding } from './hold.js';

const face = (x: number, width = 0.1) => ({ x, y: x, width, height: width });
const across = (...places: readonly number[]) => places.map((x) => heldAcross(face(x)));

describe('a window of a side', () => {
  it('begins where it is wanted if all faces are in it', () => {
    expect(holding(0.3, 0.5, across(0.5))).toBe(0.3);
    expect(holding(0.8, 0.5, [])).toBe(0.5);
  });

  it('moves no further than a head needs', () => {
    expect(holding(0.4, 0.5, across(0.2))).toBeCloseTo(0.175);
    expect(holding(0, 0.5, across(0.7))).toBeCloseTo(0.325);
    // Hair is above a face, so the head needs more there.
    expect(holding(0.4, 0.5, [heldDown(face(0.2))])).toBeCloseTo(0.145);
  });

  it('shows heads in the part that nothing covers', () => {
    const start = holding(0, 0.6, across(0.5), { from: 0, to: 0.5 });
    expect(0.625 - start).toBeCloseTo(0.3);
  });

  it('gives up the air, then the free part, then the faces that come last', () => {
    expect(holding(0.5, 0.12, across(0.2))).toBeCloseTo(0.2);
    expect(holding(0, 0.2, across(0.5), { from: 0, to: 0.1 })).toBeCloseTo(0.425);
    expect(holding(0.5, 0.3, across(0.1, 0.8))).toBeCloseTo(0.075);
  });
});
