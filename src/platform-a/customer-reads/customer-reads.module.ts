import { Module } from '@nestjs/common';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { InstallModule } from '../install.module.js';
import { CustomerReadsRepository } from './customer-reads.repository.js';
import { CustomerRecords } from './customer-records.js';
import { ReadCustomerHandler } from './read-customer.handler.js';

/** Customers who are read one by one, beside backfill and webhooks. */
@Module({
  imports: [CommerceModule, RetailersModule, InstallModule],
  providers: [CustomerReadsRepository, CustomerRecords, ReadCustomerHandler],
  exports: [CustomerRecords, CustomerReadsRepository],
})
export class CustomerReadsModule {}
