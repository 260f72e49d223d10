import { LEAST_RETURNED, LEAST_UNITS } from '../customers.js';
import { ALPHA } from '../experiment.js';
import type { VariantCounts, VariantEpoch } from './epoch.js';
import { likeliestRatio, pairEvidence, type PairReturns } from './pair-evidence.js';

export type { VariantCounts, VariantEpoch } from './epoch.js';

export type VariantVerdict = 'too_early' | 'better' | 'worse' | 'unclear';

/** How two variants of a step compare, by their places. */
export interface VariantComparison {
  readonly first: number;
  readonly second: number;
  /** What the first variant is, beside the second. */
  readonly verdict: VariantVerdict;
  /** Corrected for the number of comparisons, and valid at each reading. */
  readonly pValue: number;
  /** The rate of the first variant divided by that of the second, minus 1. `estimate` and `high` may be unbounded. */
  readonly relativeLift: { readonly estimate: number | null; readonly low: number; readonly high: number | null };
}

/** Logarithms of ratios beyond this are unbounded. */
const WIDEST = 20;
const HALVINGS = 60;

/**
 * Compares each variant with each other. The level is divided by the number of comparisons (Bonferroni), so that the
 * probability of any wrong interval, in any comparison at any reading, is 5 % at most.
 */
export function compareVariants(epochs: readonly VariantEpoch[]): VariantComparison[] {
  const variants = epochs[0]?.shares.length ?? 0;
  const pairs = Array.from({ length: variants }, (_, first) =>
    Array.from({ length: variants - first - 1 }, (_, index) => [first, first + 1 + index] as const),
  ).flat();
  return pairs.map(([first, second]) => compare(epochs, first, second, ALPHA / pairs.length));
}

/** The counts of each variant over all epochs. */
export const totalCounts = (epochs: readonly VariantEpoch[]): VariantCounts[] =>
  (epochs[0]?.shares ?? []).map((_, variant) =>
    epochs.reduce(({ n, x }, { counts }) => ({ n: n + (counts[variant]?.n ?? 0), x: x + (counts[variant]?.x ?? 0) }), {
      n: 0,
      x: 0,
    }),
  );

function compare(epochs: readonly VariantEpoch[], first: number, second: number, level: number): VariantComparison {
  const returns = epochs.flatMap((epoch): PairReturns[] => {
    const [share, other] = [epoch.shares[first] ?? 0, epoch.shares[second] ?? 0];
    const [returned, alsoReturned] = [epoch.counts[first]?.x ?? 0, epoch.counts[second]?.x ?? 0];
    return share > 0 && other > 0
      ? [{ share: share / (share + other), first: returned, total: returned + alsoReturned }]
      : [];
  });
  const evidence = pairEvidence(returns);
  const limit = Math.log(1 / level);
  const inside = (logRatio: number): boolean => evidence(logRatio) < limit;
  const centre = likeliestRatio(returns, WIDEST, HALVINGS);
  const low = Math.exp(edge(-WIDEST, centre, inside)) - 1;
  const end = edge(WIDEST, centre, inside);
  const high = end >= WIDEST ? null : Math.exp(end) - 1;
  const relativeLift = { estimate: pooledRatio(epochs, first, second), low, high };
  return {
    first,
    second,
    verdict: isTooEarly(epochs, first, second) ? 'too_early' : verdictOf(low, high),
    pValue: Math.min(1, Math.exp(-evidence(0)) * (ALPHA / level)),
    relativeLift,
  };
}

function verdictOf(low: number, high: number | null): VariantVerdict {
  if (low > 0) return 'better';
  return high !== null && high < 0 ? 'worse' : 'unclear';
}

function isTooEarly(epochs: readonly VariantEpoch[], first: number, second: number): boolean {
  const totals = totalCounts(epochs);
  const [one, other] = [totals[first], totals[second]];
  if (!one || !other) return true;
  return Math.min(one.n, other.n) < LEAST_UNITS || one.x + other.x < LEAST_RETURNED;
}

/** The ratio within the epochs, weighted by their sizes (Mantel and Haenszel), minus 1. */
function pooledRatio(epochs: readonly VariantEpoch[], first: number, second: number): number | null {
  let [above, below] = [0, 0];
  for (const { counts } of epochs) {
    const [one, other] = [counts[first], counts[second]];
    if (!one || !other || one.n + other.n === 0) continue;
    above += (one.x * other.n) / (one.n + other.n);
    below += (other.x * one.n) / (one.n + other.n);
  }
  return below === 0 ? null : above / below - 1;
}

/** Where the interval ends between a place that may be outside and one inside. */
function edge(outside: number, within: number, inside: (logRatio: number) => boolean): number {
  if (inside(outside)) return outside;
  let [out, inn] = [outside, within];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (out + inn) / 2;
    if (inside(middle)) inn = middle;
    else out = middle;
  }
  return (out + inn) / 2;
}
