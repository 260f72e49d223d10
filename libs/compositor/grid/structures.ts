import { CROPS, rowBoxes, type RowShape, spansFor } from './geometry.js';
import type { CellCrop, CellSpan } from './types.js';

const FULL: readonly (readonly CellSpan[])[] = [[6], [3, 3], [2, 2, 2], [4, 2], [2, 4]];
/** Rows that are allowed only as the last row. */
const SHORT: readonly (readonly CellSpan[])[] = [[3], [2], [2, 2]];

/** One row per crop of its widest cell: all cells get the height of the highest, so other crops change nothing. */
const withCrops = (spans: readonly CellSpan[]): RowShape[] => {
  const deciding = spans.reduce<CellSpan>((most, span) => (span > most ? span : most), 2);
  return CROPS[deciding].map((crop: CellCrop) => ({
    spans,
    crops: spans.map((span) => (span === deciding ? crop : 'portrait')),
  }));
};

const allowed = (rows: readonly (readonly CellSpan[])[], width: number): RowShape[] =>
  rows.filter((spans) => spans.every((span) => spansFor(width).includes(span))).flatMap(withCrops);

/** All sequences of rows with `count` cells. The yielded list is reused: copy it to keep it. */
export function* structures(count: number, width: number): Generator<readonly RowShape[]> {
  const full = allowed(FULL, width);
  const short = allowed(SHORT, width);
  const rows: RowShape[] = [];
  function* extend(left: number): Generator<readonly RowShape[]> {
    if (left === 0) {
      yield rows;
      return;
    }
    for (const row of short) {
      if (row.spans.length !== left) continue;
      rows.push(row);
      yield rows;
      rows.pop();
    }
    for (const row of full) {
      if (row.spans.length > left || breaksUniqueness(rows, row)) continue;
      rows.push(row);
      yield* extend(left - row.spans.length);
      rows.pop();
    }
  }
  yield* extend(count);
}

/**
 * One sequence per choice of rows: the largest row first, a short one last. The order changes the score of the geometry
 * only if the hero's row is not the first. So for products without families the optimum is among these sequences: a few
 * hundred instead of a million for twelve products.
 */
export function* orderedStructures(count: number, width: number): Generator<readonly RowShape[]> {
  const full = allowed(FULL, width).toSorted((a, b) => largest(b, width) - largest(a, width));
  const short = allowed(SHORT, width);
  const rows: RowShape[] = [];
  function* extend(left: number, from: number): Generator<readonly RowShape[]> {
    if (left === 0) yield rows;
    for (const row of short) if (row.spans.length === left) yield [...rows, row];
    for (let index = from; index < full.length; index += 1) {
      const row = full[index];
      if (!row || row.spans.length > left || breaksUniqueness(rows, row)) continue;
      rows.push(row);
      yield* extend(left - row.spans.length, index);
      rows.pop();
    }
  }
  yield* extend(count, 0);
}

const largest = (row: RowShape, width: number): number =>
  Math.max(...rowBoxes(row, 0, width).map((box) => box.width * box.height));

/** Skips choices with two square full-width rows: then no cell is clearly the largest. */
const breaksUniqueness = (rows: readonly RowShape[], row: RowShape): boolean =>
  row.spans[0] === 6 &&
  row.crops[0] === 'square' &&
  rows.some((other) => other.spans[0] === 6 && other.crops[0] === 'square');
