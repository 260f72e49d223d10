import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { EventsModule } from '../events/events.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { MembershipDataRepository } from './membership/membership-data.repository.js';
import { AudienceQueries } from './membership/audience.queries.js';
import { ClockMetrics } from './clock/clock.metrics.js';
import { ClockTimerService } from './clock/clock-timer.service.js';
import { ClockLatenessService } from './clock/clock-lateness.service.js';
import { ClockService } from './clock/clock.service.js';
import { LiveDefinitionsService } from './evaluation/live-definitions.service.js';
import { SegmentDeletionHandler } from './segments/segment-deletion.handler.js';
import { EvaluationHandler } from './segments/evaluation.handler.js';
import { FactRepository } from './evaluation/fact.repository.js';
import { MemberExportQueries } from './membership/member-export.queries.js';
import { MemberListRepository } from './membership/member-list.repository.js';
import { MembershipRepository } from './membership/membership.repository.js';
import { MembershipHandler } from './membership/membership.handler.js';
import { PopulationRepository } from './evaluation/population.repository.js';
import { EvaluationContextsService } from './segments/evaluation-contexts.service.js';
import { PastEntriesService } from './past/past-entries.service.js';
import { RfmFifthsService } from './rfm/rfm-fifths.service.js';
import { RfmRunsService } from './rfm/rfm-runs.service.js';
import { RfmRepository } from './rfm/rfm.repository.js';
import { RfmHandler } from './clock/rfm.handler.js';
import { SegmentEventConsumersService } from './events/segment-event-consumers.service.js';
import { SegmentEventLogService } from './events/segment-event-log.service.js';
import { SegmentEventsRepository } from './events/segment-events.repository.js';
import { SegmentEventsHandler } from './events/segment-events.handler.js';
import { SegmentExplanationsService } from './segments/segment-explanations.service.js';
import { SegmentMembersService } from './membership/segment-members.service.js';
import { SegmentPreviewsService } from './segments/segment-previews.service.js';
import { SegmentRenamesService } from './segments/segment-renames.service.js';
import { SegmentRepository } from './definitions/segment.repository.js';
import { SegmentationPersonalDataService } from './segmentation-personal-data.service.js';
import { SegmentUpsertsService } from './segments/segment-upserts.service.js';
import { SegmentationService } from './segments/segmentation.service.js';
import { SegmentationSweep } from './segmentation.sweep.js';

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
  ClockTimerService,
  ClockService,
  SegmentDeletionHandler,
  EvaluationHandler,
  MembershipHandler,
  RfmHandler,
  SegmentEventLogService,
  SegmentEventsHandler,
  SegmentationSweep,
];
const SERVICES = [
  ClockLatenessService,
  RfmFifthsService,
  RfmRunsService,
  AudienceQueries,
  MemberExportQueries,
  PastEntriesService,
  SegmentationService,
  SegmentExplanationsService,
  SegmentMembersService,
  SegmentPreviewsService,
  SegmentRenamesService,
  SegmentEventConsumersService,
];

@Module({
  imports: [CommerceModule, EventsModule, PersonalDataModule, RetailersModule],
  providers: [
    ...REPOSITORIES,
    ...WORKERS,
    ...SERVICES,
    ClockMetrics,
    LiveDefinitionsService,
    EvaluationContextsService,
    SegmentationPersonalDataService,
    SegmentUpsertsService,
  ],
  exports: SERVICES,
})
export class SegmentationModule {}
