import { Module } from '@nestjs/common';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { InstallModule } from '../install.module.js';
import { ReadOrdersHandler } from './read-orders.handler.js';
import { RefundReadProblems } from './refund-read-problems.metrics.js';

/** Orders that are read one by one for the sake of their refunds. */
@Module({
  imports: [CommerceModule, InstallModule],
  providers: [ReadOrdersHandler, RefundReadProblems],
})
export class RefundReadsModule {}
