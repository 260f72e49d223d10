import type { ChangedCustomer } from '../../commerce/queries/customer-changes.queries.js';
import type { CompiledCriteria } from '../criteria/compile.js';
import type { Moment } from '../criteria/criterion.js';
import type { CustomerFacts } from '../criteria/facts.js';
import { instantsBetween, nextChange } from '../criteria/next-change.js';
import type { RfmBoundaries } from '../criteria/rfm.js';
import type { MembershipMatrix } from './membership-matrix.js';

export interface Pair {
  readonly segmentId: string;
  readonly customerId: string;
}

export interface MembershipChange extends Pair {
  readonly kind: 'entered' | 'left';
  /** The id of a delivery, `backfill`, `definition`, `rfm`, `merge` or `clock`. */
  readonly cause: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * The `next_change_at` to store, in milliseconds since the epoch. It may be earlier than the next change, never later;
 * undefined where time alone never changes the membership.
 */
export interface NextChangeUpdate extends Pair {
  readonly nextChangeAt: number | undefined;
}

/** A definition as it is now, compiled. */
export interface Definition {
  readonly segmentId: string;
  readonly criteria: CompiledCriteria;
  /** The brand's latest RFM run. */
  readonly rfm: RfmBoundaries | null;
  /**
   * Whether the definition applies to the customer yet. While an evaluation of all customers is under way, it applies
   * only to customers that the evaluation has passed.
   */
  readonly covers: (customerId: string) => boolean;
}

/** A customer whose facts have changed. */
export interface EvaluatedCustomer extends ChangedCustomer {
  /** The customer's index in the membership matrix. */
  readonly index: number;
  readonly facts: CustomerFacts;
}

interface Result {
  readonly changes: MembershipChange[];
  readonly nextChanges: NextChangeUpdate[];
}

/** Evaluates customers whose facts have changed under all definitions at one instant. */
export class Evaluation {
  constructor(
    private readonly definitions: readonly Definition[],
    /** Its segments are in the order of the definitions. */
    private readonly matrix: MembershipMatrix,
    /** Milliseconds since the epoch. */
    private readonly now: number,
  ) {}

  /**
   * The outer loop is over definitions: with a thousand of them this takes a fraction of the time of an outer loop over
   * customers. The results are grouped by customer, so that rows that are later read together are stored side by side.
   */
  of(customers: readonly EvaluatedCustomer[]): Result {
    const results = customers.map((): Result => ({ changes: [], nextChanges: [] }));
    for (const [segment, definition] of this.definitions.entries()) {
      const moment = { now: this.now, rfm: definition.rfm };
      for (const [index, customer] of customers.entries()) {
        const result = results[index];
        if (result && definition.covers(customer.customerId)) {
          this.evaluate(definition, segment, moment, customer, result);
        }
      }
    }
    return {
      changes: results.flatMap(({ changes }) => changes),
      nextChanges: results.flatMap(({ nextChanges }) => nextChanges),
    };
  }

  /** Customers who were deleted, or merged into another one, leave every segment, and have no next change. */
  ofGone(customers: readonly Omit<EvaluatedCustomer, 'facts'>[]): Result {
    const result: Result = { changes: [], nextChanges: [] };
    for (const { index, customerId, cause } of customers) {
      for (const [segment, { segmentId }] of this.definitions.entries()) {
        if (this.matrix.isMember(segment, index)) {
          result.changes.push({ segmentId, customerId, kind: 'left', cause, at: this.now });
        }
        if (this.matrix.due(segment, index) < Infinity) {
          result.nextChanges.push({ segmentId, customerId, nextChangeAt: undefined });
        }
      }
    }
    return result;
  }

  private evaluate(
    definition: Definition,
    segment: number,
    moment: Moment,
    customer: EvaluatedCustomer,
    { changes, nextChanges }: Result,
  ): void {
    const { segmentId, criteria } = definition;
    const { index, customerId, cause, facts } = customer;
    const member = this.matrix.isMember(segment, index);
    const due = this.matrix.due(segment, index);
    if (due <= moment.now) {
      const overdue = evaluateOverdue(definition, { customerId, member, due }, facts, moment, cause);
      changes.push(...overdue.changes);
      nextChanges.push(...overdue.nextChanges);
      return;
    }
    const holds = criteria.holds(facts, moment);
    if (holds !== member) {
      changes.push({ segmentId, customerId, kind: holds ? 'entered' : 'left', cause, at: moment.now });
    }
    if (criteria.instants.length === 0) return;
    const next = nextChange(criteria, facts, moment, holds);
    // An order usually moves the next change to a later instant. Then the stored value is kept: the clock evaluates
    // once without effect, which is cheaper than a write for each order and each definition.
    if (next === undefined || next >= due) return;
    nextChanges.push({ segmentId, customerId, nextChangeAt: Math.ceil(next) });
  }
}

/**
 * Evaluates one customer under one definition from the stored next change (`due`) up to now. Each instant at which time
 * can change the membership is evaluated by itself and in order, so that a change keeps its own instant after a long
 * pause.
 *
 * `cause` is given where the facts have changed too. The present instant is then evaluated last. All instants are
 * evaluated with the new facts: an order that arrived while no worker ran must not be followed by an entry that
 * contradicts it.
 */
export function evaluateOverdue(
  { segmentId, criteria }: Definition,
  { customerId, member, due }: { readonly customerId: string; readonly member: boolean; readonly due: number },
  facts: CustomerFacts,
  moment: Moment,
  cause?: string,
): Result {
  const changes: MembershipChange[] = [];
  let inside = member;
  const evaluateAt = (at: number, why: string): void => {
    const holds = criteria.holds(facts, { ...moment, now: at });
    if (holds === inside) return;
    inside = holds;
    changes.push({ segmentId, customerId, kind: holds ? 'entered' : 'left', cause: why, at });
  };
  for (const at of [due, ...instantsBetween(criteria, facts, due, moment.now)]) evaluateAt(at, 'clock');
  if (cause !== undefined) evaluateAt(moment.now, cause);
  const next = nextChange(criteria, facts, moment);
  // A date has whole milliseconds: an instant between two of them is stored as the later one.
  const nextChangeAt = next === undefined ? undefined : Math.ceil(next);
  const isStored = next === due || nextChangeAt === due;
  return { changes, nextChanges: isStored ? [] : [{ segmentId, customerId, nextChangeAt }] };
}
