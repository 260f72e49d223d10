import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundHttp } from '#libs/outbound-http';
import { AuthModule } from '../auth/auth.module.js';
import { BackfillsModule } from '../backfills/backfills.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { Runtime } from '../config/runtime.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { PrivacyModule } from '../privacy/privacy.module.js';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { BackfillHandler } from './backfill.handler.js';
import { Buyers } from './buyers.js';
import { CallbacksRepository } from './callbacks.repository.js';
import { CallbacksService } from './callbacks.service.js';
import { CustomerReadHandler } from './customer-read.handler.js';
import { CustomerSsoController } from './customer-sso.controller.js';
import { CustomerSsoService } from './customer-sso.service.js';
import { CustomerStubs } from './customer-stubs.js';
import { PlatformBDeliveryProcessor } from './delivery.processor.js';
import { HookRegistration } from './hook-registration.js';
import { Installer } from './installer.js';
import { InstallService } from './install.service.js';
import { MissedChanges } from './missed-changes.js';
import { OrderReader } from './order-reader.js';
import { OrderReadsRepository } from './order-reads.repository.js';
import { OrderReads } from './order-reads.service.js';
import { PlatformBPagesController } from './pages.controller.js';
import { PendingRemoval } from './pending-removal.js';
import { PlatformBPersonalData } from './platform-b.personal-data.js';
import { SetUpHandler } from './set-up.handler.js';
import { SignedRequests } from './signed-request.js';
import { StoreClient } from './store-client.js';
import { StoreClosing } from './store-closing.js';
import { StorePauses } from './store-pauses.js';
import { StoresRepository } from './stores.repository.js';
import { StoreWatch } from './store-watch.js';
import { StoreWriter } from './store-writer.js';
import { PlatformBSweeps } from './sweeps.js';
import { SweptWork } from './swept-work.js';
import { WatchHandler } from './watch.handler.js';
import { PlatformBWebhookGuard } from './webhook.guard.js';
import { WebhookTokens } from './webhook-tokens.js';
import { PlatformBWebhooksController } from './webhooks.controller.js';

/** All stores are behind one host, and each may have a few calls open for long. */
const CONNECTIONS = 256;

/** What a worker does for platform B. */
@Module({
  imports: [InboxModule, CommerceModule, RetailersModule, BackfillsModule, PersonalDataModule],
  providers: [
    StoresRepository,
    OrderReadsRepository,
    CallbacksRepository,
    StoreClient,
    StorePauses,
    StoreWriter,
    Buyers,
    OrderReads,
    OrderReader,
    PlatformBDeliveryProcessor,
    HookRegistration,
    SetUpHandler,
    BackfillHandler,
    CustomerReadHandler,
    MissedChanges,
    WatchHandler,
    StoreWatch,
    PlatformBPersonalData,
    PlatformBSweeps,
    SweptWork,
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
  exports: [StoreWatch, StoresRepository, OrderReadsRepository, CallbacksRepository, OutboundHttp],
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
  controllers: [PlatformBPagesController, PlatformBWebhooksController, CustomerSsoController],
  providers: [
    InstallService,
    Installer,
    PendingRemoval,
    SignedRequests,
    CallbacksService,
    StoreClosing,
    CustomerSsoService,
    CustomerStubs,
    PlatformBWebhookGuard,
    WebhookTokens,
  ],
})
export class PlatformBApiModule {}
