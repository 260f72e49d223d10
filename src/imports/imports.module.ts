import { Module } from '@nestjs/common';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { DryRunRowsRepository } from './dry-run-rows.repository.js';
import { DryRunsService } from './dry-runs.service.js';
import { ImportBatchesService } from './import-batches.service.js';
import { ImportReaderService } from './import-reader.service.js';
import { ImportUploadsService } from './import-uploads.service.js';
import { ImportsController, RetailerImportsController } from './imports.controller.js';
import { ImportsHandler } from './imports.handler.js';
import { ImportsPersonalDataService } from './imports-personal-data.service.js';
import { ImportsRepository } from './imports.repository.js';
import { ImportsService } from './imports.service.js';

/** Imports of the history that other systems have. */
@Module({
  imports: [CommerceModule, PersonalDataModule, RetailersModule],
  providers: [
    DryRunRowsRepository,
    DryRunsService,
    ImportBatchesService,
    ImportReaderService,
    ImportsHandler,
    ImportsPersonalDataService,
    ImportsRepository,
  ],
  exports: [ImportReaderService, ImportsRepository],
})
export class ImportsModule {}

/** The routes of imports. */
@Module({
  imports: [AdminRoutesModule, ImportsModule, RetailersModule],
  providers: [ImportsService, ImportUploadsService],
  controllers: [ImportsController, RetailerImportsController],
})
export class ImportsApiModule {}
