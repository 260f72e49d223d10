import { escapePointer, type InputError } from '#libs/kernel';
import type { CountedOrder, Criterion, Instant, Moment, SqlScope } from './criterion.js';
import type { ExplanationNode } from './explanation.dto.js';
import type { CustomerFacts } from './facts.js';
import { CRITERIA, CRITERION_KEYS, type CriterionKey } from './registry.js';

/** A compiled definition: compiled once, then used for every customer. */
export interface CompiledCriteria {
  /** Equal for all spellings of one definition. */
  readonly canonical: string;
  /** Whether a customer with these facts is a member at that instant. */
  readonly holds: (facts: CustomerFacts, moment: Moment) => boolean;
  /** `holds` as an SQL condition on a row `c` of customers; never null. */
  readonly sql: (scope: SqlScope) => string;
  /** The instants at which time alone can change `holds`; empty where it never does. */
  readonly instants: readonly Instant[];
  /** `orders`: the customer's counted orders, the newest first. */
  readonly explain: (facts: CustomerFacts, moment: Moment, orders: readonly CountedOrder[]) => ExplanationNode;
  /** Products that have to be looked up in the orders. */
  readonly productIds: readonly string[];
  /** Whether the definition uses the brand's RFM run. */
  readonly usesRfm: boolean;
}

const DEEPEST = 5;
const MOST_NODES = 100;
const MOST_ORDERS = 100;

/**
 * Compiles criteria, or lists every mistake with its JSON pointer below `pointer`. All keys of an object must hold.
 * Each key counts as a node; keys inside `all`, `any` or `not` are one level deeper.
 */
export function compileCriteria(
  given: unknown,
  pointer = '',
): { readonly criteria: CompiledCriteria } | { readonly errors: InputError[] } {
  const compiler = new Compiler();
  const criteria = compiler.object(given, pointer, 1);
  return criteria && compiler.errors.length === 0 ? { criteria } : { errors: compiler.errors };
}

class Compiler {
  readonly errors: InputError[] = [];
  private nodes = 0;

  object(given: unknown, pointer: string, depth: number): CompiledCriteria | undefined {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      return this.refuse(pointer, 'must be an object of criteria');
    }
    const entries = Object.entries(given);
    if (entries.length === 0) return this.refuse(pointer, 'must have at least one criterion');
    if (depth > DEEPEST) return this.refuse(pointer, `is nested deeper than ${DEEPEST} levels`);
    const conditions: CompiledCriteria[] = [];
    for (const [key, value] of entries) {
      this.nodes += 1;
      if (this.nodes > MOST_NODES) return this.tooMany(pointer);
      const condition = this.key(key, value, `${pointer}/${escapePointer(key)}`, depth);
      if (condition) conditions.push(condition);
    }
    this.compareLimits(new Map(entries), pointer);
    return conditions.length === entries.length ? group('all', conditions) : undefined;
  }

  private key(key: string, given: unknown, pointer: string, depth: number): CompiledCriteria | undefined {
    if (key === 'all' || key === 'any') return this.list(key, given, pointer, depth);
    if (key === 'not') {
      const child = this.object(given, pointer, depth + 1);
      return child && negation(child);
    }
    if (isCriterionKey(key)) return this.leaf(key, CRITERIA[key] as Criterion<unknown>, given, pointer);
    return this.refuse(pointer, `is not a known criterion; known are ${[...CRITERION_KEYS, ...GROUPS].join(', ')}`);
  }

  private list(key: 'all' | 'any', given: unknown, pointer: string, depth: number): CompiledCriteria | undefined {
    if (!Array.isArray(given) || given.length === 0) return this.refuse(pointer, 'must be a list of criteria');
    const children: CompiledCriteria[] = [];
    for (const [index, item] of given.entries()) {
      if (this.nodes > MOST_NODES) return undefined;
      const child = this.object(item, `${pointer}/${index}`, depth + 1);
      if (child) children.push(child);
    }
    return children.length === given.length ? group(key, children) : undefined;
  }

  private leaf<V>(key: string, criterion: Criterion<V>, given: unknown, pointer: string): CompiledCriteria | undefined {
    const read = criterion.read(given);
    return typeof read === 'string' ? this.refuse(pointer, read) : leaf(key, criterion, read.value);
  }

  /** Refuses a minimum above the maximum beside it: no customer could meet both. */
  private compareLimits(given: ReadonlyMap<string, unknown>, pointer: string): void {
    for (const key of given.keys()) {
      const { atMost, read } = (isCriterionKey(key) ? CRITERIA[key] : {}) as Partial<Criterion<number | bigint>>;
      if (!atMost || !given.has(atMost)) continue;
      const [low, high] = [read?.(given.get(key)), read?.(given.get(atMost))];
      if (typeof low === 'object' && typeof high === 'object' && low.value > high.value) {
        this.refuse(`${pointer}/${key}`, `must not be above ${atMost}`);
      }
    }
  }

  private tooMany(pointer: string): undefined {
    const detail = `has more than ${MOST_NODES} criteria in all`;
    if (!this.errors.some((error) => error.detail === detail)) this.refuse(pointer, detail);
  }

  private refuse(pointer: string, detail: string): undefined {
    this.errors.push({ pointer, detail });
  }
}

