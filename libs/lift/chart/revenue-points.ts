import type { Estimate, GroupSums, Groups } from '../experiment.js';
import { revenueEffect } from '../revenue.js';

/** The sums of the closed units of an experiment at an instant. */
export interface SumsAt extends Groups<GroupSums> {
  readonly at: Date;
}

/** The incremental revenue as it was known at an instant. */
export interface RevenuePoint extends Estimate {
  readonly at: Date;
}

/** The interval of the revenue over time, from the first instant at which it is not too early. */
export const revenuePoints = (sums: readonly SumsAt[]): RevenuePoint[] =>
  sums.flatMap((groups) => {
    const { verdict, incremental } = revenueEffect(groups);
    return verdict === 'too_early' ? [] : [{ at: groups.at, ...incremental }];
  });
