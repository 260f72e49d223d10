import { confidenceSequence, logEvidence } from './beta-mixture.js';
import { type Estimate, type GroupSums, type Groups, treatedShare } from './experiment.js';

/** Fewer units in a group, or fewer returned customers in both groups, allow no statement. */
export const LEAST_UNITS = 20;
export const LEAST_RETURNED = 10;

export type CustomersVerdict = 'brought_back' | 'drove_away' | 'unclear';

/** What the sequence did to the number of customers who came back. */
export interface CustomersEffect {
  readonly verdict: CustomersVerdict;
  readonly logEvidence: number;
  /** Valid at each reading, however often somebody reads it. */
  readonly pValue: number;
  /** The confidence sequence of the probability that somebody who came back is treated. */
  readonly theta: readonly [number, number];
  /** The confidence sequence of the treated group's rate divided by the holdout's; null is unbounded. */
  readonly rateRatio: readonly [number, number | null];
  /**
   * The treated group's rate divided by the holdout's, minus 1. `estimate` and `high` are null where nobody of the
   * holdout came back.
   */
  readonly relativeLift: { readonly estimate: number | null; readonly low: number; readonly high: number | null };
  /** How many of the treated came back because of the sequence. */
  readonly incremental: Estimate;
}

type Returned = Pick<GroupSums, 'n' | 'x'>;

/**
 * Compares how many customers came back. If the sequence does nothing, each of them is treated with the planned
 * probability, whatever the season or the batch. So the test is exact at every size. No group may be empty.
 */
export function customersEffect(groups: Groups<Returned>): CustomersEffect {
  const { percent, treated, holdout } = groups;
  const share = treatedShare(percent);
  const split = { share, treated: treated.x, total: treated.x + holdout.x };
  const theta = confidenceSequence(split);
  const evidence = customersEvidence(groups);
  const low = ratioOf(theta[0], share);
  const high = theta[1] === 1 ? null : ratioOf(theta[1], share);
  return {
    verdict: verdictOf(theta, share),
    logEvidence: evidence,
    pValue: Math.min(1, Math.exp(-evidence)),
    theta,
    rateRatio: [low, high],
    relativeLift: {
      estimate: holdout.x === 0 ? null : treated.x / treated.n / (holdout.x / holdout.n) - 1,
      low: low - 1,
      high: high === null ? null : high - 1,
    },
    incremental: {
      estimate: treated.x - (treated.n * holdout.x) / holdout.n,
      low: incrementalAt(low, groups),
      high: incrementalAt(high, groups),
    },
  };
}

/** The logarithm of the evidence that the sequence changed how many customers came back. From ln 20 it is proven. */
export function customersEvidence({ percent, treated, holdout }: Groups<Pick<GroupSums, 'x'>>): number {
  const share = treatedShare(percent);
  return logEvidence({ share, treated: treated.x, total: treated.x + holdout.x })(share);
}

/** Whether there are too few units, or too few customers who came back, to say anything. */
export const isTooEarly = ({ treated, holdout }: Groups<Returned>): boolean =>
  Math.min(treated.n, holdout.n) < LEAST_UNITS || treated.x + holdout.x < LEAST_RETURNED;

function verdictOf([low, high]: readonly [number, number], share: number): CustomersVerdict {
  if (low > share) return 'brought_back';
  return high < share ? 'drove_away' : 'unclear';
}

/** The ratio of the two rates of return, from the probability `theta` that somebody who came back is treated. */
const ratioOf = (theta: number, share: number): number => (theta / (1 - theta)) * ((1 - share) / share);

/** The incremental customers at a ratio of the rates, given how many came back in all. */
function incrementalAt(ratio: number | null, { treated, holdout }: Groups<Returned>): number {
  if (ratio === null) return treated.x;
  const returned = treated.x + holdout.x;
  return Math.min(treated.x, (treated.n * returned * (ratio - 1)) / (holdout.n + ratio * treated.n));
}
