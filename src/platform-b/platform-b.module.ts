import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundHttp } from '#libs/outbound-http';
import { AuthModule } from '../auth/auth.module.js';
import { BackfillsModule } from '../backfills/backfills.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { Runtime } from '../config/runtime.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { PlatformBBackfillHandler } from './sync/backfill.handler.js';
import { PlatformBBuyersService } from './sync/buyers.service.js';
import { PlatformBCallbacksRepository } from './install/callbacks.repository.js';
import { PlatformBCallbacksService } from './install/callbacks.service.js';
import { PlatformBReadCustomerHandler } from './sync/read-customer.handler.js';
import { PlatformBCustomerSsoController } from './customer-sso/customer-sso.controller.js';
import { PlatformBCustomerSsoService } from './customer-sso/customer-sso.service.js';
import { PlatformBCustomerStubsService } from './sync/customer-stubs.service.js';
import { PlatformBDeliveryProcessorService } from './webhooks/delivery-processor.service.js';
import { PlatformBWebhookRegistrationService } from './webhooks/webhook-registration.service.js';
import { PlatformBInstallerService } from './install/installer.service.js';
import { PlatformBInstallService } from './install/install.service.js';
import { PlatformBCatchUpService } from './sync/catch-up.service.js';
import { PlatformBReadOrderHandler } from './sync/read-order.handler.js';
import { PlatformBOrderReadsRepository } from './sync/order-reads.repository.js';
import { PlatformBOrderReadsService } from './sync/order-reads.service.js';
import { PlatformBPagesController } from './install/oauth.controller.js';
import { PlatformBPendingRemovalService } from './install/pending-removal.service.js';
import { PlatformBPersonalDataService } from './personal-data.service.js';
import { PlatformBSetUpHandler } from './install/set-up.handler.js';
import { PlatformBStoreClient } from './client/store.client.js';
import { PlatformBStoreClosingService } from './install/store-closing.service.js';
import { PlatformBStorePausesService } from './client/store-pauses.service.js';
import { PlatformBStoresRepository } from './install/stores.repository.js';
import { PlatformBStoreWatchService } from './sync/store-watch.service.js';
import { PlatformBStoreWriterService } from './sync/store-writer.service.js';
import { PlatformBSyncSweep } from './sync/sync.sweep.js';
import { PlatformBSweptWorkService } from './sync/swept-work.service.js';
import { PlatformBWatchHandler } from './sync/watch.handler.js';
import { PlatformBWebhookGuard } from './webhooks/webhook.guard.js';
import { PlatformBWebhookTokensService } from './webhooks/webhook-tokens.service.js';
import { PlatformBWebhooksController } from './webhooks/webhooks.controller.js';

/** All stores are behind one host, and each may have a few calls open for long. */
const CONNECTIONS = 256;

/** What a worker does for platform B. */
@Module({
  imports: [InboxModule, CommerceModule, RetailersModule, BackfillsModule, PersonalDataModule],
  providers: [
    PlatformBStoresRepository,
    PlatformBOrderReadsRepository,
    PlatformBCallbacksRepository,
    PlatformBStoreClient,
    PlatformBStorePausesService,
    PlatformBStoreWriterService,
    PlatformBBuyersService,
    PlatformBOrderReadsService,
    PlatformBReadOrderHandler,
    PlatformBDeliveryProcessorService,
    PlatformBWebhookRegistrationService,
    PlatformBSetUpHandler,
    PlatformBBackfillHandler,
    PlatformBReadCustomerHandler,
    PlatformBCatchUpService,
    PlatformBWatchHandler,
    PlatformBStoreWatchService,
    PlatformBPersonalDataService,
    PlatformBSyncSweep,
    PlatformBSweptWorkService,
    {
      provide: OutboundHttp,
      inject: [Runtime],
      // An API behind plain http is a simulator on this machine; production refuses such a setting at the start.
      useFactory: ({ config: { platformB } }: Runtime) =>
        new OutboundHttp({
          connections: CONNECTIONS,
          guard: { allowPrivate: platformB?.apiBaseUrl.startsWith('http:') ?? false },
        }),
    },
  ],
  exports: [
    PlatformBStoreWatchService,
    PlatformBStoresRepository,
    PlatformBOrderReadsRepository,
    PlatformBCallbacksRepository,
    OutboundHttp,
  ],
})
export class PlatformBModule implements OnApplicationShutdown {
  constructor(private readonly http: OutboundHttp) {}

  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }
}

/** What platform B, its merchants and the customers of its stores call. */
@Module({
  imports: [PlatformBModule, InboxModule, CommerceModule, RetailersModule, AuthModule, PrivacyModule],
  controllers: [PlatformBPagesController, PlatformBWebhooksController, PlatformBCustomerSsoController],
  providers: [
    PlatformBInstallService,
    PlatformBInstallerService,
    PlatformBPendingRemovalService,
    PlatformBCallbacksService,
    PlatformBStoreClosingService,
    PlatformBCustomerSsoService,
    PlatformBCustomerStubsService,
    PlatformBWebhookGuard,
    PlatformBWebhookTokensService,
  ],
})
export class PlatformBApiModule {}
