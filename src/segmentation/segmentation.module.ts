import { Module } from '@nestjs/common';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { MembershipDataRepository } from './membership-data.repository.js';
import { MembershipRepository } from './membership.repository.js';
import { MembershipWorker } from './membership.worker.js';
import { SegmentRepository } from './segment.repository.js';
import { SegmentationPersonalData } from './segmentation.personal-data.js';
import { SegmentationService } from './segmentation.service.js';

@Module({
  imports: [PersonalDataModule, RetailersModule],
  providers: [
    SegmentRepository,
    MembershipRepository,
    MembershipWorker,
    SegmentationService,
    MembershipDataRepository,
    SegmentationPersonalData,
  ],
  exports: [SegmentationService],
})
export class SegmentationModule {}
