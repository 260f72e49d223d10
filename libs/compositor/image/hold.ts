import type { Box } from '../types.js';

/** A part of a side, in fractions of it: 0..1. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const acrossOf = ({ x, width }: Box): Span => ({ from: x, to: x + width });
export const downOf = ({ y, height }: Box): Span => ({ from: y, to: y + height });

/** A face along a side, and its head: the face with hair, ears and a little air. */
export interface Held {
  readonly face: Span;
  readonly head: Span;
}

/** Shares of the face's own length that its head has more at either end. */
const BESIDE = 0.25;
const ABOVE = 0.55;
const BELOW = 0.25;

export const heldAcross = (face: Box): Held => held(acrossOf(face), BESIDE, BESIDE);
export const heldDown = (face: Box): Held => held(downOf(face), ABOVE, BELOW);

const held = ({ from, to }: Span, before: number, after: number): Held => ({
  face: { from, to },
  head: { from: Math.max(0, from - (to - from) * before), to: Math.min(1, to + (to - from) * after) },
});

const ALL: Span = { from: 0, to: 1 };

/**
 * Where a window of a side begins, nearest to `wanted`, so that it shows the heads, or at least the faces: in `free`,
 * the part of the window that nothing covers; where that is not possible, within the window. Of faces that don't fit
 * together, the first ones count. All in fractions of the side.
 */
export function holding(wanted: number, window: number, faces: readonly Held[], free: Span = ALL): number {
  let [least, most] = [0, 1 - window];
  for (const { face, head } of faces) {
    for (const [{ from, to }, part] of [
      [head, free],
      [face, free],
      [head, ALL],
      [face, ALL],
    ] as const) {
      const low = Math.max(least, to - window * part.to);
      const high = Math.min(most, from - window * part.from);
      if (low > high) continue;
      [least, most] = [low, high];
      break;
    }
  }
  return Math.min(Math.max(wanted, least), most);
}
