import { type GroupSums, type Groups, type LiftResult, liftResult } from '#libs/lift';
import type { Experiment } from '../experiments/experiment.entity.js';
import type { FigureRow } from './figures.repository.js';

const COUNTS = ['n', 'x', 'sumO', 'unsubscribed', 'mailed', 'mailedByOthers', 'erased'] as const;
type Totals = Readonly<Record<(typeof COUNTS)[number], number>>;
type NumberKey = { [Key in keyof FigureRow]: FigureRow[Key] extends number ? Key : never }[keyof FigureRow];

/** What one group of an experiment did. */
export interface GroupFigures {
  /** Of all units, whether their windows are open or closed. */
  readonly all: Totals;
  readonly open: Totals;
  readonly closed: Totals;
  readonly revenue: GroupSums;
  readonly orders: GroupSums;
  /** Exact decimals, which add up to the revenue of the closed units. */
  readonly amounts: readonly string[];
}

/** Both groups of an experiment, and what they say. */
export interface Compared extends Groups<GroupFigures> {
  readonly sums: Groups<GroupSums>;
  readonly result: LiftResult;
}

/** `experiment` is null where nobody was ever held back. */
export function compare(experiment: Experiment | null, rows: readonly FigureRow[]): Compared {
  const percent = experiment?.percent ?? 0;
  const own = rows.filter(({ experimentId }) => experimentId === experiment?.id);
  const treated = figuresOf(own.filter(({ held }) => !held));
  const holdout = figuresOf(own.filter(({ held }) => held));
  const sums = { percent, treated: treated.revenue, holdout: holdout.revenue };
  const result = liftResult(sums, { percent, treated: treated.all.n, holdout: holdout.all.n });
  return { percent, treated, holdout, sums, result };
}

function figuresOf(rows: readonly FigureRow[]): GroupFigures {
  const [closed, open] = [rows.filter((row) => row.closed), rows.filter((row) => !row.closed)];
  const sum = (key: NumberKey): number => sumOf(closed, key);
  const before = { n: sum('n'), x: sum('x'), sumX: sum('sumX'), sumXX: sum('sumXx') };
  return {
    all: totalsOf(rows),
    open: totalsOf(open),
    closed: totalsOf(closed),
    revenue: { ...before, sumY: sum('sumY'), sumYY: sum('sumYy'), sumXY: sum('sumXy') },
    orders: { ...before, sumY: sum('sumO'), sumYY: sum('sumOo'), sumXY: sum('sumXo') },
    amounts: closed.map(({ revenue }) => revenue),
  };
}

const sumOf = (rows: readonly FigureRow[], key: NumberKey): number => rows.reduce((sum, row) => sum + row[key], 0);

function totalsOf(rows: readonly FigureRow[]): Totals {
  const total = (key: (typeof COUNTS)[number]): number => sumOf(rows, key);
  return {
    n: total('n'),
    x: total('x'),
    sumO: total('sumO'),
    unsubscribed: total('unsubscribed'),
    mailed: total('mailed'),
    mailedByOthers: total('mailedByOthers'),
    erased: total('erased'),
  };
}
