/** The sums of one group's closed units. Y is a unit's revenue in its window, X its spend in the year before it. */
export interface GroupSums {
  /** Units whose window has closed. */
  readonly n: number;
  /** Units with at least one counted order in their window. */
  readonly x: number;
  readonly sumY: number;
  readonly sumYY: number;
  readonly sumX: number;
  readonly sumXX: number;
  readonly sumXY: number;
}

/** The two groups of an experiment. `percent` of the people were to be held back, from 0 to 50. */
export interface Groups<Group> {
  readonly percent: number;
  readonly treated: Group;
  readonly holdout: Group;
}

/** An estimate with the ends of its confidence sequence. */
export interface Estimate {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/** A confidence sequence misses the truth at any time with at most this probability. */
export const ALPHA = 0.05;

/** The share of people that is treated. */
export const treatedShare = (percent: number): number => 1 - percent / 100;
