import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { EmailModule } from '../email/email.module.js';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { SegmentationModule } from '../segmentation/segmentation.module.js';
import { AdvanceHandler } from './advance.handler.js';
import { EnrolmentRepository } from './enrolment.repository.js';
import { EntriesService } from './entries.service.js';
import { ExecutionEnds } from './execution-ends.js';
import { ExecutionReader } from './execution-reader.js';
import { ExecutionRepository } from './execution.repository.js';
import { ExecutionsService } from './executions.service.js';
import { LiveReadiness } from './live-readiness.service.js';
import { PlanRepository } from './plan.repository.js';
import { PlanningHandler } from './planning.handler.js';
import { PlanningService } from './planning.service.js';
import { SegmentMovements } from './segment-movements.js';
import { SequenceLifecycleService } from './sequence-lifecycle.service.js';
import { SequenceRecordsRepository } from './sequence-records.repository.js';
import { SequenceRepository } from './sequence.repository.js';
import { SequenceSweeps } from './sequence-sweeps.js';
import { SequencesPersonalData } from './sequences.personal-data.js';
import { SequencesService } from './sequences.service.js';
import { Simulator } from './simulator.js';

/** Sequences of mails: definitions, executions, and who is where in them. */
@Module({
  imports: [CommerceModule, EmailModule, PersonalDataModule, RetailersModule, SegmentationModule],
  providers: [
    AdvanceHandler,
    EnrolmentRepository,
    EntriesService,
    ExecutionEnds,
    ExecutionReader,
    ExecutionRepository,
    ExecutionsService,
    LiveReadiness,
    PlanRepository,
    PlanningHandler,
    PlanningService,
    SegmentMovements,
    SequenceLifecycleService,
    SequenceRecordsRepository,
    SequenceRepository,
    SequenceSweeps,
    SequencesPersonalData,
    SequencesService,
    Simulator,
  ],
  exports: [ExecutionReader, ExecutionsService, LiveReadiness, SequenceLifecycleService, SequencesService],
})
export class SequencesModule {}
