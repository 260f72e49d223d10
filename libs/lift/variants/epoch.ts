/** The closed customers of one variant. */
export interface VariantCounts {
  readonly n: number;
  /** How many of them came back. */
  readonly x: number;
}

/** A stretch of time in which the variants of a step had the same shares. */
export interface VariantEpoch {
  /** In percent, in the order of the variants. They are known before the first customer of the epoch is assigned. */
  readonly shares: readonly number[];
  readonly counts: readonly VariantCounts[];
}
