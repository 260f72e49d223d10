import type { SqlValue } from '#libs/database';
import type { CustomerFacts } from './facts.js';

/** Collects bind parameters while a condition is written. */
export class Binder {
  readonly values: SqlValue[];

  constructor(given: readonly SqlValue[] = []) {
    this.values = [...given];
  }

  /** The placeholder for the value, with its type: Postgres must not guess. */
  bind(value: SqlValue, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/**
 * One key of the criteria, all of its meaning in one place: what may be given, when it holds for a customer's facts,
 * and the same as SQL. The three must always agree; a property test holds them to it.
 */
export interface Criterion<V> {
  /** The value in its canonical form; a string is the reason of a refusal. */
  readonly read: (given: unknown) => { readonly value: V } | string;
  /** Canonical text, so that 100 and "100.00" are the same definition. */
  readonly canonical: (value: V) => string;
  readonly holds: (value: V, facts: CustomerFacts) => boolean;
  /** A condition on a row `c` of customers; never null. */
  readonly sql: (value: V, binder: Binder) => string;
}
