import { Module } from '@nestjs/common';
import { RetailersModule } from '../retailers/retailers.module.js';
import { CatalogueSearch } from './catalogue-search.repository.js';
import { CustomerErasure } from './customer-erasure.js';
import { DataExport } from './data-export.js';
import { ExportRepository } from './export.repository.js';
import { Identification } from './identification.js';
import { PrivacyPersonalData } from './privacy.personal-data.js';
import { PrivacyRepository } from './privacy.repository.js';
import { PrivacyService } from './privacy.service.js';
import { PrivacySweeps } from './privacy-sweeps.js';
import { PrivacyWorker } from './privacy.worker.js';
import { PersonalDataModule } from './registry/personal-data.module.js';
import { RetailerPurge } from './retailer-purge.js';

/** Requests for somebody's data and for its erasure, whichever platform passes them on. */
@Module({
  imports: [PersonalDataModule, RetailersModule],
  providers: [
    CatalogueSearch,
    CustomerErasure,
    DataExport,
    ExportRepository,
    Identification,
    PrivacyPersonalData,
    PrivacyRepository,
    PrivacyService,
    PrivacySweeps,
    PrivacyWorker,
    RetailerPurge,
  ],
  exports: [PrivacyService],
})
export class PrivacyModule {}
