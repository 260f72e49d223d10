import { Module } from '@nestjs/common';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { InstallModule } from '../install/install.module.js';
import { PlatformACustomerReadsRepository } from './customer-reads.repository.js';
import { PlatformACustomerRecordsService } from './customer-records.service.js';
import { PlatformAReadCustomerHandler } from './read-customer.handler.js';

/** Customers who are read one by one, beside backfill and webhooks. */
@Module({
  imports: [CommerceModule, RetailersModule, InstallModule],
  providers: [PlatformACustomerReadsRepository, PlatformACustomerRecordsService, PlatformAReadCustomerHandler],
  exports: [PlatformACustomerRecordsService, PlatformACustomerReadsRepository],
})
export class CustomerReadsModule {}
