import { ALPHA, type Estimate, type GroupSums, type Groups } from './experiment.js';

export type RevenueVerdict = 'more' | 'less' | 'unclear' | 'too_early';

/** What the sequence did to a sum for each customer, such as the revenue. */
export interface RevenueEffect {
  readonly verdict: RevenueVerdict;
  /** The part of a customer's past spend that is subtracted from the revenue. */
  readonly coefficient: number;
  /** The difference of the groups' means, without the adjustment. */
  readonly rawDifference: number;
  readonly variance: { readonly treated: number; readonly holdout: number; readonly difference: number };
  /** The half width of the interval in standard errors. */
  readonly radius: number;
  readonly perCustomer: Estimate;
  /** The effect on all treated customers together. */
  readonly incremental: Estimate;
}

/** Fewer returned customers in a group allow no statement about revenue. */
const LEAST_RETURNED = 20;
/** The interval is narrowest at about so many units. */
const TUNED_FOR = 1_000;
const RHO_SQUARED = (-2 * Math.log(ALPHA) + Math.log(1 - 2 * Math.log(ALPHA))) / TUNED_FOR;

/**
 * Compares the means of Y, adjusted by the customers' own past X, with an asymptotic confidence sequence (Waudby-Smith
 * 2024). Both groups need at least two units, else the figures are NaN.
 */
export function revenueEffect({ treated, holdout }: Groups<GroupSums>): RevenueEffect {
  const [deviation, other] = [deviations(treated), deviations(holdout)];
  const xx = deviation.xx + other.xx;
  const coefficient = xx === 0 ? 0 : (deviation.xy + other.xy) / xx;
  const rawDifference = treated.sumY / treated.n - holdout.sumY / holdout.n;
  const difference = rawDifference - coefficient * (treated.sumX / treated.n - holdout.sumX / holdout.n);
  const variance = {
    treated: residualVariance(deviation, coefficient, treated.n),
    holdout: residualVariance(other, coefficient, holdout.n),
  };
  const ofDifference = variance.treated / treated.n + variance.holdout / holdout.n;
  const radius = radiusAt(treated.n + holdout.n);
  const half = radius * Math.sqrt(ofDifference);
  const perCustomer = { estimate: difference, low: difference - half, high: difference + half };
  return {
    verdict: verdictOf(Math.min(treated.x, holdout.x), perCustomer),
    coefficient,
    rawDifference,
    variance: { ...variance, difference: ofDifference },
    radius,
    perCustomer,
    incremental: {
      estimate: treated.n * difference,
      low: treated.n * perCustomer.low,
      high: treated.n * perCustomer.high,
    },
  };
}

function verdictOf(leastReturned: number, { low, high }: { low: number; high: number }): RevenueVerdict {
  if (leastReturned < LEAST_RETURNED) return 'too_early';
  if (low > 0) return 'more';
  return high < 0 ? 'less' : 'unclear';
}

interface Deviations {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
}

/** Sums of squares and of products about the means. */
const deviations = ({ n, sumX, sumXX, sumXY, sumY, sumYY }: GroupSums): Deviations => ({
  xx: sumXX - sumX ** 2 / n,
  xy: sumXY - (sumX * sumY) / n,
  yy: sumYY - sumY ** 2 / n,
});

/** The variance of a unit's Y that its own past does not explain. Rounding never makes it negative. */
const residualVariance = ({ xx, xy, yy }: Deviations, coefficient: number, n: number): number =>
  Math.max(0, yy - 2 * coefficient * xy + coefficient ** 2 * xx) / (n - 1);

function radiusAt(units: number): number {
  const scaled = units * RHO_SQUARED + 1;
  return Math.sqrt((scaled / (scaled - 1)) * Math.log(scaled / ALPHA ** 2));
}
