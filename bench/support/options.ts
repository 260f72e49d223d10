/** What the command line says. */
export interface BenchOptions {
  /** A short round to see that it runs; its figures are not to be quoted. */
  readonly quick: boolean;
  /** Deliveries that wait in the inbox (drain), customers of the store (segments). */
  readonly count: number | undefined;
}
