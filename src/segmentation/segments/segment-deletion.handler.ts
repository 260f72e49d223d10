import { Injectable } from '@nestjs/common';
import { Database, lockExclusive, type Tx } from '#libs/database';
import { notFound } from '#libs/kernel';
import { OnJob } from '#libs/queue';
import { LOCKS } from '../../database/locks.js';
import type { SegmentRef } from '../../jobs/payloads.js';
import { holdBrand } from '../../retailers/brands.queries.js';
import { CUSTOMERS_AT_ONCE, PopulationRepository } from '../evaluation/population.repository.js';
import { SegmentRepository, type SegmentRow } from '../definitions/segment.repository.js';

/**
 * Deletes a segment: marks it, then deletes its rows slice by slice, each in a transaction of its own. Orders of the
 * store wait for one slice at most, however many members the segment has.
 */
@Injectable()
export class SegmentDeletionHandler {
  constructor(
    private readonly database: Database,
    private readonly population: PopulationRepository,
    private readonly segments: SegmentRepository,
  ) {}

  /** Throws 404 where another request has deleted the segment. After an interruption a job completes the deletion. */
  async delete({ retailerId, brandId, id }: Pick<SegmentRow, 'retailerId' | 'brandId' | 'id'>): Promise<void> {
    await this.database.transaction(retailerId, async (tx) => {
      await holdBrand(tx, retailerId, brandId);
      if (!(await this.segments.markDeleting(tx, { retailerId, id }))) throw notFound('segment');
    });
    await this.deleteAll({ retailerId, segmentId: id });
  }

  @OnJob('segmentation.delete')
  async deleteAll(ref: SegmentRef): Promise<void> {
    while (await this.database.transaction(ref.retailerId, (tx) => this.deleteSlice(tx, ref)));
  }

  /** Returns whether there are more slices. */
  private async deleteSlice(tx: Tx, { retailerId, segmentId }: SegmentRef): Promise<boolean> {
    // An evaluation that began before the segment was marked may still write a membership of it; the lock waits for it.
    await lockExclusive(tx, LOCKS.segmentation, retailerId);
    const segment = await this.segments.lock(tx, retailerId, segmentId);
    if (segment?.status !== 'deleting') return false;
    const slice = await this.population.slice(tx, retailerId, segment.evaluationCursor, CUSTOMERS_AT_ONCE);
    await this.population.deleteSlice(tx, retailerId, segmentId, slice);
    if (slice.done) await this.segments.delete(tx, segment);
    else await this.segments.progress(tx, segment, slice.upTo);
    return !slice.done;
  }
}
