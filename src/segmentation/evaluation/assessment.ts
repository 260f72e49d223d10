import { instantsBetween, nextChange } from '../criteria/next-change.js';
import type { CompiledCriteria } from '../criteria/compile.js';
import type { Moment } from '../criteria/criterion.js';
import type { CustomerFacts } from '../criteria/facts.js';

export interface MembershipChange {
  readonly segmentId: string;
  readonly customerId: string;
  readonly kind: 'entered' | 'left';
  /** The id of a delivery, `backfill`, `definition`, `rfm` or `clock`. */
  readonly cause: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * When time has to look at a membership next: the instant at which it alone changes it, or an earlier one. `nextChangeAt`
 * is undefined where it never will.
 */
export interface Appointment {
  readonly segmentId: string;
  readonly customerId: string;
  readonly nextChangeAt: number | undefined;
}

/** A segment's definition, compiled. */
export interface Definition {
  readonly segmentId: string;
  readonly criteria: CompiledCriteria;
}

/** How things stand with a customer and a segment before they are looked at. */
export interface Standing {
  readonly segmentId: string;
  readonly customerId: string;
  readonly member: boolean;
  /** The stored `next_change_at`. */
  readonly due: number | undefined;
}

export interface Assessment {
  /** In the order of time. */
  readonly changes: readonly MembershipChange[];
  /** Undefined where the stored appointment stays as it is. */
  readonly appointment: Appointment | undefined;
}

/**
 * The facts have changed after a change by time was due that nobody has made yet. It and what time brought since are made
 * at their instants if the new facts say so too: an order that came in while nobody worked must not lead to an entry that
 * it contradicts.
 */
export function assessOverdue(
  { criteria }: Definition,
  { member, due = -Infinity, ...pair }: Standing,
  facts: CustomerFacts,
  moment: Moment,
  cause: string,
): Assessment {
  const instants = [due, ...instantsBetween(criteria, facts, due, moment.now)];
  const steps = [...instants.map((at) => ({ at, cause: 'clock' })), { at: moment.now, cause }];
  return {
    changes: walk(criteria, facts, moment, { member, pair, steps }),
    appointment: moved(pair, due, nextChange(criteria, facts, moment)),
  };
}

/** Only time has passed: every change up to now is made at its own instant, in order, also after a long pause. */
export function assessPassed(
  { criteria }: Definition,
  { member, due = -Infinity, ...pair }: Standing,
  facts: CustomerFacts,
  moment: Moment,
): Assessment {
  const instants = [due, ...instantsBetween(criteria, facts, due, moment.now)];
  const steps = instants.map((at) => ({ at, cause: 'clock' }));
  return {
    changes: walk(criteria, facts, moment, { member, pair, steps }),
    appointment: moved(pair, due, nextChange(criteria, facts, moment)),
  };
}

interface Walk {
  readonly member: boolean;
  readonly pair: { readonly segmentId: string; readonly customerId: string };
  readonly steps: readonly { readonly at: number; readonly cause: string }[];
}

function walk(
  criteria: CompiledCriteria,
  facts: CustomerFacts,
  moment: Moment,
  { member, pair, steps }: Walk,
): MembershipChange[] {
  const changes: MembershipChange[] = [];
  let inside = member;
  for (const { at, cause } of steps) {
    const holds = criteria.holds(facts, { ...moment, now: at });
    if (holds === inside) continue;
    inside = holds;
    changes.push({ ...pair, kind: holds ? 'entered' : 'left', cause, at });
  }
  return changes;
}

/** Dates have milliseconds; an instant between two of them is waited for to its end. */
function moved(pair: Walk['pair'], due: number | undefined, next: number | undefined): Appointment | undefined {
  const nextChangeAt = next === undefined ? undefined : Math.ceil(next);
  return next === due || nextChangeAt === due ? undefined : { ...pair, nextChangeAt };
}
