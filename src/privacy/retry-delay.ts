const FIRST_MS = 2_000;
const LONGEST_MS = 3_600_000;

/** Pause after the given failed try (1 is the first): doubling up to an hour, with half of it random. */
export function endlessRetryDelayMs(failedTries: number, random: () => number = Math.random): number {
  const full = Math.min(FIRST_MS * 2 ** (failedTries - 1), LONGEST_MS);
  return Math.round(full / 2 + (full / 2) * random());
}
