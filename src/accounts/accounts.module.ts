import { Module } from '@nestjs/common';
import { AdminActionsModule } from '../admin-actions/admin-actions.module.js';
import { AdminRoutesModule } from '../admin-actions/admin-routes.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { SessionsModule } from '../auth/sessions.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { AdminModuleTokensController } from './admin-module-tokens.controller.js';
import { AdminTokensController } from './admin-tokens.controller.js';
import { BrowserAccountsService } from './browser-accounts.service.js';
import { BrowserSessionsController } from './browser-sessions.controller.js';
import { CustomerAccountsService } from './customer-accounts.service.js';
import { CustomerController } from './customer.controller.js';
import { ModuleTokensService } from './module-tokens.service.js';
import { OidcController } from './oidc/oidc.controller.js';
import { OidcProviderClient } from './oidc/oidc-provider.client.js';
import { OidcSignInsService } from './oidc/oidc-sign-ins.service.js';
import { RetailerAccountsService } from './retailer-accounts.service.js';
import { RetailerModuleTokensController } from './retailer-module-tokens.controller.js';
import { RetailerController } from './retailer.controller.js';
import { SessionsController } from './sessions.controller.js';

/** The accounts of customers and of stores' users, and the tokens that users and admins create. */
@Module({
  imports: [AdminActionsModule, AdminRoutesModule, AuthModule, CommerceModule, RetailersModule, SessionsModule],
  controllers: [
    AdminModuleTokensController,
    AdminTokensController,
    BrowserSessionsController,
    CustomerController,
    OidcController,
    RetailerController,
    RetailerModuleTokensController,
    SessionsController,
  ],
  providers: [
    BrowserAccountsService,
    CustomerAccountsService,
    ModuleTokensService,
    OidcProviderClient,
    OidcSignInsService,
    RetailerAccountsService,
  ],
})
export class AccountsModule {}
