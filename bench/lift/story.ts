import type { ClosedUnit, Group } from '#libs/lift';

/** A window that closes, or a refund after it. */
export interface Change {
  /** Days since the start of the experiment. */
  readonly day: number;
  readonly group: Group;
  readonly unit: ClosedUnit;
  /** The unit before a refund. Null where the window closes. */
  readonly before: ClosedUnit | null;
}

/** All that an experiment sees, in the order of time. Its sequence does nothing, so each verdict is a false alarm. */
export interface Story {
  readonly percent: number;
  readonly changes: readonly Change[];
}

/** The rows of the tables in which a story is counted. */
export interface Labels {
  readonly recipients: number;
  readonly labels: readonly string[];
}

export const WINDOW_DAYS = 14;
export const SPAN_DAYS = 180;
export const HELD_PERCENT = [10, 20, 50] as const;
/** The numbers of recipients are spread evenly on a logarithmic scale. */
export const RECIPIENTS = { least: 60, most: 5_000 };
