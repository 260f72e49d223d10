import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundHttp } from '#libs/outbound-http';
import { BackfillsModule } from '../../backfills/backfills.module.js';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { Runtime } from '../../config/runtime.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { PlatformABackfillHandler } from '../sync/backfill.handler.js';
import { PlatformAInstallSweep } from './install.sweep.js';
import { PlatformASetUpHandler } from './set-up.handler.js';
import { PlatformAStoreWriterService } from '../sync/store-writer.service.js';
import { PlatformAStoreClient } from '../client/store.client.js';
import { PlatformAWebhookRegistrationService } from '../webhooks/webhook-registration.service.js';

/** What happens in a store after its install. */
@Module({
  imports: [RetailersModule, CommerceModule, BackfillsModule],
  providers: [
    PlatformAStoreClient,
    PlatformAStoreWriterService,
    PlatformAWebhookRegistrationService,
    PlatformASetUpHandler,
    PlatformABackfillHandler,
    PlatformAInstallSweep,
    {
      provide: OutboundHttp,
      inject: [Runtime],
      // A store behind plain http is a simulator on this machine; production refuses such a setting at the start.
      useFactory: ({ config: { platformA } }: Runtime) =>
        new OutboundHttp({ guard: { allowPrivate: platformA?.shopBaseUrl.startsWith('http:') ?? false } }),
    },
  ],
  exports: [PlatformAStoreClient, PlatformAStoreWriterService, PlatformAWebhookRegistrationService, OutboundHttp],
})
export class InstallModule implements OnApplicationShutdown {
  constructor(private readonly http: OutboundHttp) {}

  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }
}
