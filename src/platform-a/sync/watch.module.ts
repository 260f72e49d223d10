import { Module } from '@nestjs/common';
import { BackfillsModule } from '../../backfills/backfills.module.js';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { InstallModule } from '../install/install.module.js';
import { PlatformACatchUpService } from './catch-up.service.js';
import { PlatformADriftMetrics } from './drift.metrics.js';
import { PlatformAStoreCatchUpRepository } from './store-catch-up.repository.js';
import { PlatformAStoreWatchRepository } from './store-watch.repository.js';
import { PlatformAWatchSweep } from './watch.sweep.js';
import { PlatformAWatchHandler } from './watch.handler.js';

/** The watch over installed stores. */
@Module({
  imports: [RetailersModule, CommerceModule, InstallModule, BackfillsModule],
  providers: [
    PlatformAWatchSweep,
    PlatformAWatchHandler,
    PlatformACatchUpService,
    PlatformADriftMetrics,
    PlatformAStoreWatchRepository,
    PlatformAStoreCatchUpRepository,
  ],
  exports: [PlatformAWatchSweep],
})
export class WatchdogModule {}
