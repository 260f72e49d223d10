import type { CompiledCriteria } from './compile.js';
import type { Moment, SqlScope } from './criterion.js';
import type { CustomerFacts } from './facts.js';

/** The last instant that ISO 8601 writes with four digits, and Postgres reads. What lies beyond never comes. */
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The first instant after now at which time alone takes the customer in or out; undefined where it never does. `holds`:
 * what the criteria say now, where that is known.
 */
export function nextChange(
  criteria: CompiledCriteria,
  facts: CustomerFacts,
  moment: Moment,
  holds = criteria.holds(facts, moment),
): number | undefined {
  const [first] = criteria.instants;
  if (!first) return undefined;
  // Most criteria of time have one instant, and every order asks for it under every definition.
  if (criteria.instants.length === 1) {
    const now = first.at(facts);
    if (now === undefined || now <= moment.now || now > LATEST) return undefined;
    return criteria.holds(facts, { now, rfm: moment.rfm }) === holds ? undefined : now;
  }
  const later = instantsBetween(criteria, facts, moment.now, Infinity);
  return later.find((now) => criteria.holds(facts, { ...moment, now }) !== holds);
}

/** The instants of these facts after `from` up to and including `to`, in order. */
export function instantsBetween(criteria: CompiledCriteria, facts: CustomerFacts, from: number, to: number): number[] {
  const instants = criteria.instants.flatMap(({ at }) => at(facts) ?? []);
  return instants.filter((at) => at > from && at <= Math.min(to, LATEST)).sort((a, b) => a - b);
}

/**
 * `nextChange` of rows of customers: `at` is an expression on a row `c`, null where there is none; of the instants to
 * come the least at which the criteria say something else than now. `known` are the columns that it needs besides the
 * customer's own, which keep it from asking again at each instant for what time does not change.
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
