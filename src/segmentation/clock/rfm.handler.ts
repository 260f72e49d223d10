import { Injectable } from '@nestjs/common';
import { Database, lockExclusive, type Tx } from '#libs/database';
import { JobProducer, OnJob } from '#libs/queue';
import { LOCKS } from '../../database/locks.js';
import type { RetailerRef } from '../../jobs/payloads.js';
import { ClockService } from './clock.service.js';
import { MembershipRepository } from '../membership/membership.repository.js';
import { type BrandRef, RfmRepository, type RfmRunRow } from '../rfm/rfm.repository.js';
import { SegmentRepository } from '../definitions/segment.repository.js';

/** Computes a new RFM run for a retailer's brands and has their segments with the criterion `rfm` evaluated. */
@Injectable()
export class RfmHandler {
  constructor(
    private readonly database: Database,
    private readonly rfm: RfmRepository,
    private readonly segments: SegmentRepository,
    private readonly memberships: MembershipRepository,
    private readonly clock: ClockService,
    private readonly jobs: JobProducer,
  ) {}

  @OnJob('segmentation.rfm')
  async run({ retailerId }: RetailerRef): Promise<void> {
    // A statement in a transaction may take longer than one outside.
    const computed = await this.database.transaction(retailerId, (tx) => this.rfm.compute(tx, retailerId));
    await this.database.transaction(retailerId, async (tx) => {
      // The lock keeps evaluations with the old boundaries from running after the segments are marked for the new ones.
      await lockExclusive(tx, LOCKS.segmentation, retailerId);
      await this.clock.catchUpIn(tx, retailerId);
      const run = { ...computed, computedAt: new Date(await this.memberships.clock(tx)) };
      for (const brandId of await this.rfm.brands(tx, retailerId)) await this.save(tx, { retailerId, brandId }, run);
    });
  }

  private async save(tx: Tx, brand: BrandRef, run: RfmRunRow): Promise<void> {
    await this.rfm.save(tx, brand, run);
    for (const segmentId of await this.segments.evaluateRfm(tx, brand.retailerId, brand.brandId)) {
      tx.afterCommit(() => this.jobs.enqueue('segmentation.evaluate', { retailerId: brand.retailerId, segmentId }));
    }
  }
}
