import { type Appointment, assessOverdue, type MembershipChange } from './assessment.js';
import { nextChange } from './course.js';
import type { Moment } from './criteria/criterion.js';
import type { CustomerFacts } from './criteria/facts.js';
import type { LiveDefinition } from './definitions.js';

/** A customer whose facts have changed. */
export interface Subject {
  readonly customerId: string;
  readonly cause: string;
  readonly facts: CustomerFacts;
  /** Segments that the customer is in. */
  readonly memberOf: readonly string[];
  /** When the clock looks, in milliseconds since the epoch. */
  readonly due: readonly (readonly [segmentId: string, due: number])[];
}

/**
 * Looks at one customer after the other under all definitions, at one moment. How things stand is kept by the place of the
 * definition: with a thousand segments, looking up each by its id would cost more than the criteria.
 */
export class Look {
  readonly changes: MembershipChange[] = [];
  readonly appointments: Appointment[] = [];
  private readonly definitions: readonly (LiveDefinition & { readonly moment: Moment })[];
  private readonly places: ReadonlyMap<string, number>;
  private readonly member: Uint8Array;
  /** NaN where there is none. */
  private readonly due: Float64Array;

  constructor(definitions: readonly LiveDefinition[], now: number) {
    this.definitions = definitions.map((definition) => ({ ...definition, moment: { now, rfm: definition.rfm } }));
    this.places = new Map(definitions.map(({ segmentId }, place) => [segmentId, place]));
    this.member = new Uint8Array(definitions.length);
    this.due = new Float64Array(definitions.length);
  }

  at(subject: Subject): void {
    this.setUp(subject);
    for (let place = 0; place < this.definitions.length; place += 1) {
      const definition = this.definitions[place];
      if (definition?.covers(subject.customerId)) this.judge(definition, place, subject);
    }
  }

  private setUp({ memberOf, due }: Subject): void {
    this.member.fill(0);
    this.due.fill(Number.NaN);
    for (const segmentId of memberOf) {
      const place = this.places.get(segmentId);
      if (place !== undefined) this.member[place] = 1;
    }
    for (const [segmentId, at] of due) {
      const place = this.places.get(segmentId);
      if (place !== undefined) this.due[place] = at;
    }
  }

  private judge(
    definition: LiveDefinition & { readonly moment: Moment },
    place: number,
    { customerId, cause, facts }: Subject,
  ): void {
    const { segmentId, criteria, moment } = definition;
    const member = this.member[place] === 1;
    const due = this.due[place] ?? Number.NaN;
    if (due <= moment.now) return this.catchUp(definition, { member, due }, { customerId, cause, facts });
    const holds = criteria.holds(facts, moment);
    if (holds !== member) {
      this.changes.push({ segmentId, customerId, kind: holds ? 'entered' : 'left', cause, at: moment.now });
    }
    if (criteria.instants.length === 0) return;
    const next = nextChange(criteria, facts, moment, holds);
    // An order mostly puts the change off. Then the clock looks in vain once, rather than every order writing under every
    // definition.
    if (next === undefined || next >= due) return;
    this.appointments.push({ segmentId, customerId, nextChangeAt: Math.ceil(next) });
  }

  private catchUp(
    definition: LiveDefinition & { readonly moment: Moment },
    stood: { readonly member: boolean; readonly due: number },
    { customerId, cause, facts }: Pick<Subject, 'customerId' | 'cause' | 'facts'>,
  ): void {
    const { segmentId, moment } = definition;
    const { changes, appointment } = assessOverdue(
      definition,
      { segmentId, customerId, ...stood },
      facts,
      moment,
      cause,
    );
    for (const change of changes) this.changes.push(change);
    if (appointment) this.appointments.push(appointment);
  }
}
