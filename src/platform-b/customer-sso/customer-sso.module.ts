import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { StoresModule } from '../../stores/stores.module.js';
import { PlatformBClientModule } from '../client/client.module.js';
import { PlatformBInstallModule } from '../install/install.module.js';
import { PlatformBCustomerSsoController } from './customer-sso.controller.js';
import { PlatformBCustomerSsoService } from './customer-sso.service.js';
import { PlatformBCustomerStubsService } from './customer-stubs.service.js';

/** The sign-on of customers, for api processes. */
@Module({
  imports: [AuthModule, CommerceModule, RetailersModule, StoresModule, PlatformBClientModule, PlatformBInstallModule],
  controllers: [PlatformBCustomerSsoController],
  providers: [PlatformBCustomerSsoService, PlatformBCustomerStubsService],
})
export class PlatformBCustomerSsoModule {}
