const FIRST_MS = 2_000;
/** Tries in all, spread over about a quarter of an hour, before a person has to look. */
const TRIES = 10;

/** Pause after the given failed try (1 is the first): doubling, with half of it random; undefined: no further try. */
export function retryDelayMs(failedTries: number, random: () => number = Math.random): number | undefined {
  if (failedTries >= TRIES) return undefined;
  const full = FIRST_MS * 2 ** (failedTries - 1);
  return Math.round(full / 2 + (full / 2) * random());
}
