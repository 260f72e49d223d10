import { Module } from '@nestjs/common';
import { RetailersModule } from '../retailers/retailers.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { CustomerChangesQueries } from './customer-changes.queries.js';
import { CommercePersonalDataService } from './commerce-personal-data.service.js';
import { CommerceQueries } from './commerce.queries.js';
import { CommerceRepository } from './commerce.repository.js';
import { CommerceService } from './commerce.service.js';
import { CustomerDataRepository } from './customer-data.repository.js';
import { FactTrialsService } from './fact-trials.service.js';
import { NewsQueries } from './news.queries.js';
import { RecountService } from './recount.service.js';
import { RecountRepository } from './recount.repository.js';
import { RecountHandler } from './recount.handler.js';
import { RefundReadsQueries } from './refund-reads.queries.js';
import { RecipientQueries } from './recipient.queries.js';

@Module({
  imports: [PersonalDataModule, RetailersModule],
  providers: [
    CommerceRepository,
    CommerceService,
    CommerceQueries,
    CustomerChangesQueries,
    FactTrialsService,
    NewsQueries,
    RecipientQueries,
    RecountService,
    RecountRepository,
    RecountHandler,
    RefundReadsQueries,
    CustomerDataRepository,
    CommercePersonalDataService,
  ],
  exports: [
    CommerceService,
    CommerceQueries,
    CustomerChangesQueries,
    FactTrialsService,
    NewsQueries,
    RecipientQueries,
    RecountHandler,
    RefundReadsQueries,
  ],
})
export class CommerceModule {}
