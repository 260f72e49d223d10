import type { FiniteBackoff } from '#libs/durable-work';

/** Runs spread over about a quarter of an hour, before a person has to look. */
export const DELIVERY_RETRIES: FiniteBackoff = { firstMs: 2_000, jitter: 0.5, runs: 10 };
