/** How many customers of two variants came back in one epoch. */
export interface PairReturns {
  /** The share of the first variant among both, from 0 to 1. */
  readonly share: number;
  /** Who came back with the first variant, and with either. */
  readonly first: number;
  readonly total: number;
}

/** Both parameters of the beta distribution that weighs the ratios: their sum is that of `beta-mixture.ts`. */
const CONCENTRATION = 5;
/** The mixture is a sum over so many logarithms of the ratio. Any sum of this kind gives a valid test. */
const STEP = 0.04;
const WIDEST = 5;
const GRID = Array.from({ length: Math.round((2 * WIDEST) / STEP) + 1 }, (_, index) => index * STEP - WIDEST);
const LOG_WEIGHTS = normalised(GRID.map((logRatio) => CONCENTRATION * (logRatio - 2 * Math.log1p(Math.exp(logRatio)))));

/**
 * Returns a function of the logarithm of the ratio of two rates: the logarithm of the evidence against that ratio. In
 * each epoch, somebody who came back has the first variant with a probability that follows from the shares and the
 * ratio, whatever the season. So epochs with other shares, and shares that follow from earlier epochs, do no harm.
 */
export function pairEvidence(epochs: readonly PairReturns[]): (logRatio: number) => number {
  const mixture = logSum(GRID.map((logRatio, index) => (LOG_WEIGHTS[index] ?? 0) + logLikelihood(epochs, logRatio)));
  return (logRatio) => mixture - logLikelihood(epochs, logRatio);
}

/** The logarithm of the ratio that fits best: infinite where all who came back have the same variant. */
export function likeliestRatio(epochs: readonly PairReturns[], widest: number, halvings: number): number {
  const first = epochs.reduce((sum, each) => sum + each.first, 0);
  let [low, high] = [-widest, widest];
  for (let halving = 0; halving < halvings; halving += 1) {
    const middle = (low + high) / 2;
    const expected = epochs.reduce((sum, { share, total }) => sum + total * probability(share, middle), 0);
    if (expected < first) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const logitOf = (share: number): number => Math.log(share / (1 - share));
const probability = (share: number, logRatio: number): number => 1 / (1 + Math.exp(-logitOf(share) - logRatio));

function logLikelihood(epochs: readonly PairReturns[], logRatio: number): number {
  let sum = 0;
  for (const { share, first, total } of epochs) {
    const logit = logitOf(share) + logRatio;
    sum += first * logit - total * (logit > 0 ? logit + Math.log1p(Math.exp(-logit)) : Math.log1p(Math.exp(logit)));
  }
  return sum;
}

function normalised(logWeights: readonly number[]): readonly number[] {
  const total = logSum(logWeights);
  return logWeights.map((weight) => weight - total);
}

function logSum(logs: readonly number[]): number {
  const largest = logs.reduce((most, log) => Math.max(most, log), -Infinity);
  return largest + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - largest), 0));
}
