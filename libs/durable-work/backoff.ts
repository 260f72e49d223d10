/** How long failed work waits before its next run. The pause doubles with each failure. */
export interface Backoff {
  readonly firstMs: number;
  /** The longest pause. */
  readonly longestMs?: number;
  /** The random part of a pause, from 0 to 1, so that work that failed together does not run again together. */
  readonly jitter: number;
}

/** A backoff of work that is given up after a number of failed runs. */
export interface FiniteBackoff extends Backoff {
  readonly runs: number;
}

/** After so many failures the pause no longer doubles, so that it can't overflow. */
const MOST_DOUBLINGS = 30;

/** Milliseconds until the next run. `failures` counts from 1; `random` returns a number from 0 to 1. */
export function pauseAfter(
  { firstMs, longestMs = Infinity, jitter }: Backoff,
  failures: number,
  random: () => number = Math.random,
): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, MOST_DOUBLINGS));
  return Math.round(full * (1 - jitter + jitter * random()));
}

/** Milliseconds until the next run; undefined where the work is given up. */
export const nextRunAfter = (backoff: FiniteBackoff, failures: number, random?: () => number): number | undefined =>
  failures >= backoff.runs ? undefined : pauseAfter(backoff, failures, random);

/**
 * The instants of the next run after 1, 2, 3 failures and so on; the last one is that of the longest pause. A statement
 * that changes many rows chooses an instant by each row's number of failures.
 */
export function nextRuns(backoff: Backoff & { readonly longestMs: number }, now = Date.now()): Date[] {
  const doublings = Math.max(0, Math.ceil(Math.log2(backoff.longestMs / backoff.firstMs)));
  return Array.from({ length: doublings + 1 }, (_, index) => new Date(now + pauseAfter(backoff, index + 1)));
}

/**
 * For FROM: the instants of `nextRuns`, which `parameter` ($1) has, as `next (run_at, place)`. They are not chosen by a
 * subscript, because Citus 13.2 ends with a segmentation fault at a subscript in an UPDATE.
 */
export const nextRun = (parameter: string): string =>
  `unnest(${parameter}::timestamptz[]) WITH ORDINALITY AS next (run_at, place)`;

/** Condition: the instant is the one after a further failure. `failures` is the column of their number. */
export const isNextAfter = (failures: string, parameter: string): string =>
  `next.place = least(${failures} + 1, cardinality(${parameter}::timestamptz[]))`;
