import { customersEffect, isTooEarly } from '../customers.js';
import type { Estimate, GroupSums, Groups } from '../experiment.js';

/** The closed units of an experiment at an instant. */
export interface CountsAt extends Groups<Pick<GroupSums, 'n' | 'x'>> {
  readonly at: Date;
}

/** The incremental customers as they were known at an instant. */
export interface IntervalPoint extends Estimate {
  readonly at: Date;
}

/** The interval over time, from the first instant at which it is not too early. */
export const intervalPoints = (counts: readonly CountsAt[]): IntervalPoint[] =>
  counts.flatMap((groups) => (isTooEarly(groups) ? [] : [{ at: groups.at, ...customersEffect(groups).incremental }]));
