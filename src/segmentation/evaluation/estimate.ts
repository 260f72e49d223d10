/** A number of customers that was estimated. With equal limits it is exact. */
export interface Estimate {
  readonly about: number;
  /** In about 95 of 100 estimates the number is from `low` to `high`. */
  readonly low: number;
  readonly high: number;
}

/** Ids are hashes, so their first 48 bits are as good as random. */
const RANDOM_DIGITS = 12;
const ALL_IDS = 16 ** RANDOM_DIGITS;
/** Half of 1.96, because the square root of a count that is as good as random has a standard deviation of a half. */
const HALF_WIDTH = 0.98;

/**
 * How many of all customers meet criteria that `found` of the customers up to the id `upTo` meet. The ids up to it are
 * a known part of all ids, so nothing else has to be counted.
 */
export function estimateOf(found: number, upTo: string): Estimate {
  const part = (Number.parseInt(upTo.replaceAll('-', '').slice(0, RANDOM_DIGITS), 16) + 1) / ALL_IDS;
  const limit = (root: number): number => Math.round(root ** 2 / part);
  return {
    about: Math.round(found / part),
    low: Math.max(found, limit(Math.max(0, Math.sqrt(found) - HALF_WIDTH))),
    high: limit(Math.sqrt(found + 1) + HALF_WIDTH),
  };
}
