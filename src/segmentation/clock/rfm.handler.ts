import { Injectable } from '@nestjs/common';
import { Database, lockExclusive, type Tx } from '#libs/database';
import { JobProducer, OnJob } from '#libs/queue';
import { LOCKS } from '../../database/locks.js';
import type { RetailerRef } from '../../jobs/payloads.js';
import { ClockHandler } from './clock.handler.js';
import { MembershipRepository } from '../membership/membership.repository.js';
import { RfmRepository, type RfmRunRow } from '../rfm/rfm.repository.js';
import { SegmentRepository } from '../definitions/segment.repository.js';

/** Parts the customers of a retailer's brands into fifths anew, and has the segments evaluated that ask for them. */
@Injectable()
export class RfmHandler {
  constructor(
    private readonly database: Database,
    private readonly rfm: RfmRepository,
    private readonly segments: SegmentRepository,
    private readonly memberships: MembershipRepository,
    private readonly clock: ClockHandler,
    private readonly jobs: JobProducer,
  ) {}

  @OnJob('segmentation.rfm')
  async run({ retailerId }: RetailerRef): Promise<void> {
    // In a transaction, for it may take longer than a statement by itself is waited for.
    const computed = await this.database.transaction(retailerId, (tx) => this.rfm.compute(tx, retailerId));
    await this.database.transaction(retailerId, async (tx) => {
      // Nobody may look at a customer by the old fifths after the segments were told of the new ones.
      await lockExclusive(tx, LOCKS.segmentation, retailerId);
      await this.clock.catchUpWithin(tx, retailerId);
      const run = { ...computed, computedAt: new Date(await this.memberships.clock(tx)) };
      for (const brandId of await this.rfm.brands(tx, retailerId)) await this.keep(tx, { retailerId, brandId }, run);
    });
  }

  private async keep(tx: Tx, brand: { retailerId: string; brandId: string }, run: RfmRunRow): Promise<void> {
    await this.rfm.save(tx, brand, run);
    for (const segmentId of await this.segments.evaluateRfm(tx, brand.retailerId, brand.brandId)) {
      tx.afterCommit(() => this.jobs.enqueue('segmentation.evaluate', { retailerId: brand.retailerId, segmentId }));
    }
  }
}
