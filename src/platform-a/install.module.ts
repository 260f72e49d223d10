import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundHttp } from '#libs/outbound-http';
import { BackfillsModule } from '../backfills/backfills.module.js';
import { CommerceModule } from '../commerce/commerce.module.js';
import { Runtime } from '../config/runtime.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { BackfillHandler } from './backfill.handler.js';
import { InstallSweeps } from './install-sweeps.js';
import { SetUpHandler } from './set-up.handler.js';
import { StorePageWriter } from './store-page-writer.js';
import { StoreClient } from './store-client.js';
import { WebhookRegistration } from './webhook-registration.js';

/** What happens in a store after its install. */
@Module({
  imports: [RetailersModule, CommerceModule, BackfillsModule],
  providers: [
    StoreClient,
    StorePageWriter,
    WebhookRegistration,
    SetUpHandler,
    BackfillHandler,
    InstallSweeps,
    {
      provide: OutboundHttp,
      inject: [Runtime],
      // A store behind plain http is a simulator on this machine; production refuses such a setting at the start.
      useFactory: ({ config: { platformA } }: Runtime) =>
        new OutboundHttp({ guard: { allowPrivate: platformA?.shopBaseUrl.startsWith('http:') ?? false } }),
    },
  ],
  exports: [StoreClient, StorePageWriter, WebhookRegistration, OutboundHttp],
})
export class InstallModule implements OnApplicationShutdown {
  constructor(private readonly http: OutboundHttp) {}

  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }
}
