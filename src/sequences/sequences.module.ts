import { RunAudiencesService } from './executions/run-audiences.service.js';
import { AutomaticApprovalsService } from './automatic-approvals.service.js';
import { PlanApprovalsService } from './approval/plan-approvals.service.js';
import { PlanStatesService } from './approval/plan-states.service.js';
import { PlanProspectsService } from './plan-prospects.service.js';
import { PlansService } from './plans.service.js';
import { SequencePlansRepository } from './approval/sequence-plans.repository.js';
import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { EmailModule } from '../email/email.module.js';
import { EventsModule } from '../events/events.module.js';
import { LiftModule } from '../lift/lift.module.js';
import { LinksModule } from '../links/links.module.js';
import { AdminActionsModule } from '../admin-actions/admin-actions.module.js';
import { ReputationPausesService } from './reputation-pauses.service.js';
import { OffersModule } from '../offers/offers.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { SegmentationModule } from '../segmentation/segmentation.module.js';
import { BacktestService } from './backtest/backtest.service.js';
import { PastPlayerService } from './backtest/past-player.service.js';
import { ProspectsService } from './backtest/prospects.service.js';
import { AdvanceHandler } from './enrolments/advance.handler.js';
import { EnrolmentRepository } from './enrolments/enrolment.repository.js';
import { EnrolmentTracesService } from './enrolments/enrolment-traces.service.js';
import { EntriesService } from './enrolments/entries.service.js';
import { AdmissionsService } from './enrolments/admissions.service.js';
import { HoldoutsService } from './enrolments/holdouts.service.js';
import { FirstEmailsService } from './enrolments/first-emails.service.js';
import { StepMovesService } from './enrolments/step-moves.service.js';
import { ExecutionEndsService } from './enrolments/execution-ends.service.js';
import { ExecutionCountsService } from './executions/execution-counts.service.js';
import { ExecutionReaderService } from './executions/execution-reader.service.js';
import { ExecutionRepository } from './runs/execution.repository.js';
import { ExecutionsService } from './executions/executions.service.js';
import { LiveReadinessService } from './executions/live-readiness.service.js';
import { OrderExitsService } from './enrolments/order-exits.service.js';
import { StartsService } from './enrolments/starts.service.js';
import { PlanRepository } from './runs/plan.repository.js';
import { PlanningHandler } from './planning/planning.handler.js';
import { PlanningService } from './planning/planning.service.js';
import { SegmentTransitionsService } from './enrolments/segment-transitions.service.js';
import { SequenceDefinitionsService } from './sequence-definitions.service.js';
import { SequenceLifecycleService } from './sequence-lifecycle.service.js';
import { RunImagesService } from './runs/run-images.service.js';
import { RunOffersService } from './runs/run-offers.service.js';
import { SequenceRepository } from './definitions/sequence.repository.js';
import { SequenceSweep } from './sequence.sweep.js';
import { SequencesPersonalDataService } from './sequences-personal-data.service.js';
import { SequencePreviewsService } from './sequence-previews.service.js';
import { SequencesService } from './sequences.service.js';
import { SimulationRulesService } from './planning/simulation-rules.service.js';
import { ExecutionExportQueries } from './runs/execution-export.queries.js';
import { AttributedOrdersService } from './results/attributed-orders.service.js';
import { AttributionRepository } from './results/attribution.repository.js';
import { ResultPeopleQueries } from './results/result-people.queries.js';
import { ResultPeopleService } from './results/result-people.service.js';
import { SequenceResultsService } from './results/sequence-results.service.js';
import { AllocationsService } from './variants/allocations.service.js';
import { VariantOutcomesRepository } from './variants/variant-outcomes.repository.js';
import { VariantOutcomesService } from './variants/variant-outcomes.service.js';
import { VariantResultsService } from './variants/variant-results.service.js';
import { VariantsRepository } from './variants/variants.repository.js';
import { SimulatorService } from './planning/simulator.service.js';

/** Sequences of emails: definitions, executions, and enrolments. */
@Module({
  imports: [
    CommerceModule,
    EmailModule,
    EventsModule,
    LiftModule,
    LinksModule,
    OffersModule,
    PersonalDataModule,
    RetailersModule,
    SegmentationModule,
    AdminActionsModule,
  ],
  providers: [
    AdmissionsService,
    AdvanceHandler,
    AttributedOrdersService,
    AutomaticApprovalsService,
    AttributionRepository,
    AllocationsService,
    BacktestService,
    EnrolmentRepository,
    EnrolmentTracesService,
    EntriesService,
    ExecutionEndsService,
    ExecutionExportQueries,
    FirstEmailsService,
    StepMovesService,
    HoldoutsService,
    ExecutionCountsService,
    ExecutionReaderService,
    ExecutionRepository,
    ExecutionsService,
    LiveReadinessService,
    OrderExitsService,
    PastPlayerService,
    PlanRepository,
    ProspectsService,
    PlanApprovalsService,
    PlanProspectsService,
    PlanStatesService,
    PlansService,
    SequencePlansRepository,
    RunAudiencesService,
    RunOffersService,
    RunImagesService,
    PlanningHandler,
    PlanningService,
    ReputationPausesService,
    SegmentTransitionsService,
    SequenceDefinitionsService,
    SequenceLifecycleService,
    SequenceRepository,
    SequenceSweep,
    SequencesPersonalDataService,
    SequencePreviewsService,
    SequencesService,
    SimulationRulesService,
    ResultPeopleQueries,
    ResultPeopleService,
    SequenceResultsService,
    SimulatorService,
    StartsService,
    VariantOutcomesRepository,
    VariantOutcomesService,
    VariantResultsService,
    VariantsRepository,
  ],
  exports: [
    AutomaticApprovalsService,
    PlanApprovalsService,
    PlansService,
    BacktestService,
    ExecutionExportQueries,
    ResultPeopleService,
    ExecutionReaderService,
    ExecutionsService,
    LiveReadinessService,
    SequenceLifecycleService,
    SequenceResultsService,
    SequencePreviewsService,
    SequencesService,
  ],
})
export class SequencesModule {}
