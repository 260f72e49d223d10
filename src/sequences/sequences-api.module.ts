import { Module } from '@nestjs/common';
import { ActionRetailersService } from '../admin-actions/action-retailers.service.js';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { LiftModule } from '../lift/lift.module.js';
import { OffersModule } from '../offers/offers.module.js';
import { BacktestController, RetailerBacktestController } from './backtest/backtest.controller.js';
import { EmailTemplatesController, RetailerEmailTemplatesController } from './email-templates.controller.js';
import { EmailTemplatesService } from './email-templates.service.js';
import { RetailerSequencesController, SequencesController } from './sequences.controller.js';
import { SequencesService } from './sequences.service.js';
import { ExecutionReaderService } from './executions/execution-reader.service.js';
import { ExecutionsController, RetailerExecutionsController } from './executions/executions.controller.js';
import { SendingRightsService } from './sending-rights.service.js';
import { RetailerSequenceRunsController, SequenceRunsController } from './sequence-runs.controller.js';
import { SequenceRunsService } from './sequence-runs.service.js';
import { BrandResultsController, RetailerBrandResultsController } from './results/brand-results.controller.js';
import { RetailerSequenceResultsController, SequenceResultsController } from './results/sequence-results.controller.js';
import { SequencesModule } from './sequences.module.js';

/** The HTTP endpoints about sequences and their executions. */
@Module({
  imports: [AdminRoutesModule, LiftModule, OffersModule, SequencesModule],
  controllers: [
    SequencesController,
    SequenceRunsController,
    RetailerSequenceRunsController,
    BacktestController,
    BrandResultsController,
    ExecutionsController,
    EmailTemplatesController,
    SequenceResultsController,
    RetailerSequencesController,
    RetailerBacktestController,
    RetailerBrandResultsController,
    RetailerExecutionsController,
    RetailerEmailTemplatesController,
    RetailerSequenceResultsController,
  ],
  providers: [EmailTemplatesService, SendingRightsService, SequenceRunsService],
})
export class SequencesApiModule {
  constructor(retailers: ActionRetailersService, sequences: SequencesService, executions: ExecutionReaderService) {
    retailers.register('sequences', (id) => sequences.retailerOf(id));
    retailers.register('executions', (id) => executions.retailerOf(id));
  }
}
