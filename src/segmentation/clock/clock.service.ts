import { Injectable } from '@nestjs/common';
import { Database, type Tx, tryLockShared } from '#libs/database';
import { JobProducer } from '#libs/queue';
import { LOCKS } from '../../database/locks.js';
import { evaluateOverdue } from '../evaluation/evaluate.js';
import { ClockMetrics } from './clock.metrics.js';
import { LiveDefinitionsService } from '../evaluation/live-definitions.service.js';
import { FactRepository } from '../evaluation/fact.repository.js';
import { MembershipRepository } from '../membership/membership.repository.js';

const DUE_AT_ONCE = 1_000;

/**
 * Makes the changes of membership that time alone brings, each at its own instant. Any number of workers may do so at
 * the same time: each skips the changes that another has locked.
 */
@Injectable()
export class ClockService {
  constructor(
    private readonly database: Database,
    private readonly memberships: MembershipRepository,
    private readonly facts: FactRepository,
    private readonly definitions: LiveDefinitionsService,
    private readonly jobs: JobProducer,
    private readonly metrics: ClockMetrics,
  ) {}

  /**
   * Makes all due changes, the earliest first, until the signal aborts. `until`: milliseconds since the epoch; default
   * is the clock of Postgres. A retailer whose changes fail is skipped. Once the changes of the other retailers are
   * made, this throws the first failure.
   */
  async catchUp(until?: number, signal?: AbortSignal): Promise<void> {
    const done: string[] = [];
    let failure: Error | undefined;
    while (!signal?.aborted) {
      const now = until ?? (await this.memberships.clock(this.database.acrossRetailers));
      const retailerId = await this.memberships.retailerDue(now, done);
      if (retailerId === undefined) break;
      try {
        const taken = await this.database.transaction(retailerId, (tx) => this.applyDue(tx, retailerId, until));
        if (taken < DUE_AT_ONCE) done.push(retailerId);
      } catch (error) {
        failure ??= new Error(`the due changes of retailer ${retailerId} failed`, { cause: error });
        done.push(retailerId);
      }
    }
    if (failure) throw failure;
  }

  async catchUpRetailer(retailerId: string): Promise<void> {
    await this.database.transaction(retailerId, (tx) => this.catchUpIn(tx, retailerId));
  }

  /**
   * Like `catchUpRetailer`, in the caller's transaction. Call it before the transaction changes what the segments mean.
   */
  async catchUpIn(tx: Tx, retailerId: string): Promise<void> {
    while ((await this.applyDue(tx, retailerId, undefined)) === DUE_AT_ONCE);
  }

  /**
   * Returns how many changes it took. It takes none, and does not wait, while all of the retailer's customers are
   * evaluated.
   */
  private async applyDue(tx: Tx, retailerId: string, until: number | undefined): Promise<number> {
    if (!(await tryLockShared(tx, LOCKS.segmentation, retailerId))) return 0;
    const now = until ?? (await this.memberships.clock(tx));
    const due = await this.memberships.takeDue(tx, retailerId, now, DUE_AT_ONCE);
    if (due.length === 0) return 0;
    const { all, productIds } = await this.definitions.of(tx, retailerId);
    const customers = [...new Set(due.map(({ customerId }) => customerId))];
    const facts = await this.facts.settledFacts(tx, retailerId, customers, productIds);
    const open = await this.memberships.openAmong(tx, retailerId, due);
    const definitions = new Map(all.map((definition) => [definition.segmentId, definition]));
    const results = due.flatMap((one) => {
      const [definition, known] = [definitions.get(one.segmentId), facts.get(one.customerId)];
      if (!definition?.covers(one.customerId) || !known) return [];
      const before = { ...one, member: open.has(one.segmentId + one.customerId) };
      return [evaluateOverdue(definition, before, known, { now, rfm: definition.rfm })];
    });
    const changes = results.flatMap((result) => result.changes);
    const nextChanges = results.flatMap((result) => result.nextChanges);
    await this.memberships.write(tx, retailerId, changes, nextChanges);
    tx.afterCommit(() => {
      this.metrics.changed(
        retailerId,
        changes.map(({ at }) => now - at),
      );
      if (changes.length > 0) this.jobs.enqueue('segmentation.publish-events', { retailerId });
    });
    return due.length;
  }
}
