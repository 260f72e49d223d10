import { treatedShare } from './experiment.js';

/** The factor with which 80 of 100 experiments prove an effect that is truly the planned one. */
const FACTOR = 12.5;
const ROUNDED_UP_TO = 10;
const DAYS_A_WEEK = 7;

export interface PlanInput {
  readonly percent: number;
  /** How many of the holdout come back, and how many of the treated: rates from 0 to 1. */
  readonly baseRate: number;
  readonly treatedRate: number;
  /** How many people enter in a week. */
  readonly perWeek: number;
  readonly windowDays: number;
}

/** How many people an experiment needs, and how many weeks it takes; null where nobody enters. */
export interface Plan {
  readonly recipients: number;
  readonly weeks: number | null;
}

/** The size and length that prove an effect, by the usual formula for the logarithm of a ratio of two rates. */
export function planExperiment({ percent, baseRate, treatedRate, perWeek, windowDays }: PlanInput): Plan {
  const share = treatedShare(percent);
  const spread = 1 / (share * treatedRate) + 1 / ((1 - share) * baseRate);
  const needed = (FACTOR * spread) / Math.log(treatedRate / baseRate) ** 2;
  const recipients = Math.ceil(needed / ROUNDED_UP_TO) * ROUNDED_UP_TO;
  return { recipients, weeks: perWeek > 0 ? Math.ceil(recipients / perWeek + windowDays / DAYS_A_WEEK) : null };
}
