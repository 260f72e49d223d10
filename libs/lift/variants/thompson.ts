import type { Random } from '#libs/random';
import type { VariantCounts } from './epoch.js';

/** No variant gets less, so that each remains comparable and may recover from a bad start. In percent. */
export const LEAST_SHARE = 10;
const DRAWS = 1_000;

/**
 * The shares of the next epoch, in whole percent: Thompson sampling. A variant gets a share as large as the probability
 * that it brings back the most, by what is known of the closed customers, above a floor for each.
 */
export function thompsonShares(counts: readonly VariantCounts[], random: Random): number[] {
  const wins = counts.map(() => 0);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const rates = counts.map(({ n, x }) => betaDraw(1 + x, 1 + n - x, random));
    const best = rates.indexOf(Math.max(...rates));
    wins[best] = (wins[best] ?? 0) + 1;
  }
  const free = 100 - LEAST_SHARE * counts.length;
  return wholeShares(wins.map((count) => LEAST_SHARE + (free * count) / DRAWS));
}

/** The variants start alike. */
export const equalShares = (variants: number): number[] =>
  wholeShares(Array.from({ length: variants }, () => 100 / variants));

function betaDraw(a: number, b: number, random: Random): number {
  const [one, other] = [random.gamma(a, 1), random.gamma(b, 1)];
  return one / (one + other);
}

/** Rounds shares so that they still sum up to 100: the largest remainders are rounded up. */
function wholeShares(shares: readonly number[]): number[] {
  const whole = shares.map(Math.floor);
  const missing = 100 - whole.reduce((sum, share) => sum + share, 0);
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .toSorted((one, other) => other.remainder - one.remainder);
  for (const { index } of byRemainder.slice(0, missing)) whole[index] = (whole[index] ?? 0) + 1;
  return whole;
}
