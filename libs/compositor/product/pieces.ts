import type { Box } from '../types.js';
import type { GroundMask } from './flood.js';

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
  const pieces = piecesOf(ground, width);
  const largest = pieces.reduce((most, piece) => Math.max(most, piece.length), 0);
  let left = 0;
  for (const piece of pieces) {
    if (piece.length >= largest * DUST) left += piece.length;
    else for (const index of piece) ground[index] = 1;
  }
  return left;
}

function piecesOf(ground: GroundMask, width: number): Int32Array[] {
  const seen = Uint8Array.from(ground);
  const queue = new Int32Array(ground.length);
  const pieces: Int32Array[] = [];
  let end = 0;
  const visit = (index: number) => {
    if (seen[index] !== 0) return;
    seen[index] = 1;
    queue[end] = index;
    end += 1;
  };
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] !== 0) continue;
    const first = end;
    visit(start);
    for (let next = first; next < end; next += 1) {
      const index = queue[next] ?? 0;
      const x = index % width;
      if (x > 0) visit(index - 1);
      if (x < width - 1) visit(index + 1);
      visit(index - width);
      visit(index + width);
    }
    pieces.push(queue.subarray(first, end));
  }
  return pieces;
}
