import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundHttp } from '#libs/outbound-http';
import { Runtime } from '../../config/runtime.js';
import { StoresModule } from '../../stores/stores.module.js';
import { PlatformBStoreClient } from './store.client.js';
import { PlatformBStorePausesService } from './store-pauses.service.js';
import { PlatformBStoresRepository } from './stores.repository.js';

/** Many, because all stores share one host and each may have some long calls open. */
const CONNECTIONS = 256;

/** The API of the stores of platform B. */
@Module({
  imports: [StoresModule],
  providers: [
    PlatformBStoresRepository,
    PlatformBStoreClient,
    PlatformBStorePausesService,
    {
      provide: OutboundHttp,
      inject: [Runtime],
      // An API over plain http is a simulator on this machine. Production refuses such a setting at the start.
      useFactory: ({ config: { platformB } }: Runtime) =>
        new OutboundHttp({
          connections: CONNECTIONS,
          guard: { allowPrivate: platformB?.apiBaseUrl.startsWith('http:') ?? false },
        }),
    },
  ],
  exports: [PlatformBStoresRepository, PlatformBStoreClient, PlatformBStorePausesService, OutboundHttp],
})
export class PlatformBClientModule implements OnApplicationShutdown {
  constructor(private readonly http: OutboundHttp) {}

  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }
}
