import type { CountsAt } from '#libs/lift';
import type { ClosingRow } from './figures.repository.js';
import type { Compared } from './groups.js';

interface Count {
  readonly n: number;
  readonly x: number;
}

/**
 * The closed units over time, as today's orders see them. The last are those of the results. People who are erased have
 * no date, so they count from the beginning.
 */
export function closingCounts(
  rows: readonly ClosingRow[],
  { percent, treated, holdout }: Compared,
  now: Date,
): CountsAt[] {
  const total = (isHeld: boolean): Count => rows.filter(({ held }) => held === isHeld).reduce(sumOf, NOBODY);
  const undated = (all: Count, dated: Count): Count => ({
    n: Math.max(0, all.n - dated.n),
    x: Math.max(0, all.x - dated.x),
  });
  let [given, kept] = [undated(treated.closed, total(false)), undated(holdout.closed, total(true))];
  const counts = rows.map((row): CountsAt => {
    if (row.held) kept = sumOf(kept, row);
    else given = sumOf(given, row);
    return { at: row.at, percent, treated: given, holdout: kept };
  });
  return [...counts, { at: now, percent, treated: treated.closed, holdout: holdout.closed }];
}

const NOBODY: Count = { n: 0, x: 0 };
const sumOf = (a: Count, b: Count): Count => ({ n: a.n + b.n, x: a.x + b.x });