const GROUPS = ['all', 'any', 'not'];

function leaf<V>(key: string, criterion: Criterion<V>, value: V): CompiledCriteria {
  const json = criterion.canonical(value);
  const { holds, sql, fact, counts } = criterion;
  return {
    canonical: `${key}:${JSON.stringify(json)}`,
    holds: (facts, moment) => holds(value, facts, moment),
    sql: (scope) => (criterion.instant || !scope.once ? sql(value, scope) : scope.once(sql(value, scope))),
    instants: criterion.instant ? [criterion.instant(value)] : [],
    explain: (facts, moment, orders) => ({
      key,
      operator: criterion.operator,
      value: json,
      fact: fact(facts, moment, value),
      holds: holds(value, facts, moment),
      ...(counts ? { orders: contributing(orders, (order) => counts(value, order, facts)) } : {}),
    }),
    productIds: criterion.products?.(value) ?? [],
    usesRfm: key === 'rfm',
  };
}

const contributing = (orders: readonly CountedOrder[], counts: (order: CountedOrder) => boolean): string[] =>
  orders
    .filter(counts)
    .slice(0, MOST_ORDERS)
    .map(({ externalId }) => externalId);

function group(key: 'all' | 'any', children: readonly CompiledCriteria[]): CompiledCriteria {
  const texts = [...new Set(children.map(({ canonical }) => canonical))].sort();
  const holds = combined(
    key,
    children.map((child) => child.holds),
  );
  return {
    canonical: `${key}(${texts.join('&')})`,
    holds,
    sql: (scope) => `(${children.map(({ sql }) => sql(scope)).join(key === 'all' ? ' AND ' : ' OR ')})`,
    explain: (facts, moment, orders) => ({
      key,
      holds: holds(facts, moment),
      children: children.map((child) => child.explain(facts, moment, orders)),
    }),
    ...together(children),
  };
}

type Holds = CompiledCriteria['holds'];

/**
 * Combines tests into one. The result runs for every customer and definition. Most objects have one or two keys, so
 * these have a form of their own.
 */
function combined(key: 'all' | 'any', tests: readonly Holds[]): Holds {
  const [first, second] = tests;
  if (first && tests.length === 1) return first;
  if (first && second && tests.length === 2) {
    return key === 'all'
      ? (facts, moment) => first(facts, moment) && second(facts, moment)
      : (facts, moment) => first(facts, moment) || second(facts, moment);
  }
  return key === 'all'
    ? (facts, moment) => tests.every((holds) => holds(facts, moment))
    : (facts, moment) => tests.some((holds) => holds(facts, moment));
}

const negation = (child: CompiledCriteria): CompiledCriteria => ({
  canonical: `not(${child.canonical})`,
  holds: (facts, moment) => !child.holds(facts, moment),
  sql: (scope) => `NOT ${child.sql(scope)}`,
  explain: (facts, moment, orders) => ({
    key: 'not',
    holds: !child.holds(facts, moment),
    children: [child.explain(facts, moment, orders)],
  }),
  ...together([child]),
});

const together = (
  children: readonly CompiledCriteria[],
): Pick<CompiledCriteria, 'instants' | 'productIds' | 'usesRfm'> => ({
  instants: [...new Map(children.flatMap(({ instants }) => instants).map((one) => [one.key, one])).values()],
  productIds: [...new Set(children.flatMap(({ productIds }) => productIds))],
  usesRfm: children.some(({ usesRfm }) => usesRfm),
});

/** Own keys only, so that `__proto__` and `constructor` are unknown criteria. */
const isCriterionKey = (key: string): key is CriterionKey => Object.hasOwn(CRITERIA, key);
