import { Module } from '@nestjs/common';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { StoresModule } from '../../stores/stores.module.js';
import { PlatformAClientModule } from '../client/client.module.js';
import { PlatformAReadOrdersHandler } from './read-orders.handler.js';
import { PlatformARefundReadProblemsMetrics } from './refund-read-problems.metrics.js';

/** Reads single orders of platform A, beside backfill and watch. */
@Module({
  imports: [CommerceModule, StoresModule, PlatformAClientModule],
  providers: [PlatformAReadOrdersHandler, PlatformARefundReadProblemsMetrics],
})
export class PlatformASyncModule {}
