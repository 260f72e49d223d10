import type { Box } from '../types.js';
import type { GroundMask } from './flood.js';
import { pieceOf, type Runs, runsOf } from './runs.js';

/** A piece below this share of the largest one is dust. */
const DUST = 0.004;
/** Rows and columns with fewer pixels hold only dust. */
const LEAST_PIXELS = 3;

/** The box around the product: all that a flood of this tolerance did not reach. Null if there is none. */
export function boundsOf(reached: Uint8Array, width: number, tolerance: number): Box | null {
  const rows = new Int32Array(reached.length / width);
  const columns = new Int32Array(width);
  for (let y = 0, index = 0; y < rows.length; y += 1) {
    for (let x = 0; x < width; x += 1, index += 1) {
      if ((reached[index] ?? 0) <= tolerance) continue;
      rows[y] = (rows[y] ?? 0) + 1;
      columns[x] = (columns[x] ?? 0) + 1;
    }
  }
  const holds = (count: number) => count >= LEAST_PIXELS;
  const top = rows.findIndex(holds);
  const left = columns.findIndex(holds);
  if (top < 0 || left < 0) return null;
  return {
    x: left,
    y: top,
    width: columns.findLastIndex(holds) + 1 - left,
    height: rows.findLastIndex(holds) + 1 - top,
  };
}

/** Turns pieces that are dust into ground. Returns the number of pixels that are left. */
export function removeDust(ground: GroundMask, width: number): number {
  const runs = runsOf(ground, width, 0);
  const sizes = sizesOf(runs);
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  let left = 0;
  runs.from.forEach((from, run) => {
    const to = runs.to[run] ?? 0;
    if ((sizes[pieceOf(runs.piece, run)] ?? 0) >= largest * DUST) left += to - from;
    else ground.fill(1, from, to);
  });
  return left;
}

/** The pixels of each piece, at the number of its first run. */
function sizesOf({ from, to, piece }: Runs): Int32Array {
  const sizes = new Int32Array(from.length);
  from.forEach((start, run) => {
    const root = pieceOf(piece, run);
    sizes[root] = (sizes[root] ?? 0) + (to[run] ?? 0) - start;
  });
  return sizes;
}
