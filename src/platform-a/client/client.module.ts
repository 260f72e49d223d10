import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundHttp } from '#libs/outbound-http';
import { Runtime } from '../../config/runtime.js';
import { StoresModule } from '../../stores/stores.module.js';
import { PlatformAStoreClient } from './store.client.js';

/** The API of the stores of platform A. */
@Module({
  imports: [StoresModule],
  providers: [
    PlatformAStoreClient,
    {
      provide: OutboundHttp,
      inject: [Runtime],
      // A store over plain http is a simulator on this machine. Production refuses such a setting at the start.
      useFactory: ({ config: { platformA } }: Runtime) =>
        new OutboundHttp({ guard: { allowPrivate: platformA?.shopBaseUrl.startsWith('http:') ?? false } }),
    },
  ],
  exports: [PlatformAStoreClient, OutboundHttp],
})
export class PlatformAClientModule implements OnApplicationShutdown {
  constructor(private readonly http: OutboundHttp) {}

  onApplicationShutdown(): Promise<void> {
    return this.http.close();
  }
}
