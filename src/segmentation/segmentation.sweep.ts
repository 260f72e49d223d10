import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { CustomerChangesQueries } from '../commerce/queries/customer-changes.queries.js';
import { RfmRepository } from './rfm/rfm.repository.js';
import { SegmentEventsRepository } from './events/segment-events.repository.js';
import { SegmentRepository } from './definitions/segment.repository.js';

/** Enqueues the work of this module whose job was lost, and RFM runs that are due. */
@Injectable()
export class SegmentationSweep implements OnModuleInit {
  constructor(
    private readonly changes: CustomerChangesQueries,
    private readonly segments: SegmentRepository,
    private readonly events: SegmentEventsRepository,
    private readonly rfm: RfmRepository,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('segmentation', async () => {
      for (const retailerId of await this.changes.forgotten()) {
        this.jobs.enqueue('segmentation.apply-changes', { retailerId });
      }
      for (const { retailerId, id, status } of await this.segments.forgotten()) {
        const job = status === 'deleting' ? 'segmentation.delete' : 'segmentation.evaluate';
        this.jobs.enqueue(job, { retailerId, segmentId: id }, { jobId: `sweep-${id}` });
      }
      for (const retailerId of await this.events.forgotten()) {
        this.jobs.enqueue('segmentation.publish-events', { retailerId }, { jobId: `sweep-${retailerId}` });
      }
      for (const retailerId of await this.rfm.retailersDue()) {
        this.jobs.enqueue('segmentation.rfm', { retailerId }, { jobId: `sweep-${retailerId}` });
      }
    });
  }
}
