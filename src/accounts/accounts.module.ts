import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { CustomerAccounts } from './customer-accounts.js';
import { CustomerController } from './customer.controller.js';
import { RetailerAccounts } from './retailer-accounts.js';
import { RetailerController } from './retailer.controller.js';
import { SessionsController } from './sessions.controller.js';

/** What those who have signed in can do: customers for themselves, users of a store for it. */
@Module({
  imports: [AuthModule, CommerceModule, RetailersModule],
  controllers: [SessionsController, CustomerController, RetailerController],
  providers: [CustomerAccounts, RetailerAccounts],
  exports: [RetailerAccounts],
})
export class AccountsModule {}
