import type { Binder } from './binder.js';
import type { CustomerFacts } from './facts.js';
import type { RfmBoundaries } from './rfm.js';

/** What a criterion needs besides its value and the customer's facts to be evaluated in memory. */
export interface Moment {
  /** The instant of the evaluation, in milliseconds since the epoch. */
  readonly now: number;
  /** The brand's latest RFM run. */
  readonly rfm: RfmBoundaries | null;
}

/** What a criterion needs besides its value and a row `c` of customers to become an SQL condition. */
export interface SqlScope {
  readonly binder: Binder;
  /** An SQL expression of the instant of the evaluation. */
  readonly now: string;
  readonly rfm: RfmBoundaries | null;
  /** The retailer's orders: a subquery in brackets. */
  readonly orders: string;
  /** Replaces a condition that does not depend on time by a column, so that each row computes it once. */
  readonly once?: (condition: string) => string;
}

/** A counted order, as an explanation names it. */
export interface CountedOrder {
  readonly externalId: string;
  /** Milliseconds since the epoch. */
  readonly orderedAt: number;
  readonly net: bigint;
  /** Paid in another currency than the store's: the order counts, its amount is in no sum. */
  readonly otherCurrency: boolean;
  readonly productIds: readonly string[];
}

/** An instant at which time alone can change whether a criterion holds. */
export interface Instant {
  /** Equal for equal instants of different criteria. */
  readonly key: string;
  /** Milliseconds since the epoch; undefined where the customer has no such instant. */
  readonly at: (facts: CustomerFacts) => number | undefined;
  /** `at` as an SQL expression on a row `c` of customers; null where the customer has no such instant. */
  readonly sql: (binder: Binder) => string;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * One key of the criteria with its whole meaning: the valid values, when it holds for a customer's facts, the same as
 * SQL, when time can change it, and how it is explained. All of these must agree; a property test checks that.
 */
export interface Criterion<V> {
  /** JSON schema of the value with a description and an example. */
  readonly schema: Readonly<Record<string, unknown>> & { readonly description: string; readonly example: Json };
  /** Reads a given value into its canonical form. A string is the reason of a refusal. */
  readonly read: (given: unknown) => { readonly value: V } | string;
  /** The canonical value as JSON, so that 100 and "100.00" are the same definition. */
  readonly canonical: (value: V) => Json;
  readonly holds: (value: V, facts: CustomerFacts, moment: Moment) => boolean;
  /** An SQL condition on a row `c` of customers; never null. */
  readonly sql: (value: V, scope: SqlScope) => string;
  /** How fact and value are compared, for explanations. */
  readonly operator: string;
  /** The customer's fact, for explanations. */
  readonly fact: (facts: CustomerFacts, moment: Moment, value: V) => Json;
  /** Whether a counted order contributes to the fact. */
  readonly counts?: (value: V, order: CountedOrder, facts: CustomerFacts) => boolean;
  /** Only criteria that depend on time have an instant. */
  readonly instant?: (value: V) => Instant;
  /** The key of the maximum: in the same object its value must not be below this one's. */
  readonly atMost?: string;
  /** Products that have to be looked up in the orders. */
  readonly products?: (value: V) => readonly string[];
}
