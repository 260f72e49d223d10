import { escapePointer, type InputError } from '#libs/kernel';
import type { Binder, Criterion } from './criterion.js';
import type { CustomerFacts } from './facts.js';
import { CRITERIA, CRITERION_KEYS, type CriterionKey } from './registry.js';

/** A definition made ready: compiled once, then asked for every customer. */
export interface CompiledCriteria {
  /** The same for every spelling of the same definition. */
  readonly canonical: string;
  /** Whether a customer with these facts is a member. */
  readonly holds: (facts: CustomerFacts) => boolean;
  /** The same as a condition on a row `c` of customers; never null. */
  readonly sql: (binder: Binder) => string;
}

interface Condition {
  readonly canonical: string;
  readonly holds: (facts: CustomerFacts) => boolean;
  readonly sql: (binder: Binder) => string;
}

/** Compiles criteria, or lists every mistake with its JSON pointer below `pointer`. All keys have to hold. */
export function compileCriteria(
  given: unknown,
  pointer = '',
): { readonly criteria: CompiledCriteria } | { readonly errors: InputError[] } {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { errors: [{ pointer, detail: 'must be an object of criteria' }] };
  }
  const entries = Object.entries(given);
  if (entries.length === 0) return { errors: [{ pointer, detail: 'must have at least one criterion' }] };
  const errors: InputError[] = [];
  const conditions: Condition[] = [];
  for (const [key, value] of entries) {
    const result = compileKey(key, value);
    if (typeof result === 'string') errors.push({ pointer: `${pointer}/${escapePointer(key)}`, detail: result });
    else conditions.push(result);
  }
  return errors.length > 0 ? { errors } : { criteria: allOf(conditions) };
}

function compileKey(key: string, given: unknown): Condition | string {
  if (!isCriterionKey(key)) return `is not a known criterion; known are ${CRITERION_KEYS.join(', ')}`;
  return compileOne(key, CRITERIA[key] as Criterion<unknown>, given);
}

function compileOne<V>(key: string, criterion: Criterion<V>, given: unknown): Condition | string {
  const read = criterion.read(given);
  if (typeof read === 'string') return read;
  const { value } = read;
  return {
    canonical: `${key}:${criterion.canonical(value)}`,
    holds: (facts) => criterion.holds(value, facts),
    sql: (binder) => criterion.sql(value, binder),
  };
}

const allOf = (conditions: readonly Condition[]): CompiledCriteria => ({
  canonical: conditions
    .map(({ canonical }) => canonical)
    .sort()
    .join('&'),
  holds: (facts) => conditions.every(({ holds }) => holds(facts)),
  sql: (binder) => `(${conditions.map(({ sql }) => sql(binder)).join(' AND ')})`,
});

/** Own keys only, so that `__proto__` or `constructor` are as unknown as any other word. */
const isCriterionKey = (key: string): key is CriterionKey => Object.hasOwn(CRITERIA, key);
