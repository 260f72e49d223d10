import { Injectable } from '@nestjs/common';
import { Database, lockExclusive, type Tx } from '#libs/database';
import { JobProducer, OnJob, type SegmentRef } from '#libs/queue';
import { compiledOf } from './definitions.js';
import { MembershipRepository } from './membership.repository.js';
import { CUSTOMERS_AT_ONCE, PopulationRepository } from './population.repository.js';
import { RfmRepository } from './rfm.repository.js';
import { boundariesOf } from './criteria/rfm.js';
import { SegmentRepository } from './segment.repository.js';

/**
 * Evaluates a new or changed definition over all customers: slice by slice, each one statement in a transaction of its own
 * that also moves the cursor. So a crash costs one slice, and others get their turn between two. All slices look at the
 * instant of the first; what time changes after it is left to the clock.
 */
@Injectable()
export class EvaluationWorker {
  constructor(
    private readonly database: Database,
    private readonly population: PopulationRepository,
    private readonly memberships: MembershipRepository,
    private readonly segments: SegmentRepository,
    private readonly rfm: RfmRepository,
    private readonly jobs: JobProducer,
  ) {}

  @OnJob('segmentation.evaluate')
  async evaluateAll(ref: SegmentRef): Promise<void> {
    while (await this.database.transaction((tx) => this.evaluateSlice(tx, ref)));
  }

  /** Returns whether there is more to do. */
  private async evaluateSlice(tx: Tx, { retailerId, segmentId }: SegmentRef): Promise<boolean> {
    await lockExclusive(tx, 'segmentation', retailerId);
    const segment = await this.segments.lock(tx, retailerId, segmentId);
    if (segment?.status !== 'evaluating') return false;
    const at = segment.evaluationAt?.getTime() ?? (await this.memberships.clock(tx));
    const criteria = compiledOf(segmentId, segment.criteria);
    const run = criteria.usesRfm ? await this.rfm.latest(segment, tx) : undefined;
    const slice = await this.population.slice(tx, retailerId, segment.evaluationCursor, CUSTOMERS_AT_ONCE);
    const question = { retailerId, criteria, rfm: run ? boundariesOf(run.boundaries) : null, at };
    await this.population.evaluate(tx, { id: segmentId, cause: segment.evaluationCause }, question, slice);
    if (!slice.done) {
      await this.segments.progress(tx, segment, new Date(at), slice.upTo);
      return true;
    }
    await this.segments.markEvaluated(tx, segment, new Date(at));
    tx.afterCommit(() => {
      this.jobs.ring('segmentation.publish-events', { retailerId });
      this.jobs.ring('segmentation.apply-changes', { retailerId });
    });
    return false;
  }
}
