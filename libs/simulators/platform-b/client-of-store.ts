import { OutboundHttp } from '#libs/outbound-http';
import { PlatformBRest } from '#libs/platform-b-client';
import { PlatformBSimulator } from './simulator.js';
import type { SimulatedStore } from './store.js';

/** For tests: a simulated store, and our client of it. */
export interface ClientOfStore {
  readonly sim: PlatformBSimulator;
  readonly store: SimulatedStore;
  /** A client that calls the store once for each request, with a new token of these scopes. */
  readonly connect: (scopes: string) => PlatformBRest;
  readonly stop: () => Promise<void>;
}

export async function startStore(): Promise<ClientOfStore> {
  const sim = await PlatformBSimulator.start({
    clientId: 'c',
    clientSecret: 's',
    authCallbackUrl: 'https://app.example/auth',
  });
  const store = sim.addStore({ hash: 'abc123', name: 'Store One', quota: 100_000 });
  const http = new OutboundHttp({ guard: { allow: [`127.0.0.1:${sim.port}`] } });
  return {
    sim,
    store,
    connect: (scopes) => {
      const accessToken = store.issueToken(scopes);
      return new PlatformBRest({ http, apiBaseUrl: sim.baseUrl, storeHash: store.hash, accessToken, attempts: 1 });
    },
    stop: async () => {
      await http.close();
      await sim.stop();
    },
  };
}
