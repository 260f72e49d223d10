import { Injectable } from '@nestjs/common';
import { Database, lockShared, type Tx } from '#libs/database';
import { tookWork } from '#libs/kernel';
import { JobProducer, OnJob } from '#libs/queue';
import { LOCKS } from '../../database/locks.js';
import type { RetailerRef } from '../../jobs/payloads.js';
import { LiveDefinitionsService, type LiveDefinitions } from '../evaluation/live-definitions.service.js';
import { type ChangedCustomer, CustomerChangesQueries } from '../../commerce/queries/customer-changes.queries.js';
import { FactRepository } from '../evaluation/fact.repository.js';
import { Evaluation } from '../evaluation/evaluate.js';
import { MembershipRepository } from './membership.repository.js';

const CUSTOMERS_AT_ONCE = 500;
/** The largest membership matrix, in pairs of a customer and a segment. */
const PAIRS_AT_ONCE = 500_000;

/**
 * Evaluates customers whose facts have changed. Such evaluations run side by side under a shared advisory lock. An
 * evaluation of all customers takes the lock exclusively, so that neither kind overwrites the other with older facts.
 */
@Injectable()
export class MembershipHandler {
  constructor(
    private readonly database: Database,
    private readonly changes: CustomerChangesQueries,
    private readonly memberships: MembershipRepository,
    private readonly facts: FactRepository,
    private readonly definitions: LiveDefinitionsService,
    private readonly jobs: JobProducer,
  ) {}

  @OnJob('segmentation.apply-changes')
  async applyChanges({ retailerId }: RetailerRef): Promise<void> {
    let taken: number;
    do {
      taken = await this.database.transactionAcrossRetailers((tx) => this.applySome(tx, retailerId));
    } while (taken >= CUSTOMERS_AT_ONCE);
  }

  private async applySome(tx: Tx, retailerId: string): Promise<number> {
    await lockShared(tx, LOCKS.segmentation, retailerId);
    const definitions = await this.definitions.of(tx, retailerId);
    const changed = await this.take(tx, retailerId, definitions);
    tookWork(changed.map(({ cause }) => cause));
    await this.changes.announce(tx, retailerId, changed);
    if (definitions.all.length === 0) return changed.length;
    const together = Math.max(1, Math.floor(PAIRS_AT_ONCE / definitions.all.length));
    for (let start = 0; start < changed.length; start += together) {
      await this.evaluate(tx, retailerId, changed.slice(start, start + together), definitions);
    }
    return changed.length;
  }

  /**
   * While all customers are evaluated, changes by an import or by history stay in the queue: the evaluation reads the
   * causes of its transitions from these changes.
   */
  private async take(tx: Tx, retailerId: string, { evaluating }: LiveDefinitions): Promise<ChangedCustomer[]> {
    const taken = await this.changes.take(tx, retailerId, CUSTOMERS_AT_ONCE, !evaluating);
    if (!evaluating) return taken;
    return [...taken, ...(await this.changes.holdSilent(tx, retailerId, CUSTOMERS_AT_ONCE))];
  }

  private async evaluate(
    tx: Tx,
    retailerId: string,
    changed: readonly ChangedCustomer[],
    definitions: LiveDefinitions,
  ): Promise<void> {
    const customerIds = changed.map(({ customerId }) => customerId);
    const segmentIds = definitions.all.map(({ segmentId }) => segmentId);
    if (definitions.timed) await this.memberships.lockDue(tx, retailerId, customerIds);
    const facts = await this.facts.facts(tx, retailerId, customerIds, definitions.productIds);
    const matrix = await this.memberships.matrix(tx, retailerId, segmentIds, customerIds);
    const evaluation = new Evaluation(definitions.all, matrix, await this.memberships.clock(tx));
    const customers = changed.flatMap(({ customerId, cause }, index) => {
      const known = facts.get(customerId);
      return known ? [{ index, customerId, cause, facts: known }] : [];
    });
    const gone = changed.flatMap((one, index) => (facts.has(one.customerId) ? [] : [{ ...one, index }]));
    const results = [evaluation.of(customers), evaluation.ofGone(gone)];
    const changes = results.flatMap((result) => result.changes);
    const nextChanges = results.flatMap((result) => result.nextChanges);
    await this.memberships.write(tx, retailerId, changes, nextChanges);
    if (changes.length > 0) tx.afterCommit(() => this.jobs.enqueue('segmentation.publish-events', { retailerId }));
  }
}
