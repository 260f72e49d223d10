import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { EmailModule } from '../email/email.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { AssignmentListService } from './experiments/assignment-list.service.js';
import { AssignmentsService } from './experiments/assignments.service.js';
import { ExperimentsService } from './experiments/experiments.service.js';
import { GlobalHoldoutService } from './experiments/global-holdout.service.js';
import { UnitRepository } from './experiments/unit.repository.js';
import { LiftPersonalDataService } from './lift-personal-data.service.js';
import { FoldingHandler } from './outcomes/folding.handler.js';
import { OutcomesRepository } from './outcomes/outcomes.repository.js';
import { UnitFiguresService } from './outcomes/unit-figures.service.js';
import { FiguresRepository } from './results/figures.repository.js';
import { ResultsService } from './results/results.service.js';
import { WonBackMetrics } from './results/won-back.metrics.js';
import { WonBackRepository } from './results/won-back.repository.js';

/** Experiments: who is held back, and what both groups do. */
@Module({
  imports: [CommerceModule, EmailModule, PersonalDataModule, RetailersModule],
  providers: [
    AssignmentListService,
    AssignmentsService,
    ExperimentsService,
    FiguresRepository,
    FoldingHandler,
    GlobalHoldoutService,
    LiftPersonalDataService,
    OutcomesRepository,
    ResultsService,
    UnitFiguresService,
    UnitRepository,
    WonBackMetrics,
    WonBackRepository,
  ],
  exports: [
    AssignmentListService,
    AssignmentsService,
    ExperimentsService,
    FoldingHandler,
    ResultsService,
    UnitFiguresService,
  ],
})
export class LiftModule {}
