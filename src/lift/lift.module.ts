import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { EmailModule } from '../email/email.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { LiftPersonalDataService } from './lift-personal-data.service.js';
import { FoldingHandler } from './outcomes/folding.handler.js';
import { OutcomesRepository } from './outcomes/outcomes.repository.js';
import { OutcomesService } from './outcomes/outcomes.service.js';

/** Experiments: who is held back, and what both groups do. */
@Module({
  imports: [CommerceModule, EmailModule, PersonalDataModule],
  providers: [FoldingHandler, LiftPersonalDataService, OutcomesRepository, OutcomesService],
  exports: [OutcomesService],
})
export class LiftModule {}
