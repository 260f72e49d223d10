import { Module } from '@nestjs/common';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { CommercePersonalData } from './commerce.personal-data.js';
import { CommerceQueries } from './commerce.queries.js';
import { CommerceRepository } from './commerce.repository.js';
import { CommerceService } from './commerce.service.js';
import { CustomerDataRepository } from './customer-data.repository.js';
import { FactTrials } from './fact-trials.js';

@Module({
  imports: [PersonalDataModule],
  providers: [
    CommerceRepository,
    CommerceService,
    CommerceQueries,
    FactTrials,
    CustomerDataRepository,
    CommercePersonalData,
  ],
  exports: [CommerceService, CommerceQueries, FactTrials],
})
export class CommerceModule {}
