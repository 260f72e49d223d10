import { Module } from '@nestjs/common';
import { RetailersModule } from '../retailers/retailers.module.js';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { CommercePersonalData } from './commerce.personal-data.js';
import { CommerceQueries } from './commerce.queries.js';
import { CommerceRepository } from './commerce.repository.js';
import { CommerceService } from './commerce.service.js';
import { CustomerDataRepository } from './customer-data.repository.js';
import { FactTrials } from './fact-trials.js';
import { NewsQueries } from './news.queries.js';
import { Recount } from './recount.js';
import { RecountRepository } from './recount.repository.js';
import { RecountWorker } from './recount.worker.js';
import { RefundReadQueries } from './refund-reads.queries.js';
import { RecipientQueries } from './recipient.queries.js';

@Module({
  imports: [PersonalDataModule, RetailersModule],
  providers: [
    CommerceRepository,
    CommerceService,
    CommerceQueries,
    FactTrials,
    NewsQueries,
    RecipientQueries,
    Recount,
    RecountRepository,
    RecountWorker,
    RefundReadQueries,
    CustomerDataRepository,
    CommercePersonalData,
  ],
  exports: [
    CommerceService,
    CommerceQueries,
    FactTrials,
    NewsQueries,
    RecipientQueries,
    RecountWorker,
    RefundReadQueries,
  ],
})
export class CommerceModule {}
