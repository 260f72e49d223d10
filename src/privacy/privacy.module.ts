import { Module } from '@nestjs/common';
import { RetailersModule } from '../retailers/retailers.module.js';
import { CatalogueSearchRepository } from './catalogue-search.repository.js';
import { CustomerErasureService } from './customer-erasure.service.js';
import { DataExportService } from './data-export.service.js';
import { ErasureSearchService } from './erasure-search.service.js';
import { ExportRepository } from './export.repository.js';
import { IdentificationService } from './identification.service.js';
import { PrivacyPersonalDataService } from './privacy-personal-data.service.js';
import { PrivacyRepository } from './privacy.repository.js';
import { PrivacyService } from './privacy.service.js';
import { PrivacySweep } from './privacy.sweep.js';
import { PrivacyHandler } from './privacy.handler.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { RetailerPurgeService } from './retailer-purge.service.js';

/** Requests of any platform for personal data and for its erasure. */
@Module({
  imports: [PersonalDataModule, RetailersModule],
  providers: [
    CatalogueSearchRepository,
    CustomerErasureService,
    DataExportService,
    ErasureSearchService,
    ExportRepository,
    IdentificationService,
    PrivacyPersonalDataService,
    PrivacyRepository,
    PrivacyService,
    PrivacySweep,
    PrivacyHandler,
    RetailerPurgeService,
  ],
  exports: [PrivacyService],
})
export class PrivacyModule {}
