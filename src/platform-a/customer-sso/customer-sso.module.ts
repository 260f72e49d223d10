import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { CustomerReadsModule } from '../customer-reads/customer-reads.module.js';
import { InstallModule } from '../install.module.js';
import { CustomerDirectory } from './customer-directory.js';
import { CustomerSsoController } from './customer-sso.controller.js';
import { CustomerSsoService } from './customer-sso.service.js';
import { ProofUses } from './proof-uses.js';
import { UsedProofsModule } from './used-proofs.module.js';

/** The sign-on of customers, for processes that answer. */
@Module({
  imports: [AuthModule, CommerceModule, RetailersModule, InstallModule, CustomerReadsModule, UsedProofsModule],
  controllers: [CustomerSsoController],
  providers: [CustomerSsoService, CustomerDirectory, ProofUses],
})
export class CustomerSsoModule {}
