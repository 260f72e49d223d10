import { Module } from '@nestjs/common';
import { RetailersModule } from '../retailers/retailers.module.js';
import { InstallModule } from './install.module.js';
import { InstallService } from './install.service.js';
import { OAuthStateRepository } from './oauth-state.repository.js';
import { OAuthController } from './oauth.controller.js';

/** The pages of an install, for processes that answer. */
@Module({
  imports: [RetailersModule, InstallModule],
  controllers: [OAuthController],
  providers: [InstallService, OAuthStateRepository],
})
export class InstallApiModule {}
