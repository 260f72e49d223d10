import { Module } from '@nestjs/common';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { StoresModule } from '../../stores/stores.module.js';
import { PlatformAClientModule } from '../client/client.module.js';
import { PlatformABulkFilesService } from './bulk-files.service.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { PlatformAPastService } from './past.service.js';
import { PlatformAReadOrdersHandler } from './read-orders.handler.js';
import { PlatformARefundReadProblemsMetrics } from './refund-read-problems.metrics.js';

/** Reads the past of stores of platform A, and single orders. */
@Module({
  imports: [RetailersModule, CommerceModule, StoresModule, PlatformAClientModule],
  providers: [
    PlatformAReadOrdersHandler,
    PlatformARefundReadProblemsMetrics,
    PlatformAPastService,
    PlatformABulkFilesService,
  ],
  exports: [PlatformAPastService],
})
export class PlatformASyncModule {}
