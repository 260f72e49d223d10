import { Module } from '@nestjs/common';
import { BackfillsModule } from '../../backfills/backfills.module.js';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { InstallModule } from '../install.module.js';
import { CatchUpService } from './catch-up.service.js';
import { DriftMetrics } from './drift.metrics.js';
import { StoreCatchUpRepository } from './store-catch-up.repository.js';
import { StoreWatchRepository } from './store-watch.repository.js';
import { WatchSchedule } from './watch-schedule.js';
import { WatchdogHandler } from './watchdog.handler.js';

/** The watch over installed stores. */
@Module({
  imports: [RetailersModule, CommerceModule, InstallModule, BackfillsModule],
  providers: [
    WatchSchedule,
    WatchdogHandler,
    CatchUpService,
    DriftMetrics,
    StoreWatchRepository,
    StoreCatchUpRepository,
  ],
  exports: [WatchSchedule],
})
export class WatchdogModule {}
