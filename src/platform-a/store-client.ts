import { Injectable } from '@nestjs/common';
import { OutboundHttp } from '#libs/outbound-http';
import { PlatformAError, PlatformAGraphql, refreshToken, shopBaseUrl } from '#libs/platform-a-client';
import { Runtime } from '../config/runtime.js';
import type { StoreCredentials } from '../retailers/credentials.repository.js';
import { InstallationsService } from '../retailers/installations.service.js';
import type { RetailerRow } from '../retailers/retailers.repository.js';
import { credentialsOf, isDue } from './store-tokens.js';

/** An installed store and the Admin API under its token, good for at least `RENEWAL_MARGIN_MS` where that is known. */
export interface OpenStore {
  readonly retailer: RetailerRow;
  readonly graphql: PlatformAGraphql;
}

/** Makes clients for the Admin API of stores, and keeps their tokens fresh. */
@Injectable()
export class StoreClient {
  /** Renewals under way here, so that a process waits for the store's lock on one connection only. */
  private readonly renewals = new Map<string, Promise<StoreCredentials | undefined>>();

  constructor(
    private readonly runtime: Runtime,
    private readonly http: OutboundHttp,
    private readonly installations: InstallationsService,
  ) {}

  /**
   * Runs `work` with the store's API. Does nothing where the store is not installed (any more); where the platform
   * refuses the token, the store is marked and the work is over: trying again would not help.
   * @throws {PlatformAError} for everything else that the platform does
   */
  async withStore(retailerId: string, work: (store: OpenStore) => Promise<void>): Promise<void> {
    const retailer = await this.installations.installed(retailerId);
    if (!retailer) return;
    try {
      const graphql = await this.open(retailer);
      if (graphql) await work({ retailer, graphql });
    } catch (error) {
      if (!isRefused(error)) throw error;
      await this.installations.needsReauth(retailer);
    }
  }

  private async open({ id, externalId }: RetailerRow): Promise<PlatformAGraphql | undefined> {
    const { apiVersion, shopBaseUrl } = this.runtime.platformA();
    const held = await this.installations.tokens(id);
    const credentials = held && isDue(held, new Date()) ? await this.renew(id, externalId) : held;
    if (!credentials) return undefined;
    const { accessToken } = credentials;
    return new PlatformAGraphql({ http: this.http, shop: externalId, accessToken, apiVersion, shopBaseUrl });
  }

  private renew(id: string, shop: string): Promise<StoreCredentials | undefined> {
    const underWay = this.renewals.get(id);
    if (underWay) return underWay;
    const renewal = this.installations
      .renewTokens(id, {
        isDue: (held) => isDue(held, new Date()),
        fetch: (held) => this.fetchTokens(shop, held),
      })
      .finally(() => this.renewals.delete(id));
    this.renewals.set(id, renewal);
    return renewal;
  }

  private async fetchTokens(shop: string, held: StoreCredentials): Promise<StoreCredentials | 'refused'> {
    const { clientId, clientSecrets, shopBaseUrl: template } = this.runtime.platformA();
    const app = { clientId, clientSecret: clientSecrets[0], shopBaseUrl: shopBaseUrl(template, shop) };
    try {
      return credentialsOf(await refreshToken(this.http, app, held.refreshToken ?? ''), new Date(), held);
    } catch (error) {
      if (!isRefused(error)) throw error;
      return 'refused';
    }
  }
}

/** The platform takes the token no more, and asking again would not help. */
const isRefused = (error: unknown): boolean =>
  error instanceof PlatformAError && (error.kind === 'unauthorized' || error.kind === 'invalid_grant');
