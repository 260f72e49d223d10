import { Module } from '@nestjs/common';
import { RetailersModule } from '../retailers/retailers.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { CustomerChangeConsumersService } from './queries/customer-change-consumers.service.js';
import { CustomerChangesQueries } from './queries/customer-changes.queries.js';
import { CommercePersonalDataService } from './commerce-personal-data.service.js';
import { CommerceQueries } from './queries/commerce.queries.js';
import { CommerceRepository } from './storage/commerce.repository.js';
import { CommerceService } from './intake/commerce.service.js';
import { CustomerDataRepository } from './customer-data.repository.js';
import { FactTrialsService } from './queries/fact-trials.service.js';
import { ImportedDataRepository } from './imported/imported-data.repository.js';
import { ImportedOrdersService } from './imported/imported-orders.service.js';
import { ImportedPeopleService } from './imported/imported-people.service.js';
import { ImportedRecordsService } from './imported/imported-records.service.js';
import { ImportedRepository } from './imported/imported.repository.js';
import { UndoRepository } from './imported/undo.repository.js';
import { UndoService } from './imported/undo.service.js';
import { WrittenRowsRepository } from './imported/written-rows.repository.js';
import { WrittenRowsService } from './imported/written-rows.service.js';
import { GoneRecordsService } from './intake/gone-records.service.js';
import { GoneRepository } from './gone/gone.repository.js';
import { MergeFollowUpsService } from './gone/merge-follow-ups.service.js';
import { NewsQueries } from './queries/news.queries.js';
import { OrderCodeChangesQueries } from './queries/order-code-changes.queries.js';
import { OrderCodeChangesRepository } from './storage/order-code-changes.repository.js';
import { OrderArrivalsQueries } from './queries/order-arrivals.queries.js';
import { ExportQueries } from './queries/export.queries.js';
import { PastQueries } from './queries/past.queries.js';
import { RecountService } from './recount/recount.service.js';
import { RecountRepository } from './recount/recount.repository.js';
import { RecountHandler } from './recount/recount.handler.js';
import { RefundReadsQueries } from './queries/refund-reads.queries.js';
import { PersonalFactsQueries } from './queries/personal-facts.queries.js';
import { ProductListsQueries } from './queries/product-lists.queries.js';
import { RecipientQueries } from './queries/recipient.queries.js';
import { SpendQueries } from './queries/spend.queries.js';

@Module({
  imports: [PersonalDataModule, RetailersModule],
  providers: [
    CommerceRepository,
    CommerceService,
    CommerceQueries,
    CustomerChangeConsumersService,
    CustomerChangesQueries,
    ExportQueries,
    FactTrialsService,
    GoneRecordsService,
    GoneRepository,
    ImportedDataRepository,
    ImportedOrdersService,
    ImportedPeopleService,
    ImportedRecordsService,
    ImportedRepository,
    UndoRepository,
    UndoService,
    WrittenRowsRepository,
    WrittenRowsService,
    MergeFollowUpsService,
    NewsQueries,
    OrderCodeChangesQueries,
    OrderCodeChangesRepository,
    OrderArrivalsQueries,
    PastQueries,
    PersonalFactsQueries,
    ProductListsQueries,
    RecipientQueries,
    RecountService,
    RecountRepository,
    RecountHandler,
    RefundReadsQueries,
    SpendQueries,
    CustomerDataRepository,
    CommercePersonalDataService,
  ],
  exports: [
    CommerceService,
    CommerceQueries,
    CustomerChangeConsumersService,
    CustomerChangesQueries,
    ExportQueries,
    FactTrialsService,
    ImportedRecordsService,
    UndoService,
    WrittenRowsService,
    NewsQueries,
    OrderCodeChangesQueries,
    OrderArrivalsQueries,
    PastQueries,
    PersonalFactsQueries,
    ProductListsQueries,
    RecipientQueries,
    RecountHandler,
    RefundReadsQueries,
    SpendQueries,
  ],
})
export class CommerceModule {}
