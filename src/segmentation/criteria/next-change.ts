import type { CompiledCriteria } from './compile.js';
import type { Moment, SqlScope } from './criterion.js';
import type { CustomerFacts } from './facts.js';

/** The last instant with a year of four digits, as ISO 8601 and Postgres need it. A later instant counts as never. */
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The first instant after now at which time alone changes the membership; undefined where it never does. `holds`:
 * whether the criteria hold now, where the caller knows it.
 */
export function nextChange(
  criteria: CompiledCriteria,
  facts: CustomerFacts,
  moment: Moment,
  holds = criteria.holds(facts, moment),
): number | undefined {
  const [first] = criteria.instants;
  if (!first) return undefined;
  // A short cut for one instant, the usual number: each order calls this for every definition.
  if (criteria.instants.length === 1) {
    const now = first.at(facts);
    if (now === undefined || now <= moment.now || now > LATEST) return undefined;
    return criteria.holds(facts, { now, rfm: moment.rfm }) === holds ? undefined : now;
  }
  const later = instantsBetween(criteria, facts, moment.now, Infinity);
  return later.find((now) => criteria.holds(facts, { ...moment, now }) !== holds);
}

/** The instants of these facts above `from` and not above `to`, sorted. */
export function instantsBetween(criteria: CompiledCriteria, facts: CustomerFacts, from: number, to: number): number[] {
  const instants = criteria.instants.flatMap(({ at }) => at(facts) ?? []);
  return instants.filter((at) => at > from && at <= Math.min(to, LATEST)).sort((a, b) => a - b);
}

/**
 * `nextChange` in SQL, for a row `c` of customers. `at` is an expression for the first instant after now at which the
 * result of the criteria changes, null where there is none. `known` are extra columns that `at` needs: the result now,
 * and the conditions that do not depend on time. Each is computed once for a row and not for each instant.
 */
export function nextChangeSql(
  criteria: CompiledCriteria,
  scope: SqlScope,
): { readonly at: string; readonly known: readonly string[] } {
  const columns = new Map<string, string>();
  const once = (condition: string): string => {
    const name = columns.get(condition) ?? `known_${columns.size}`;
    columns.set(condition, name);
    return `c.${name}`;
  };
  const holds = once(criteria.sql(scope));
  const changes = criteria.instants.map(({ sql }) => {
    const now = `(${sql(scope.binder)})`;
    const comes = `${now} > ${scope.now} AND ${now} <= '${new Date(LATEST).toISOString()}'`;
    return `CASE WHEN ${comes} AND ${criteria.sql({ ...scope, once, now })} <> ${holds} THEN ${now} END`;
  });
  return {
    at: `least(${changes.join(', ')})`,
    known: [...columns].map(([condition, name]) => `${condition} AS ${name}`),
  };
}
