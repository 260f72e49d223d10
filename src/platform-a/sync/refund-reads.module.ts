import { Module } from '@nestjs/common';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { InstallModule } from '../install/install.module.js';
import { PlatformAReadOrdersHandler } from './read-orders.handler.js';
import { PlatformARefundReadProblemsMetrics } from './refund-read-problems.metrics.js';

/** Orders that are read one by one for the sake of their refunds. */
@Module({
  imports: [CommerceModule, InstallModule],
  providers: [PlatformAReadOrdersHandler, PlatformARefundReadProblemsMetrics],
})
export class RefundReadsModule {}
