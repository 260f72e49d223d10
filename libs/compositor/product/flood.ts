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
  const reached = new Uint8Array(distance.length).fill(DRY);
  /** Pixels beside the flood, by the tolerance that reaches them. */
  const waiting: number[][] = Array.from({ length: limit + 1 }, () => []);
  floodRows({ reached, distance, width, tolerance }, (index) => {
    const cost = distance[index] ?? DRY;
    if (cost > limit) return;
    reached[index] = cost;
    waiting[cost]?.push(index);
  });
  const visit = (index: number, level: number) => {
    const cost = distance[index] ?? DRY;
    if (reached[index] !== DRY || cost > limit) return;
    reached[index] = Math.max(cost, level);
    waiting[Math.max(cost, level)]?.push(index);
  };
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

interface Flood {
  readonly reached: Uint8Array;
  readonly distance: Uint8Array;
  readonly width: number;
  readonly tolerance: number;
}

/**
 * The flood of one tolerance from the photograph's edge, by runs of pixels in a row: a ground has few of them.
 * `beside` is called for each pixel beside the flood, until it is no longer dry.
 */
function floodRows({ reached, distance, width, tolerance }: Flood, beside: (index: number) => void): void {
  const size = distance.length;
  let stack = new Int32Array(1024);
  let depth = 0;
  const push = (index: number) => {
    if (depth === stack.length) {
      const larger = new Int32Array(depth * 2);
      larger.set(stack);
      stack = larger;
    }
    stack[depth] = index;
    depth += 1;
  };
  /** Looks for dry pixels from `from` to `to`, in one row; of those in the flood, one for each run. */
  const look = (from: number, to: number) => {
    let isRun = false;
    for (let index = from; index <= to; index += 1) {
      const isFree = reached[index] === DRY;
      if (isFree && (distance[index] ?? DRY) <= tolerance) {
        if (!isRun) push(index);
        isRun = true;
      } else {
        isRun = false;
        if (isFree) beside(index);
      }
    }
  };
  look(0, width - 1);
  look(size - width, size - 1);
  for (let row = 0; row < size; row += width) {
    look(row, row);
    look(row + width - 1, row + width - 1);
  }
  while (depth > 0) {
    depth -= 1;
    const start = stack[depth] ?? 0;
    if (reached[start] !== DRY) continue;
    const row = start - (start % width);
    let [from, to] = [start, start];
    const isNext = (index: number) => reached[index] === DRY && (distance[index] ?? DRY) <= tolerance;
    while (from > row && isNext(from - 1)) from -= 1;
    while (to < row + width - 1 && isNext(to + 1)) to += 1;
    reached.fill(tolerance, from, to + 1);
    if (from > row) look(from - 1, from - 1);
    if (to < row + width - 1) look(to + 1, to + 1);
    if (row > 0) look(from - width, to - width);
    if (row + width < size) look(from + width, to + width);
  }
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
