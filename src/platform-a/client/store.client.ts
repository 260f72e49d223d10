import { Injectable } from '@nestjs/common';
import { SingleFlight } from '#libs/durable-work';
import { Slots } from '#libs/kernel';
import { OutboundHttp } from '#libs/outbound-http';
import {
  PlatformAError,
  PlatformAGraphql,
  type PlatformAGraphqlOptions,
  PlatformAStorefront,
  refreshToken,
  shopBaseUrl,
} from '#libs/platform-a-client';
import { Runtime } from '../../config/runtime.js';
import type { StoreCredentials } from '../../retailers/credentials.repository.js';
import { InstallationsService } from '../../stores/installations.service.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { credentialsOf, isDue, mayHaveDied } from './store-tokens.js';

/**
 * An installed store with its Admin API. The token is valid for at least `RENEWAL_MARGIN_MS` where its end is known.
 */
export interface OpenStore {
  readonly retailer: Retailer;
  readonly graphql: PlatformAGraphql;
  /** Without a token. */
  readonly storefront: PlatformAStorefront;
  /** The scopes that the merchant has granted. */
  readonly scopes: readonly string[];
  /** The address at which we call the store, without a trailing slash. */
  readonly baseUrl: string;
}

/** Limits of the waits for the platform. The default is the client's own limits. */
export type Patience = Pick<PlatformAGraphqlOptions, 'timeoutMs' | 'maxThrottleWaitMs' | 'background'>;

type Renews = (held: StoreCredentials) => boolean;

/**
 * A renewal holds a Postgres connection during its call of the platform. Three connections are less than half of a pool
 * of seven or more.
 */
const RENEWALS_AT_ONCE = 3;

/** Makes clients for the Admin API of stores, and keeps their tokens fresh. */
@Injectable()
export class PlatformAStoreClient {
  /** Renewals under way in this process, so that the process waits for the store's lock on one connection only. */
  private readonly renewals = new SingleFlight<StoreCredentials | undefined>();
  private readonly slots = new Slots(RENEWALS_AT_ONCE);

  constructor(
    private readonly runtime: Runtime,
    private readonly http: OutboundHttp,
    private readonly installations: InstallationsService,
  ) {}

  /**
   * Runs `work` with the store's API and returns its result. Undefined, without a run, where the store is not installed
   * or has to authorize again. Where the platform refuses the token, a new token is tried if the old one may have
   * expired early. Where that does not help, the store is marked, because another attempt would fail too.
   * @throws {PlatformAError} for every other failure of the platform
   */
  async withStore<T>(
    retailerId: string,
    work: (store: OpenStore) => Promise<T>,
    patience: Patience = {},
  ): Promise<T | undefined> {
    const retailer = await this.installations.installed(retailerId, 'platform-a');
    if (!retailer) return undefined;
    return this.installations.whileAuthorized(retailer, isRefused, async () => {
      const opened = await this.open(retailer, patience);
      return opened && work({ retailer, ...opened, baseUrl: this.baseUrlOf(retailer.externalId) });
    });
  }

  private async open(
    retailer: Retailer,
    patience: Patience,
  ): Promise<Pick<OpenStore, 'graphql' | 'scopes' | 'storefront'> | undefined> {
    const { apiVersion, shopBaseUrl } = this.runtime.platformA();
    const { id, externalId: shop } = retailer;
    const held = await this.installations.tokens(id);
    const credentials = held && isDueNow(held) ? await this.renew(retailer, 'due', isDueNow) : held;
    if (!credentials) return undefined;
    const graphql = new PlatformAGraphql({
      http: this.http,
      shop,
      accessToken: credentials.accessToken,
      apiVersion,
      shopBaseUrl,
      renewToken: (refused) => this.replaceRefused(retailer, refused),
      ...patience,
    });
    const { timeoutMs } = patience;
    const storefront = new PlatformAStorefront({ http: this.http, shop, apiVersion, shopBaseUrl, timeoutMs });
    return { graphql, storefront, scopes: credentials.scopes };
  }

  /**
   * The present token if it is not the refused one. Otherwise the token of a renewal; undefined without a
   * renewal, for example where the refused token is too fresh or where the platform refuses.
   */
  private async replaceRefused(retailer: Retailer, refused: string): Promise<string | undefined> {
    const mayRenew: Renews = (held) => held.accessToken === refused && mayHaveDied(held, new Date());
    const present = await this.renew(retailer, 'refused', mayRenew);
    return present?.accessToken === refused ? undefined : present?.accessToken;
  }

  private renew(
    { id, externalId }: Retailer,
    reason: 'due' | 'refused',
    isDue: Renews,
  ): Promise<StoreCredentials | undefined> {
    const fetch = (held: StoreCredentials) => this.fetchTokens(externalId, held);
    const renew = () => this.slots.run(() => this.installations.renewTokens(id, { isDue, fetch }));
    return this.renewals.run(`${id}/${reason}`, renew);
  }

  private baseUrlOf(shop: string): string {
    return shopBaseUrl(this.runtime.platformA().shopBaseUrl, shop);
  }

  private async fetchTokens(shop: string, held: StoreCredentials): Promise<StoreCredentials | 'refused'> {
    const { clientId, clientSecrets } = this.runtime.platformA();
    const app = { clientId, clientSecret: clientSecrets[0], shopBaseUrl: this.baseUrlOf(shop) };
    try {
      return credentialsOf(await refreshToken(this.http, app, held.refreshToken ?? ''), new Date(), held);
    } catch (error) {
      if (!isRefused(error)) throw error;
      return 'refused';
    }
  }
}

const isDueNow: Renews = (held) => isDue(held, new Date());

/** Whether the platform no longer accepts the token. */
const isRefused = (error: unknown): boolean =>
  error instanceof PlatformAError && (error.kind === 'unauthorized' || error.kind === 'invalid_grant');
