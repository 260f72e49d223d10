import type { SqlValue } from '#libs/database';

/** Collects the bind parameters of a condition while its SQL is written. */
export class Binder {
  readonly values: SqlValue[];
  private readonly bound = new Map<string, string>();

  constructor(given: readonly SqlValue[] = []) {
    this.values = [...given];
  }

  /**
   * The placeholder of the value, with its type, so that Postgres does not guess it. Equal values share a parameter.
   */
  bind(value: SqlValue, type: string): string {
    const key = `${type} ${JSON.stringify(value)}`;
    const known = this.bound.get(key);
    if (known !== undefined) return known;
    this.values.push(value);
    const placeholder = `$${this.values.length}::${type}`;
    this.bound.set(key, placeholder);
    return placeholder;
  }
}
