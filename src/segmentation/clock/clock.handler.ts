import { Injectable } from '@nestjs/common';
import { Database, type Tx, tryLockShared } from '#libs/database';
import { JobProducer } from '#libs/queue';
import { LOCKS } from '../../database/locks.js';
import { assessPassed } from '../evaluation/assessment.js';
import { ClockMetrics } from './clock.metrics.js';
import { LiveDefinitionsService } from '../evaluation/live-definitions.service.js';
import { FactRepository } from '../evaluation/fact.repository.js';
import { MembershipRepository } from '../membership/membership.repository.js';

const DUE_AT_ONCE = 1_000;

/**
 * Makes the changes of membership that time alone brings, each at its own instant. Any number of workers may do so at the
 * same time: what one has taken the others leave to it.
 */
@Injectable()
export class ClockHandler {
  constructor(
    private readonly database: Database,
    private readonly memberships: MembershipRepository,
    private readonly facts: FactRepository,
    private readonly definitions: LiveDefinitionsService,
    private readonly jobs: JobProducer,
    private readonly metrics: ClockMetrics,
  ) {}

  /**
   * Makes all changes that are due, the earliest first, or until the signal some of them. `until`: milliseconds since the
   * epoch; default is the database's clock. A retailer whose changes fail is passed over; when the others have had theirs,
   * this throws why the first one's failed.
   */
  async catchUp(until?: number, signal?: AbortSignal): Promise<void> {
    const passed: string[] = [];
    let failure: Error | undefined;
    while (!signal?.aborted) {
      const now = until ?? (await this.memberships.clock(this.database.acrossRetailers));
      const retailerId = await this.memberships.retailerDue(now, passed);
      if (retailerId === undefined) break;
      try {
        const taken = await this.database.transaction(retailerId, (tx) => this.moveSome(tx, retailerId, until));
        if (taken < DUE_AT_ONCE) passed.push(retailerId);
      } catch (error) {
        failure ??= new Error(`changes by time of retailer ${retailerId} failed`, { cause: error });
        passed.push(retailerId);
      }
    }
    if (failure) throw failure;
  }

  /** The same of one retailer. */
  async catchUpWith(retailerId: string): Promise<void> {
    await this.database.transaction(retailerId, (tx) => this.catchUpWithin(tx, retailerId));
  }

  /** In the caller's transaction: before its segments begin to mean something else. */
  async catchUpWithin(tx: Tx, retailerId: string): Promise<void> {
    while ((await this.moveSome(tx, retailerId, undefined)) === DUE_AT_ONCE);
  }

  /** Returns how many it took: none while all customers of the retailer are evaluated, for whom others need not wait. */
  private async moveSome(tx: Tx, retailerId: string, until: number | undefined): Promise<number> {
    if (!(await tryLockShared(tx, LOCKS.segmentation, retailerId))) return 0;
    const now = until ?? (await this.memberships.clock(tx));
    const due = await this.memberships.takeDue(tx, retailerId, now, DUE_AT_ONCE);
    if (due.length === 0) return 0;
    const { all, productIds } = await this.definitions.of(tx, retailerId);
    const customers = [...new Set(due.map(({ customerId }) => customerId))];
    const facts = await this.facts.settledFacts(tx, retailerId, customers, productIds);
    const open = await this.memberships.openAmong(tx, retailerId, due);
    const definitions = new Map(all.map((definition) => [definition.segmentId, definition]));
    const assessed = due.flatMap((one) => {
      const [definition, known] = [definitions.get(one.segmentId), facts.get(one.customerId)];
      if (!definition?.covers(one.customerId) || !known) return [];
      const standing = { ...one, member: open.has(one.segmentId + one.customerId) };
      return [assessPassed(definition, standing, known, { now, rfm: definition.rfm })];
    });
    const changes = assessed.flatMap((assessment) => assessment.changes);
    const appointments = assessed.flatMap(({ appointment }) => appointment ?? []);
    await this.memberships.write(tx, retailerId, changes, appointments);
    tx.afterCommit(() => {
      for (const { at } of changes) this.metrics.changed(now - at);
      if (changes.length > 0) this.jobs.enqueue('segmentation.publish-events', { retailerId });
    });
    return due.length;
  }
}
