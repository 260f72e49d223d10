import type { Binder } from './binder.js';
import type { CustomerFacts } from './facts.js';
import type { RfmBoundaries } from './rfm.js';

/** What an evaluation in memory looks at besides the customer. */
export interface Moment {
  /** The instant that counts as now, in milliseconds since the epoch. */
  readonly now: number;
  /** The brand's latest RFM run. */
  readonly rfm: RfmBoundaries | null;
}

/** The same for an evaluation in SQL, on a row `c` of customers. */
export interface SqlScope {
  readonly binder: Binder;
  /** An expression of the instant that counts as now. */
  readonly now: string;
  readonly rfm: RfmBoundaries | null;
  /** What to read orders from: a table or a bracketed subquery. */
  readonly orders: string;
  /** Where conditions that time does not change are worked out once for a row: stands for the condition. */
  readonly once?: (condition: string) => string;
}

/** A counted order, as an explanation names it. */
export interface CountedOrder {
  readonly externalId: string;
  /** Milliseconds since the epoch. */
  readonly orderedAt: number;
  readonly net: bigint;
  /** Paid in another currency than the store's: an order, but no part of any sum. */
  readonly otherCurrency: boolean;
  readonly productIds: readonly string[];
}

/** An instant at which time alone can change whether a criterion holds. */
export interface Instant {
  /** The same for the same instant, whichever criterion asks. */
  readonly key: string;
  /** Milliseconds since the epoch; undefined where there is none for this customer. */
  readonly at: (facts: CustomerFacts) => number | undefined;
  /** The same as an expression on a row `c` of customers; null where there is none. */
  readonly sql: (binder: Binder) => string;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * One key of the criteria, all of its meaning in one place: what may be given, when it holds for a customer's facts,
 * the same as SQL, when time can change it, and how it is explained. They must always agree; a property test holds them
 * to it.
 */
export interface Criterion<V> {
  /** JSON schema of the value with a description and an example. */
  readonly schema: Readonly<Record<string, unknown>> & { readonly description: string; readonly example: Json };
  /** The value in its canonical form; a string is the reason of a refusal. */
  readonly read: (given: unknown) => { readonly value: V } | string;
  /** The canonical value as JSON, so that 100 and "100.00" are the same definition. */
  readonly canonical: (value: V) => Json;
  readonly holds: (value: V, facts: CustomerFacts, moment: Moment) => boolean;
  /** A condition on a row `c` of customers; never null. */
  readonly sql: (value: V, scope: SqlScope) => string;
  /** How fact and value are compared. */
  readonly operator: string;
  /** What the customer's fact is. */
  readonly fact: (facts: CustomerFacts, moment: Moment, value: V) => Json;
  /** Whether a counted order has a part in the fact. */
  readonly counts?: (value: V, order: CountedOrder, facts: CustomerFacts) => boolean;
  /** Only criteria of time have one. */
  readonly instant?: (value: V) => Instant;
  /** The key whose value must not be below this one's in the same object. */
  readonly atMost?: string;
  /** Products that have to be looked up in the orders. */
  readonly products?: (value: V) => readonly string[];
}
