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
  const size = distance.length;
  const reached = new Uint8Array(size).fill(DRY);
  const waiting: number[][] = Array.from({ length: limit + 1 }, () => []);
  const stack = new Int32Array(size);
  let depth = 0;
  let level = tolerance;
  const visit = (index: number) => {
    if (reached[index] !== DRY) return;
    const cost = distance[index] ?? DRY;
    if (cost > limit) return;
    if (cost <= level) {
      reached[index] = level;
      stack[depth] = index;
      depth += 1;
    } else {
      reached[index] = cost;
      waiting[cost]?.push(index);
    }
  };
  for (let x = 0; x < width; x += 1) {
    visit(x);
    visit(size - width + x);
  }
  for (let row = 0; row < size; row += width) {
    visit(row);
    visit(row + width - 1);
  }
  for (; level <= limit; level += 1) {
    for (const index of waiting[level] ?? []) {
      stack[depth] = index;
      depth += 1;
    }
    while (depth > 0) {
      depth -= 1;
      const index = stack[depth] ?? 0;
      const x = index % width;
      if (x > 0) visit(index - 1);
      if (x < width - 1) visit(index + 1);
      if (index >= width) visit(index - width);
      if (index < size - width) visit(index + width);
    }
  }
  return reached;
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
