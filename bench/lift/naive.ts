import type { GroupSums, Groups } from '#libs/lift';

/** Beyond this many standard errors the usual test is significant at 5 %. */
const LIMIT = 1.96;

/** The usual test of two proportions. It is made for one reading, at a size that was fixed before. */
export function zTest({ treated, holdout }: Groups<GroupSums>): boolean {
  const pooled = (treated.x + holdout.x) / (treated.n + holdout.n);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / treated.n + 1 / holdout.n));
  return Math.abs(treated.x / treated.n - holdout.x / holdout.n) > LIMIT * error;
}

/** The usual test of two means with unequal variances. */
export function tTest({ treated, holdout }: Groups<GroupSums>): boolean {
  const error = Math.sqrt(varianceOfMean(treated) + varianceOfMean(holdout));
  return Math.abs(treated.sumY / treated.n - holdout.sumY / holdout.n) > LIMIT * error;
}

const varianceOfMean = ({ n, sumY, sumYY }: GroupSums): number => Math.max(0, sumYY - sumY ** 2 / n) / (n - 1) / n;
