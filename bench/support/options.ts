/** The options of the command line. */
export interface BenchOptions {
  /** A short run to check that the benchmark works. Its figures mean nothing. */
  readonly quick: boolean;
  /** The number of deliveries in the inbox (drain), of emails (email) or of customers (segments). */
  readonly count: number | undefined;
}
