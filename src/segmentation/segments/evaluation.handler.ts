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

/** Customers of the first slice, before it is known how dear the definition is. */
const FIRST_SIZE = 5_000;
const LEAST_SIZE = 100;
/** For so long orders and the clock may have to wait for a slice, in ms. */
const SLICE_MS = 400;
/** A run ends after so long and rings for the next one, so that other retailers get their turn. */
const RUN_MS = 20_000;

/**
 * Evaluates a new or changed definition over all customers: slice by slice, each in a transaction of its own that also
 * moves the cursor. So a crash costs one slice, and others get their turn between two. Each slice looks at its own instant,
 * so that nobody enters before the order that brings them in; what time changes later is left to the clock.
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
    const end = performance.now() + RUN_MS;
    let size = FIRST_SIZE;
    while (performance.now() < end) {
      const taken = await this.database.transaction(ref.retailerId, (tx) => this.evaluateSlice(tx, ref, size));
      if (taken === undefined) return;
      size = sizeAfter(size, taken);
    }
    this.jobs.enqueue('segmentation.evaluate', ref);
  }

  /** Returns how many ms others had to wait; undefined where there is nothing more to do. */
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
    const run = criteria.usesRfm ? await this.rfm.latest(segment, tx) : undefined;
    const slice = await this.population.slice(tx, retailerId, segment.evaluationCursor, size);
    const question = { retailerId, criteria, rfm: run ? boundariesOf(run.boundaries) : null, at };
    await this.population.evaluate(tx, { id: segmentId, cause: segment.evaluationCause }, question, slice);
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

/** How many customers the next slice should have, if they cost as much each as those before. */
function sizeAfter(size: number, ms: number): number {
  const factor = Math.min(2, Math.max(0.1, SLICE_MS / ms));
  return Math.min(CUSTOMERS_AT_ONCE, Math.max(LEAST_SIZE, Math.round(size * factor)));
}
