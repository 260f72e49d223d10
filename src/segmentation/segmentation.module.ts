import { Module } from '@nestjs/common';
import { RetailersModule } from '../retailers/retailers.module.js';
import { AudienceQueries } from './audience.queries.js';
import { MemberQueries } from './member.queries.js';
import { MembershipRepository } from './membership.repository.js';
import { MembershipWorker } from './membership.worker.js';
import { SegmentRepository } from './segment.repository.js';
import { SegmentationService } from './segmentation.service.js';

@Module({
  imports: [RetailersModule],
  providers: [AudienceQueries, SegmentRepository, MembershipRepository, MembershipWorker, SegmentationService, MemberQueries],
  exports: [AudienceQueries, SegmentationService, MemberQueries],
})
export class SegmentationModule {}
