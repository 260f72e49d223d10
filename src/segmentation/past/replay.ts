import type { PastCustomer } from '../../commerce/queries/past.queries.js';
import type { CompiledCriteria } from '../criteria/compile.js';
import { instantsBetween } from '../criteria/next-change.js';
import type { RfmBoundaries } from '../criteria/rfm.js';
import { PastFacts } from './past-facts.js';

/** Milliseconds since the epoch. */
export interface Span {
  readonly from: number;
  /** The end. This instant is not in the span. */
  readonly to: number;
}

/** The RFM boundaries that were in force at each instant. */
export interface RfmHistory {
  at(instant: number): RfmBoundaries | null;
  /** The instants after `after` and before `before` at which new boundaries came into force. */
  between(after: number, before: number): readonly number[];
}

/** A change of membership. Whole milliseconds since the epoch. */
export interface PastTransition {
  readonly at: number;
  readonly kind: 'entered' | 'left';
}

/** Postgres keeps microseconds. */
const MICROSECOND = 0.001;

/**
 * The changes of a customer's membership in a span, as the criteria make them from the orders that count today: each
 * order at its time of purchase, and each change that time alone brings at its own instant. A customer with orders
 * begins to exist with the first of them. `insideBefore`: whether the customer was a member right before the span.
 */
export function replay(
  criteria: CompiledCriteria,
  customer: PastCustomer,
  { from, to }: Span,
  rfm: RfmHistory,
): { readonly insideBefore: boolean; readonly transitions: readonly PastTransition[] } {
  const { orders } = customer;
  const facts = new PastFacts(customer);
  const transitions: PastTransition[] = [];
  let next = 0;
  let order = orders[next];
  const addUpTo = (at: number): void => {
    for (; order && order.orderedAt <= at; order = orders[next]) {
      facts.add(order);
      next += 1;
    }
  };
  const holds = (now: number): boolean =>
    (facts.ordersCount > 0 || orders.length === 0) && criteria.holds(facts, { now, rfm: rfm.at(now) });
  let at = from - MICROSECOND;
  addUpTo(at);
  const insideBefore = holds(at);
  let inside = insideBefore;
  const evaluate = (now: number): void => {
    if (holds(now) === inside) return;
    inside = !inside;
    transitions.push({ at: Math.ceil(now), kind: inside ? 'entered' : 'left' });
  };
  while (at < to) {
    const until = Math.min(order?.orderedAt ?? Infinity, to);
    for (const instant of pointsBetween(criteria, facts, rfm, { from: at, to: until })) evaluate(instant);
    at = until;
    if (at >= to) break;
    addUpTo(at);
    evaluate(at);
  }
  return { insideBefore, transitions };
}

/** The instants after the beginning and before the end at which the result may change without an order. */
function pointsBetween(criteria: CompiledCriteria, facts: PastFacts, rfm: RfmHistory, { from, to }: Span): number[] {
  const instants = instantsBetween(criteria, facts, from, to).filter((at) => at < to);
  if (!criteria.usesRfm) return instants;
  return [...instants, ...rfm.between(from, to)].sort((a, b) => a - b);
}
