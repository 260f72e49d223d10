/** The options of the command line. */
export interface BenchOptions {
  /** A short run to check that the benchmark works. Its figures mean nothing. */
  readonly quick: boolean;
  /** How many deliveries (drain), emails (email), customers (segments, previews) or past orders (backfill, import). */
  readonly count: number | undefined;
}
