import { Injectable } from '@nestjs/common';
import { SingleFlight } from '#libs/durable-work';
import { badGateway, unavailable } from '#libs/kernel';
import { PlatformAError, readAppSubscriptions } from '#libs/platform-a-client';
import { notUsable } from '../../retailers/install-state.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { type OpenStore, type Patience, PlatformAStoreClient } from '../client/store.client.js';
import { type AppSubscription, hasActive, mapAppSubscription } from './app-subscription.mapper.js';
import { PlatformAAppSubscriptionRepository, type SubscriptionsCopy } from './app-subscription.repository.js';

/** What a merchant pays for the app. */
export interface SubscriptionsView {
  readonly shop: string;
  readonly hasActiveSubscription: boolean;
  readonly subscriptions: readonly AppSubscription[];
  readonly fetchedAt: Date;
  /** The platform is away: this is what it said at `fetchedAt`. */
  readonly stale: boolean;
}

/** Somebody waits for the answer. An empty bucket of the smallest plan is full enough again within ten seconds. */
const PATIENCE: Patience = { timeoutMs: 5_000, maxThrottleWaitMs: 10_000 };
const RETRY_AFTER_SECONDS = 30;

/** Reads a store's subscriptions from the platform, which alone knows them, and keeps the last answer. */
@Injectable()
export class PlatformAAppSubscriptionsService {
  private readonly reads = new SingleFlight<SubscriptionsView>();

  constructor(
    private readonly stores: PlatformAStoreClient,
    private readonly retailers: RetailersService,
    private readonly copies: PlatformAAppSubscriptionRepository,
  ) {}

  /**
   * The subscriptions of the retailer's store; requests at the same time share one call of the platform.
   * @throws {DomainError} 404 unknown, 409 `not_installed` or `needs_reauth`, 502 or 503 where the platform fails and
   *   there is no copy
   */
  read(retailerId: string): Promise<SubscriptionsView> {
    return this.reads.run(retailerId, () => this.readOnce(retailerId));
  }

  private async readOnce(retailerId: string): Promise<SubscriptionsView> {
    const retailer = await this.retailers.get(retailerId);
    try {
      const copy = await this.stores.withStore(retailerId, (store) => this.fetch(store), PATIENCE);
      if (copy) return viewOf(retailer, copy, false);
    } catch (error) {
      if (!(error instanceof PlatformAError)) throw error;
      return viewOf(retailer, await this.lastCopy(retailer, error), true);
    }
    // The platform was not asked, or it refused.
    throw notUsable((await this.retailers.get(retailerId)).status);
  }

  private async fetch({ retailer, graphql }: OpenStore): Promise<SubscriptionsCopy> {
    const subscriptions = (await readAppSubscriptions(graphql)).map(mapAppSubscription);
    const copy = { subscriptions, fetchedAt: new Date() };
    await this.copies.save(retailer.id, copy);
    return copy;
  }

  private async lastCopy({ id, installedAt }: Retailer, error: PlatformAError): Promise<SubscriptionsCopy> {
    const copy = await this.copies.find(id, installedAt);
    if (copy) return copy;
    if (error.kind === 'bad_answer') {
      throw badGateway('platform_error', 'The store answered in a way that we can not use.', error);
    }
    const seconds = error.retryAfterSeconds ?? RETRY_AFTER_SECONDS;
    throw unavailable('platform_unavailable', 'The store does not answer at the moment; ask again later.', seconds);
  }
}

const viewOf = (
  { externalId: shop }: Retailer,
  { subscriptions, fetchedAt }: SubscriptionsCopy,
  stale: boolean,
): SubscriptionsView => ({
  shop,
  hasActiveSubscription: hasActive(subscriptions),
  subscriptions,
  fetchedAt,
  stale,
});
