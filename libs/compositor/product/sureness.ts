import { DRY, type GroundMask } from './flood.js';
import type { StudioGround } from './studio-ground.js';

/** What is known of a cut. */
export interface Cut {
  /** For each pixel the tolerance with which the flood reached it. */
  readonly reached: Uint8Array;
  readonly ground: GroundMask;
  /** The difference of each pixel from the ground. */
  readonly distance: Uint8Array;
  readonly studio: StudioGround;
  /** The product's pixels. */
  readonly area: number;
  /** The photograph's pixels. */
  readonly whole: number;
}

/**
 * How sure it is that the mask shows the product, 0..1. Three things make it unsure: a flood with a larger tolerance
 * would take much more, so that the edge of the product is not where the flood stopped; the product contains much of
 * the ground's colour, so that it may be see-through; or the product is hardly there, or cut by the photograph's edge.
 */
export function sureness({ reached, ground, distance, studio, area, whole }: Cut): number {
  let wavering = 0;
  let hollow = 0;
  for (let index = 0; index < ground.length; index += 1) {
    if (ground[index] !== 0) continue;
    if (reached[index] !== DRY) wavering += 1;
    else if ((distance[index] ?? 0) <= studio.tolerance) hollow += 1;
  }
  return (
    falling(wavering / area, 0.05, 0.3) *
    falling(hollow / area, 0.04, 0.25) *
    falling(-area / whole, -0.01, -0.002) *
    falling(1 - studio.share, 0.1, 0.4)
  );
}

/** 1 up to `from`, then falling to 0 at `to`. */
export const falling = (value: number, from: number, to: number): number =>
  Math.max(0, Math.min(1, (to - value) / (to - from)));
