import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { SessionsModule } from '../auth/sessions.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { CustomerAccountsService } from './customer-accounts.service.js';
import { CustomerController } from './customer.controller.js';
import { ModuleTokensService } from './module-tokens.service.js';
import { RetailerAccountsService } from './retailer-accounts.service.js';
import { RetailerModuleTokensController } from './retailer-module-tokens.controller.js';
import { RetailerController } from './retailer.controller.js';
import { SessionsController } from './sessions.controller.js';

/** What those who have signed in can do: customers for themselves, users of a store for it. */
@Module({
  imports: [AuthModule, CommerceModule, RetailersModule, SessionsModule],
  controllers: [SessionsController, CustomerController, RetailerController, RetailerModuleTokensController],
  providers: [CustomerAccountsService, ModuleTokensService, RetailerAccountsService],
  exports: [ModuleTokensService],
})
export class AccountsModule {}
