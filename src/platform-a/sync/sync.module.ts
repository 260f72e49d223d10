import { Module } from '@nestjs/common';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { StoresModule } from '../../stores/stores.module.js';
import { PlatformAClientModule } from '../client/client.module.js';
import { PlatformAReadOrdersHandler } from './read-orders.handler.js';
import { PlatformARefundReadProblemsMetrics } from './refund-read-problems.metrics.js';

/** What is read of the stores of platform A one by one, beside backfill and watch. */
@Module({
  imports: [CommerceModule, StoresModule, PlatformAClientModule],
  providers: [PlatformAReadOrdersHandler, PlatformARefundReadProblemsMetrics],
})
export class PlatformASyncModule {}
