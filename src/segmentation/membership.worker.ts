import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, lockExclusive, lockShared, type Tx } from '#libs/database';
import { JobProducer, OnJob, type RetailerRef, type SegmentRef, Sweeper } from '#libs/queue';
import { compileCriteria } from './criteria/compile.js';
import { type Definition, difference } from './difference.js';
import { type ChangedCustomer, MembershipRepository } from './membership.repository.js';
import { SegmentRepository, type SegmentRow } from './segment.repository.js';

const CUSTOMERS_AT_ONCE = 500;

/**
 * Keeps memberships equal to what the criteria say of the facts. Single customers are evaluated side by side under a
 * shared lock; a whole segment alone, so that neither can write what the other has just made wrong.
 */
@Injectable()
export class MembershipWorker implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly memberships: MembershipRepository,
    private readonly segments: SegmentRepository,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('segmentation', async () => {
      for (const retailerId of await this.memberships.forgottenChanges()) {
        this.jobs.ring('segmentation.apply-changes', { retailerId });
      }
      for (const { retailerId, id } of await this.segments.forgotten()) {
        this.jobs.ring('segmentation.evaluate', { retailerId, segmentId: id }, { jobId: `sweep-${id}` });
      }
    });
  }

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
    const definitions = (await this.segments.ofRetailer(tx, retailerId)).map(compiled);
    if (definitions.length > 0) await this.evaluate(tx, retailerId, changed, definitions);
    return changed.length;
  }

  private async evaluate(
    tx: Tx,
    retailerId: string,
    changed: readonly ChangedCustomer[],
    definitions: readonly Definition[],
  ): Promise<void> {
    const ids = changed.map(({ customerId }) => customerId);
    const facts = await this.memberships.facts(tx, retailerId, ids);
    const open = await this.memberships.openMemberships(tx, retailerId, ids);
    const at = await this.memberships.clock(tx);
    const changes = changed.flatMap((customer) => {
      const known = facts.get(customer.customerId);
      return known ? difference(customer, known, open.get(customer.customerId) ?? NOWHERE, definitions) : [];
    });
    await this.memberships.write(tx, retailerId, at, changes);
  }

  @OnJob('segmentation.evaluate')
  async evaluateAll({ retailerId, segmentId }: SegmentRef): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockExclusive(tx, 'segmentation', retailerId);
      const segment = await this.segments.lock(tx, retailerId, segmentId);
      if (segment?.status !== 'evaluating') return;
      const at = await this.memberships.clock(tx);
      await this.memberships.evaluateAll(tx, retailerId, segmentId, compiled(segment).criteria, at);
      await this.segments.markEvaluated(tx, segment, at);
    });
  }
}

const NOWHERE: ReadonlySet<string> = new Set();

function compiled({ id, criteria }: SegmentRow): Definition {
  const result = compileCriteria(criteria);
  if ('errors' in result) throw new Error(`segment ${id} holds criteria that this build can't read`);
  return { segmentId: id, criteria: result.criteria };
}
