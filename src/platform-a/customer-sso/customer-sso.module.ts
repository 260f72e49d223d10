import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { StoresModule } from '../../stores/stores.module.js';
import { PlatformAClientModule } from '../client/client.module.js';
import { PlatformACustomerDirectoryService } from './customer-directory.service.js';
import { PlatformACustomerSsoController } from './customer-sso.controller.js';
import { PlatformACustomerSsoService } from './customer-sso.service.js';
import { PlatformAProofUsesService } from './proof-uses.service.js';
import { UsedProofsModule } from './used-proofs.module.js';

/** The sign-on of customers, for api processes. */
@Module({
  imports: [AuthModule, CommerceModule, RetailersModule, StoresModule, PlatformAClientModule, UsedProofsModule],
  controllers: [PlatformACustomerSsoController],
  providers: [PlatformACustomerSsoService, PlatformACustomerDirectoryService, PlatformAProofUsesService],
})
export class PlatformACustomerSsoModule {}
