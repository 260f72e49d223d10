import { Injectable } from '@nestjs/common';
import { OutboundHttp } from '#libs/outbound-http';
import { PlatformBError, PlatformBRest, StorePace } from '#libs/platform-b-client';
import { Runtime } from '../../config/runtime.js';
import { InstallationsService } from '../../stores/installations.service.js';
import type { Retailer } from '../../retailers/retailer.entity.js';

/** An installed store and its API under its token. */
export interface OpenStore {
  readonly retailer: Retailer;
  readonly rest: PlatformBRest;
  /** The scopes of the token. */
  readonly scopes: readonly string[];
}

/** Limits for the calls of one piece of work. */
export interface Patience {
  /** Number of calls in all where timeouts, network errors and 5xx occur. */
  readonly attempts: number;
  /** Sum of the waits of one call for the store's rate limit. */
  readonly maxThrottleWaitMs: number;
  /** Leaves a part of the rate limit to other work. */
  readonly background?: boolean;
}

const PATIENT: Patience = { attempts: 4, maxThrottleWaitMs: 60_000 };

/** Makes clients for the API of stores. All clients of a store share what its answers say about the rate limit. */
@Injectable()
export class PlatformBStoreClient {
  private readonly paces = new Map<string, StorePace>();

  constructor(
    private readonly runtime: Runtime,
    private readonly http: OutboundHttp,
    private readonly installations: InstallationsService,
  ) {}

  /**
   * Runs `work` with the store's API and returns its result. Undefined, without a run, where the store is not
   * installed. Where the platform refuses the token or a scope is missing, the store is marked until the merchant
   * consents again.
   * @throws {PlatformBError} for every other failure of the platform
   */
  async withStore<T>(
    retailerId: string,
    work: (store: OpenStore) => Promise<T>,
    patience: Patience = PATIENT,
  ): Promise<T | undefined> {
    const retailer = await this.installations.installed(retailerId, 'platform-b');
    const credentials = retailer && (await this.installations.tokens(retailerId));
    if (!credentials) return undefined;
    const { apiBaseUrl } = this.runtime.platformB();
    const { accessToken, scopes } = credentials;
    const { externalId: storeHash } = retailer;
    const pace = this.paceOf(retailerId);
    const rest = new PlatformBRest({ http: this.http, apiBaseUrl, storeHash, accessToken, pace, ...patience });
    return this.installations.whileAuthorized(retailer, isRefused, () => work({ retailer, rest, scopes }));
  }

  private paceOf(retailerId: string): StorePace {
    const known = this.paces.get(retailerId) ?? new StorePace();
    this.paces.set(retailerId, known);
    return known;
  }
}

/** Whether the platform no longer accepts the token. */
const isRefused = (error: unknown): boolean =>
  error instanceof PlatformBError && (error.kind === 'unauthorized' || error.kind === 'forbidden');
