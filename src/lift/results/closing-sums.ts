import type { GroupSums, SumsAt } from '#libs/lift';
import type { ClosingRow } from './figures.repository.js';
import type { Compared } from './groups.js';

/**
 * The sums of the closed units over time, as today's orders see them. The last are those of the results. People who are
 * erased have no date, so they count from the beginning.
 */
export function closingSums(rows: readonly ClosingRow[], { sums }: Pick<Compared, 'sums'>, now: Date): SumsAt[] {
  const { percent, treated, holdout } = sums;
  const dated = (isHeld: boolean): GroupSums => rows.filter(({ held }) => held === isHeld).reduce(sumOf, NOBODY);
  let [given, kept] = [undated(treated, dated(false)), undated(holdout, dated(true))];
  const over = rows.map((row): SumsAt => {
    if (row.held) kept = sumOf(kept, row);
    else given = sumOf(given, row);
    return { at: row.at, percent, treated: given, holdout: kept };
  });
  return [...over, { at: now, percent, treated, holdout }];
}

const NOBODY: GroupSums = { n: 0, x: 0, sumX: 0, sumXX: 0, sumY: 0, sumYY: 0, sumXY: 0 };

const eachOf = (of: (key: keyof GroupSums) => number): GroupSums => ({
  n: of('n'),
  x: of('x'),
  sumX: of('sumX'),
  sumXX: of('sumXX'),
  sumY: of('sumY'),
  sumYY: of('sumYY'),
  sumXY: of('sumXY'),
});

const sumOf = (a: GroupSums, b: GroupSums): GroupSums => eachOf((key) => a[key] + b[key]);

/** What the dated units leave of all. A unit that has closed since the sums were read leaves nothing. */
const undated = (all: GroupSums, dated: GroupSums): GroupSums =>
  all.n <= dated.n ? NOBODY : eachOf((key) => (key === 'x' ? Math.max(0, all.x - dated.x) : all[key] - dated[key]));
