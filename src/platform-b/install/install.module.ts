import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/auth.module.js';
import { PrivacyModule } from '../../privacy/privacy.module.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { StoresModule } from '../../stores/stores.module.js';
import { PlatformBClientModule } from '../client/client.module.js';
import { PlatformBSyncModule } from '../sync/sync.module.js';
import { PlatformBCallbacksRepository } from './callbacks.repository.js';
import { PlatformBCallbacksService } from './callbacks.service.js';
import { PlatformBInstallService } from './install.service.js';
import { PlatformBInstallerService } from './installer.service.js';
import { PlatformBPagesController } from './oauth.controller.js';
import { PlatformBPendingRemovalService } from './pending-removal.service.js';
import { PlatformBStoreClosingService } from './store-closing.service.js';

/** The routes that the platform calls or redirects browsers to, for api processes. */
@Module({
  imports: [AuthModule, RetailersModule, StoresModule, PrivacyModule, PlatformBClientModule, PlatformBSyncModule],
  controllers: [PlatformBPagesController],
  providers: [
    PlatformBCallbacksRepository,
    PlatformBCallbacksService,
    PlatformBInstallService,
    PlatformBInstallerService,
    PlatformBPendingRemovalService,
    PlatformBStoreClosingService,
  ],
  exports: [PlatformBCallbacksRepository],
})
export class PlatformBInstallModule {}
