import { Injectable } from '@nestjs/common';
import { Database, lockExclusive, type Tx } from '#libs/database';
import { JobProducer, OnJob } from '#libs/queue';
import { LOCKS } from '../../database/locks.js';
import type { SegmentRef } from '../../jobs/payloads.js';
import { boundariesOf } from '../criteria/rfm.js';
import { compiledOf } from '../evaluation/live-definitions.service.js';
import { MembershipRepository } from '../membership/membership.repository.js';
import { CUSTOMERS_AT_ONCE, PopulationRepository } from '../evaluation/population.repository.js';
import { RfmRepository } from '../rfm/rfm.repository.js';
import { SegmentRepository } from '../definitions/segment.repository.js';

/** Customers of the first slice, before the cost of the definition is known. */
const FIRST_SIZE = 5_000;
const SMALLEST_SIZE = 100;
/** The wanted time of a slice: orders and the clock wait for so long. */
const SLICE_MS = 400;
/** A job ends after so long and enqueues the next one, so that other retailers get their turn. */
const JOB_MS = 20_000;

/**
 * Evaluates a new or changed definition over all customers, slice by slice. Each slice is a transaction that also moves
 * the cursor: a crash loses one slice, and other work gets the lock between two slices. Each slice is evaluated at its
 * own instant, so that no customer enters before the order that brings them in. The clock makes later changes by time.
 */
@Injectable()
export class EvaluationHandler {
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
    const end = performance.now() + JOB_MS;
    let size = FIRST_SIZE;
    while (performance.now() < end) {
      const taken = await this.database.transaction(ref.retailerId, (tx) => this.evaluateSlice(tx, ref, size));
      if (taken === undefined) return;
      size = sizeAfter(size, taken);
    }
    this.jobs.enqueue('segmentation.evaluate', ref);
  }

  /** Returns for how many ms the slice held the lock; undefined where it was the last. */
  private async evaluateSlice(
    tx: Tx,
    { retailerId, segmentId }: SegmentRef,
    size: number,
  ): Promise<number | undefined> {
    await lockExclusive(tx, LOCKS.segmentation, retailerId);
    const began = performance.now();
    const segment = await this.segments.lock(tx, retailerId, segmentId);
    if (segment?.status !== 'evaluating') return undefined;
    const at = await this.memberships.clock(tx);
    const criteria = compiledOf(segmentId, segment.criteria);
    const run = criteria.usesRfm ? await this.rfm.latest(tx, segment) : undefined;
    const slice = await this.population.slice(tx, retailerId, segment.evaluationCursor, size);
    const context = { retailerId, criteria, rfm: run ? boundariesOf(run.boundaries) : null, at };
    await this.population.evaluate(tx, { id: segmentId, cause: segment.evaluationCause }, context, slice);
    if (!slice.done) {
      await this.segments.progress(tx, segment, slice.upTo);
      return performance.now() - began;
    }
    await this.segments.markEvaluated(tx, segment, new Date(at));
    tx.afterCommit(() => {
      this.jobs.enqueue('segmentation.publish-events', { retailerId });
      this.jobs.enqueue('segmentation.apply-changes', { retailerId });
    });
    return undefined;
  }
}

/** The size of the next slice, if its customers take as long each as those of the last slice. */
function sizeAfter(size: number, ms: number): number {
  const factor = Math.min(2, Math.max(0.1, SLICE_MS / ms));
  return Math.min(CUSTOMERS_AT_ONCE, Math.max(SMALLEST_SIZE, Math.round(size * factor)));
}
