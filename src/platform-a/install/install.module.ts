import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { StoresModule } from '../../stores/stores.module.js';
import { PlatformAClientModule } from '../client/client.module.js';
import { UsedProofsModule } from '../customer-sso/used-proofs.module.js';
import { PlatformAAskedScopesService } from './asked-scopes.service.js';
import { PlatformAInstallService } from './install.service.js';
import { PlatformAInstallerService } from './installer.service.js';
import { PlatformAOAuthStateRepository } from './oauth-state.repository.js';
import { OAuthController } from './oauth.controller.js';
import { PlatformAOpeningsService } from './openings.service.js';

/** The install, for api processes. */
@Module({
  imports: [AuthModule, RetailersModule, StoresModule, PlatformAClientModule, UsedProofsModule],
  controllers: [OAuthController],
  providers: [
    PlatformAAskedScopesService,
    PlatformAInstallService,
    PlatformAInstallerService,
    PlatformAOAuthStateRepository,
    PlatformAOpeningsService,
  ],
})
export class PlatformAInstallModule {}
