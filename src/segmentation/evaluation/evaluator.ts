import { type Appointment, assessOverdue, type MembershipChange } from './assessment.js';
import { nextChange } from '../criteria/next-change.js';
import type { Moment } from '../criteria/criterion.js';
import type { CustomerFacts } from '../criteria/facts.js';
import type { LiveDefinition } from './live-definitions.service.js';
import type { Standings } from './membership-matrix.js';

/** A customer whose facts have changed. */
export interface Subject {
  /** In the standings. */
  readonly place: number;
  readonly customerId: string;
  readonly cause: string;
  readonly facts: CustomerFacts;
}

interface Outcome {
  readonly changes: MembershipChange[];
  readonly appointments: Appointment[];
}

/** Looks at customers under all definitions at one moment. */
export class Look {
  constructor(
    private readonly definitions: readonly LiveDefinition[],
    private readonly standings: Standings,
    /** Milliseconds since the epoch. */
    private readonly now: number,
  ) {}

  /**
   * One definition after the other, which under a thousand of them takes a fraction of the time of one customer after the
   * other. What comes of it lies by customer, as it will be read.
   */
  at(subjects: readonly Subject[]): Outcome {
    const outcomes = subjects.map((): Outcome => ({ changes: [], appointments: [] }));
    for (const [place, definition] of this.definitions.entries()) {
      const moment = { now: this.now, rfm: definition.rfm };
      for (const [index, subject] of subjects.entries()) {
        const outcome = outcomes[index];
        if (outcome && definition.covers(subject.customerId)) this.judge(definition, place, moment, subject, outcome);
      }
    }
    return {
      changes: outcomes.flatMap(({ changes }) => changes),
      appointments: outcomes.flatMap(({ appointments }) => appointments),
    };
  }

  private judge(
    definition: LiveDefinition,
    place: number,
    moment: Moment,
    subject: Subject,
    { changes, appointments }: Outcome,
  ): void {
    const { segmentId, criteria } = definition;
    const { customerId, cause, facts } = subject;
    const member = this.standings.isMember(place, subject.place);
    const due = this.standings.due(place, subject.place);
    if (due <= moment.now) {
      const standing = { segmentId, customerId, member, due };
      const overdue = assessOverdue(definition, standing, facts, moment, cause);
      changes.push(...overdue.changes);
      if (overdue.appointment) appointments.push(overdue.appointment);
      return;
    }
    const holds = criteria.holds(facts, moment);
    if (holds !== member) {
      changes.push({ segmentId, customerId, kind: holds ? 'entered' : 'left', cause, at: moment.now });
    }
    if (criteria.instants.length === 0) return;
    const next = nextChange(criteria, facts, moment, holds);
    // An order mostly puts the change off. Then the clock looks in vain once, rather than every order writing under every
    // definition.
    if (next === undefined || next >= due) return;
    appointments.push({ segmentId, customerId, nextChangeAt: Math.ceil(next) });
  }
}
