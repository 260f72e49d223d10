import { Injectable } from '@nestjs/common';
import { Database, lockShared, type Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { JobProducer, OnJob, type RetailerRef } from '#libs/queue';
import { type Appointment, assessChanged, type MembershipChange } from './assessment.js';
import type { CustomerFacts } from './criteria/facts.js';
import { Definitions, type LiveDefinition, type LiveDefinitions } from './definitions.js';
import { FactRepository } from './fact.repository.js';
import { type ChangedCustomer, type Due, MembershipRepository } from './membership.repository.js';

const CUSTOMERS_AT_ONCE = 500;

/**
 * Keeps memberships equal to what the criteria say of the facts, as these change. Single customers are evaluated side by
 * side under a shared lock; many at once alone, so that neither can write what the other has just made wrong.
 */
@Injectable()
export class MembershipWorker {
  constructor(
    private readonly database: Database,
    private readonly memberships: MembershipRepository,
    private readonly facts: FactRepository,
    private readonly definitions: Definitions,
    private readonly jobs: JobProducer,
  ) {}

  @OnJob('segmentation.apply-changes')
  async applyChanges({ retailerId }: RetailerRef): Promise<void> {
    let taken: number;
    do {
      taken = await this.database.transaction((tx) => this.applySome(tx, retailerId));
    } while (taken === CUSTOMERS_AT_ONCE);
  }

  private async applySome(tx: Tx, retailerId: string): Promise<number> {
    await lockShared(tx, 'segmentation', retailerId);
    const changed = await this.memberships.takeChanges(tx, retailerId, CUSTOMERS_AT_ONCE);
    if (changed.length === 0) return 0;
    const definitions = await this.definitions.of(tx, retailerId);
    if (definitions.all.length > 0) await this.evaluate(tx, retailerId, changed, definitions);
    return changed.length;
  }

  private async evaluate(
    tx: Tx,
    retailerId: string,
    changed: readonly ChangedCustomer[],
    definitions: LiveDefinitions,
  ): Promise<void> {
    const ids = changed.map(({ customerId }) => customerId);
    const due = definitions.timed ? await this.memberships.appointments(tx, retailerId, ids) : [];
    const facts = await this.facts.facts(tx, retailerId, ids, definitions.productIds);
    const open = await this.memberships.openMemberships(tx, retailerId, ids);
    const now = await this.memberships.clock(tx);
    const dueOf = groupBy(due, ({ customerId }) => customerId);
    const changes: MembershipChange[] = [];
    const appointments: Appointment[] = [];
    for (const customer of changed) {
      const known = facts.get(customer.customerId);
      if (!known) continue;
      const memberOf = open.get(customer.customerId) ?? NOWHERE;
      const look = lookAt({ customer, facts: known, memberOf, due: dueOf.get(customer.customerId) ?? [], now });
      for (const definition of definitions.all) look(definition, changes, appointments);
    }
    await this.memberships.write(tx, retailerId, changes, appointments);
    if (changes.length > 0) tx.afterCommit(() => this.jobs.ring('segmentation.publish-events', { retailerId }));
  }
}

const NOWHERE: ReadonlySet<string> = new Set();

interface Look {
  readonly customer: ChangedCustomer;
  readonly facts: CustomerFacts;
  readonly memberOf: ReadonlySet<string>;
  readonly due: readonly Due[];
  readonly now: number;
}

/** Looks at one customer under one definition after the other; what time can't change takes the short way. */
function lookAt({ customer: { customerId, cause }, facts, memberOf, due, now }: Look) {
  const appointed = new Map(due.map((one) => [one.segmentId, one.due]));
  return (definition: LiveDefinition, changes: MembershipChange[], appointments: Appointment[]): void => {
    const { segmentId, criteria, rfm, covers } = definition;
    if (!covers(customerId)) return;
    const member = memberOf.has(segmentId);
    const moment = { now, rfm };
    if (criteria.instants.length === 0) {
      const holds = criteria.holds(facts, moment);
      if (holds !== member) changes.push({ segmentId, customerId, kind: holds ? 'entered' : 'left', cause, at: now });
      return;
    }
    const standing = { segmentId, customerId, member, due: appointed.get(segmentId) };
    const assessed = assessChanged(definition, standing, facts, moment, cause);
    changes.push(...assessed.changes);
    if (assessed.appointment) appointments.push(assessed.appointment);
  };
}
