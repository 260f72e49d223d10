import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { MembershipDataRepository } from './membership-data.repository.js';
import { AudienceQueries } from './audience.queries.js';
import { MemberQueries } from './member.queries.js';
import { ClockMetrics } from './clock.metrics.js';
import { ClockTimer } from './clock.timer.js';
import { ClockWorker } from './clock.worker.js';
import { Definitions } from './definitions.js';
import { DeletionWorker } from './deletion.worker.js';
import { EvaluationWorker } from './evaluation.worker.js';
import { FactRepository } from './fact.repository.js';
import { MemberListRepository } from './member-list.repository.js';
import { MembershipRepository } from './membership.repository.js';
import { MembershipWorker } from './membership.worker.js';
import { PopulationRepository } from './population.repository.js';
import { Questions } from './questions.js';
import { RfmRepository } from './rfm.repository.js';
import { RfmWorker } from './rfm.worker.js';
import { SegmentEventConsumers } from './segment-event-consumers.js';
import { SegmentEventsRepository } from './segment-events.repository.js';
import { SegmentEventsWorker } from './segment-events.worker.js';
import { SegmentExplanations } from './segment-explanations.service.js';
import { SegmentMembers } from './segment-members.service.js';
import { SegmentPreviews } from './segment-previews.service.js';
import { SegmentRepository } from './segment.repository.js';
import { SegmentationPersonalData } from './segmentation.personal-data.js';
import { SegmentUpserts } from './segment-upserts.js';
import { SegmentationService } from './segmentation.service.js';
import { SegmentationSweeps } from './segmentation.sweeps.js';

const REPOSITORIES = [
  FactRepository,
  MemberListRepository,
  MembershipDataRepository,
  MembershipRepository,
  PopulationRepository,
  RfmRepository,
  SegmentEventsRepository,
  SegmentRepository,
];
const WORKERS = [
  ClockTimer,
  ClockWorker,
  DeletionWorker,
  EvaluationWorker,
  MembershipWorker,
  RfmWorker,
  SegmentEventsWorker,
  SegmentationSweeps,
];
const SERVICES = [
  AudienceQueries,
  MemberQueries,
  SegmentationService,
  SegmentExplanations,
  SegmentMembers,
  SegmentPreviews,
  SegmentEventConsumers,
];

@Module({
  imports: [CommerceModule, PersonalDataModule, RetailersModule],
  providers: [
    ...REPOSITORIES,
    ...WORKERS,
    ...SERVICES,
    ClockMetrics,
    Definitions,
    Questions,
    SegmentationPersonalData,
    SegmentUpserts,
  ],
  exports: SERVICES,
})
export class SegmentationModule {}
