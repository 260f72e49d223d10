const FIRST_MS = 2_000;
const LONGEST_MS = 15 * 60_000;
/** Tries in all, spread over about an hour, before a person has to look. */
const TRIES = 10;

/** Pause after the given failed try (1 is the first): doubling, with half of it random; undefined: no further try. */
export function retryDelayMs(failedTries: number, random: () => number = Math.random): number | undefined {
  if (failedTries >= TRIES) return undefined;
  const full = Math.min(FIRST_MS * 2 ** (failedTries - 1), LONGEST_MS);
  return Math.round(full / 2 + (full / 2) * random());
}
