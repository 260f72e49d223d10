import { pieceOf, runsOf } from './runs.js';

/** Pixels that no flood up to the limit reaches. */
export const DRY = 255;

/** Tolerances of a flood: the one that finds the ground, and the largest one that is looked at. */
export interface FloodRange {
  readonly tolerance: number;
  readonly limit: number;
}

/**
 * For each pixel the least tolerance with which a flood from the photograph's edge reaches it: a flood of a tolerance
 * covers all pixels with at most that number.
 */
export function floodFrom(distance: Uint8Array, width: number, { tolerance, limit }: FloodRange): Uint8Array {
  const reached = floodRows(distance, width, tolerance);
  const waiting: number[][] = Array.from({ length: limit + 1 }, () => []);
  const visit = (index: number, level: number) => {
    const cost = Math.max(distance[index] ?? DRY, level);
    if (reached[index] !== DRY || cost > limit) return;
    reached[index] = cost;
    waiting[cost]?.push(index);
  };
  for (const index of besideFlood(reached, width, distance, limit)) visit(index, tolerance);
  for (let level = tolerance + 1; level <= limit; level += 1) {
    const front = waiting[level] ?? [];
    for (let next = 0; next < front.length; next += 1) {
      const index = front[next] ?? 0;
      const x = index % width;
      if (x > 0) visit(index - 1, level);
      if (x < width - 1) visit(index + 1, level);
      if (index >= width) visit(index - width, level);
      if (index + width < distance.length) visit(index + width, level);
    }
  }
  return reached;
}

/** The flood of one tolerance: `tolerance` where it comes, and `DRY` elsewhere. A ground has few runs of pixels. */
function floodRows(distance: Uint8Array, width: number, tolerance: number): Uint8Array {
  const reached = new Uint8Array(distance.length).fill(DRY);
  const { from, to, piece } = runsOf(distance, width, tolerance);
  const lastRow = distance.length - width;
  const isFlooded = new Uint8Array(from.length);
  from.forEach((start, run) => {
    const end = to[run] ?? 0;
    const isAtEdge = start < width || end > lastRow || start % width === 0 || end % width === 0;
    if (isAtEdge) isFlooded[pieceOf(piece, run)] = 1;
  });
  from.forEach((start, run) => {
    if (isFlooded[pieceOf(piece, run)] === 1) reached.fill(tolerance, start, to[run]);
  });
  return reached;
}

/** Dry pixels up to the limit that are at the photograph's edge or beside the flood. */
function besideFlood(reached: Uint8Array, width: number, distance: Uint8Array, limit: number): number[] {
  const found: number[] = [];
  const isWet = (index: number) => reached[index] !== DRY;
  for (let row = 0; row < reached.length; row += width) {
    const isOuter = row === 0 || row + width === reached.length;
    for (let x = 0, index = row; x < width; x += 1, index += 1) {
      if (reached[index] !== DRY || (distance[index] ?? DRY) > limit) continue;
      const isBeside = isOuter || x === 0 || x === width - 1 || isWet(index - 1) || isWet(index + 1);
      if (isBeside || isWet(index - width) || isWet(index + width)) found.push(index);
    }
  }
  return found;
}

/** In a mask of the ground, pixels of the product are 0. */
export type GroundMask = Uint8Array;

/** Adds what is connected with `from` and passes `belongs` to the ground. Returns what was added. */
export function spread(
  ground: GroundMask,
  width: number,
  from: readonly number[],
  belongs: (index: number) => boolean,
): number[] {
  const added: number[] = [];
  const visit = (index: number) => {
    if (ground[index] !== 0 || !belongs(index)) return;
    ground[index] = 1;
    added.push(index);
  };
  const around = (index: number) => {
    const x = index % width;
    if (x > 0) visit(index - 1);
    if (x < width - 1) visit(index + 1);
    visit(index - width);
    visit(index + width);
  };
  for (const index of from) around(index);
  for (let next = 0; next < added.length; next += 1) around(added[next] ?? 0);
  return added;
}
