import type { GridProduct } from './types.js';

/** The products that may be shown, most important first. Equal ones keep the given order. */
export function ranked(products: readonly GridProduct[]): { products: GridProduct[]; priorities: number[] } {
  const available = products.filter((product) => product.available !== false);
  const stated = available.some(({ priority }) => priority !== undefined);
  const lowest = Math.min(...available.map(({ priority }) => priority ?? Infinity));
  const withPriority = available.map((product, index) => ({
    product,
    priority: stated ? (product.priority ?? lowest - 1) : available.length - index,
  }));
  const sorted = withPriority.toSorted((a, b) => b.priority - a.priority);
  return { products: sorted.map(({ product }) => product), priorities: sorted.map(({ priority }) => priority) };
}

/** Pairs of neighbours: cells side by side, and the first cells of consecutive rows. */
export function neighbours(rowOf: readonly number[]): (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  const leaders = rowOf.map((row, index) => (rowOf[index - 1] === row ? -1 : index)).filter((index) => index >= 0);
  for (let index = 1; index < rowOf.length; index += 1) {
    if (rowOf[index] === rowOf[index - 1]) pairs.push([index - 1, index]);
  }
  leaders.forEach((leader, index) => {
    if (index > 0) pairs.push([leaders[index - 1] ?? 0, leader]);
  });
  return pairs;
}

/** After this many steps products of one family count as inseparable. */
const MOST_STEPS = 40_000;

/**
 * Assigns a product (an index into `priorities`, most important first) to each cell. Prominence follows priority with
 * as few inverted pairs as possible, and no neighbours belong to one family. Null if that is impossible.
 */
export function assign(
  prominence: readonly number[],
  priorities: readonly number[],
  families: readonly (string | undefined)[],
  pairs: readonly (readonly [number, number])[],
): number[] | null {
  const cells = prominence.map((_, index) => index).sort((a, b) => (prominence[b] ?? 0) - (prominence[a] ?? 0));
  const sorted: number[] = [];
  cells.forEach((cell, index) => (sorted[cell] = index));
  const together = (a: number, b: number) => families[a] !== undefined && families[a] === families[b];
  if (!pairs.some(([a, b]) => together(sorted[a] ?? 0, sorted[b] ?? 0))) return sorted;
  const search = { steps: 0, cells, priorities, pairs, together };
  const most = (prominence.length * (prominence.length - 1)) / 2;
  for (let budget = 0; budget <= most && search.steps < MOST_STEPS; budget += 1) {
    const placed: (number | undefined)[] = [];
    if (
      placeFrom(
        search,
        placed,
        priorities.map((_, index) => index),
        budget,
      )
    ) {
      return cells.map((_, cell) => placed[cell] ?? 0);
    }
  }
  return null;
}

interface Search {
  steps: number;
  readonly cells: readonly number[];
  readonly priorities: readonly number[];
  readonly pairs: readonly (readonly [number, number])[];
  readonly together: (a: number, b: number) => boolean;
}

/** Fills the cells, most prominent first. Each more important product that is skipped costs 1. */
function placeFrom(search: Search, placed: (number | undefined)[], left: readonly number[], budget: number): boolean {
  const { cells, priorities, pairs, together } = search;
  const cell = cells[cells.length - left.length];
  if (cell === undefined) return true;
  for (const [index, product] of left.entries()) {
    const passed = left.slice(0, index).filter((other) => (priorities[other] ?? 0) > (priorities[product] ?? 0)).length;
    if (passed > budget || search.steps >= MOST_STEPS) return false;
    search.steps += 1;
    const clash = pairs.some(([a, b]) => {
      const other = a === cell ? placed[b] : b === cell ? placed[a] : undefined;
      return other !== undefined && together(other, product);
    });
    if (clash) continue;
    placed[cell] = product;
    if (
      placeFrom(
        search,
        placed,
        left.filter((one) => one !== product),
        budget - passed,
      )
    ) {
      return true;
    }
    placed[cell] = undefined;
  }
  return false;
}
