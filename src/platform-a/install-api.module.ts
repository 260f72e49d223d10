import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { UsedProofsModule } from './customer-sso/used-proofs.module.js';
import { InstallModule } from './install.module.js';
import { InstallService } from './install.service.js';
import { Installer } from './installer.js';
import { OAuthStateRepository } from './oauth-state.repository.js';
import { OAuthController } from './oauth.controller.js';
import { OpeningsService } from './openings.service.js';

/** The pages of an install, for processes that answer. */
@Module({
  imports: [AuthModule, RetailersModule, InstallModule, UsedProofsModule],
  controllers: [OAuthController],
  providers: [InstallService, Installer, OAuthStateRepository, OpeningsService],
})
export class InstallApiModule {}
