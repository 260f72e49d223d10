import { Module } from '@nestjs/common';
import { ActionRetailersService } from '../admin-actions/action-retailers.service.js';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { LiftModule } from '../lift/lift.module.js';
import { OffersModule } from '../offers/offers.module.js';
import { BacktestController } from './backtest/backtest.controller.js';
import { EmailTemplatesController } from './email-templates.controller.js';
import { EmailTemplatesService } from './email-templates.service.js';
import { SequencesController } from './sequences.controller.js';
import { SequencesService } from './sequences.service.js';
import { ExecutionReaderService } from './executions/execution-reader.service.js';
import { ExecutionsController } from './executions/executions.controller.js';
import { SequenceRunsService } from './sequence-runs.service.js';
import { BrandResultsController } from './results/brand-results.controller.js';
import { SequenceResultsController } from './results/sequence-results.controller.js';
import { SequencesModule } from './sequences.module.js';

/** The HTTP endpoints about sequences and their executions. */
@Module({
  imports: [AdminRoutesModule, LiftModule, OffersModule, SequencesModule],
  controllers: [
    SequencesController,
    BacktestController,
    BrandResultsController,
    ExecutionsController,
    EmailTemplatesController,
    SequenceResultsController,
  ],
  providers: [EmailTemplatesService, SequenceRunsService],
})
export class SequencesApiModule {
  constructor(retailers: ActionRetailersService, sequences: SequencesService, executions: ExecutionReaderService) {
    retailers.register('sequences', (id) => sequences.retailerOf(id));
    retailers.register('executions', (id) => executions.retailerOf(id));
  }
}
