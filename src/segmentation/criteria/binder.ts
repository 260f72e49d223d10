import type { SqlValue } from '#libs/database';

/** Collects bind parameters while a condition is written. */
export class Binder {
  readonly values: SqlValue[];
  private readonly bound = new Map<string, string>();

  constructor(given: readonly SqlValue[] = []) {
    this.values = [...given];
  }

  /** The placeholder for the value, with its type: Postgres must not guess. A value that comes again is bound once. */
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
