const TRIES = 8;

/** Seconds until the next try after `failed` tries (from 1), doubling, with a fifth of it random; undefined: no more. */
export function retryAfterSeconds(
  failed: number,
  first: number,
  random: () => number = Math.random,
): number | undefined {
  if (failed >= TRIES) return undefined;
  return first * 2 ** (failed - 1) * (0.9 + 0.2 * random());
}
