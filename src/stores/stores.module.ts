import { Module } from '@nestjs/common';
import { CommerceModule } from '../commerce/commerce.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { BackfillHandler } from './backfill/backfill.handler.js';
import { BackfillMetrics } from './backfill/backfill.metrics.js';
import { BackfillProgressService } from './backfill/backfill-progress.service.js';
import { BackfillControlService } from './backfill/backfill-control.service.js';
import { BackfillRepository } from './backfill/backfill.repository.js';
import { CustomerReadsRepository } from './customers/customer-reads.repository.js';
import { ReadCustomerHandler } from './customers/read-customer.handler.js';
import { StoreCustomersService } from './customers/store-customers.service.js';
import { InstallationsService } from './installations.service.js';
import { InstallationWriterService } from './installation-writer.service.js';
import { SetUpHandler } from './set-up.handler.js';
import { StoreConnectorsService } from './store-connectors.service.js';
import { StoresPersonalDataService } from './stores-personal-data.service.js';
import { StoresSweep } from './stores.sweep.js';
import { UnreadableRecordsService } from './unreadable-records.service.js';
import { CatchUpService } from './watch/catch-up.service.js';
import { DriftMetrics } from './watch/drift.metrics.js';
import { StoreCatchUpRepository } from './watch/store-catch-up.repository.js';
import { StoreWatchRepository } from './watch/store-watch.repository.js';
import { WatchHandler } from './watch/watch.handler.js';
import { WatchScheduleService } from './watch/watch-schedule.service.js';

/**
 * What all platforms share: the life of an installation, its set-up, backfill and watch, and the writes of what is
 * read.
 */
@Module({
  imports: [RetailersModule, CommerceModule, PersonalDataModule],
  providers: [
    StoreConnectorsService,
    InstallationsService,
    InstallationWriterService,
    SetUpHandler,
    StoresSweep,
    StoresPersonalDataService,
    UnreadableRecordsService,
    BackfillProgressService,
    BackfillControlService,
    BackfillMetrics,
    BackfillRepository,
    BackfillHandler,
    CustomerReadsRepository,
    StoreCustomersService,
    ReadCustomerHandler,
    StoreWatchRepository,
    StoreCatchUpRepository,
    WatchScheduleService,
    CatchUpService,
    DriftMetrics,
    WatchHandler,
  ],
  exports: [
    BackfillProgressService,
    BackfillControlService,
    StoreConnectorsService,
    InstallationsService,
    InstallationWriterService,
    StoreCustomersService,
    UnreadableRecordsService,
    CatchUpService,
    WatchScheduleService,
  ],
})
export class StoresModule {}
