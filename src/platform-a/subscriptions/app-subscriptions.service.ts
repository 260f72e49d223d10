import { Injectable } from '@nestjs/common';
import { SingleFlight } from '#libs/durable-work';
import { badGateway, unavailable } from '#libs/kernel';
import { PlatformAError, readAppSubscriptions } from '#libs/platform-a-client';
import { notUsable } from '../../retailers/install-state.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { type OpenStore, type Patience, PlatformAStoreClient } from '../client/store.client.js';
import { hasActive, mapAppSubscription } from './app-subscription.mapper.js';
import { PlatformAAppSubscriptionRepository, type SubscriptionsCopy } from './app-subscription.repository.js';
import type { SubscriptionsAnswer } from './app-subscriptions.dto.js';

/** A merchant waits for the answer. The rate limit of the smallest plan recovers within ten seconds. */
const PATIENCE: Patience = { timeoutMs: 5_000, maxThrottleWaitMs: 10_000 };
const RETRY_AFTER_SECONDS = 30;

/** Reads a store's subscriptions from the platform and keeps its last answer. */
@Injectable()
export class PlatformAAppSubscriptionsService {
  private readonly reads = new SingleFlight<SubscriptionsAnswer>();

  constructor(
    private readonly stores: PlatformAStoreClient,
    private readonly retailers: RetailersService,
    private readonly copies: PlatformAAppSubscriptionRepository,
  ) {}

  /**
   * The subscriptions of the retailer's store; concurrent requests share one call to the platform.
   * @throws {DomainError} 404 unknown, 409 `not_installed` or `needs_reauth`, 502 or 503 where the platform fails and
   *   there is no copy
   */
  read(retailerId: string): Promise<SubscriptionsAnswer> {
    return this.reads.run(retailerId, () => this.readOnce(retailerId));
  }

  private async readOnce(retailerId: string): Promise<SubscriptionsAnswer> {
    const retailer = await this.retailers.get(retailerId);
    try {
      const copy = await this.stores.withStore(retailerId, (store) => this.fetch(store), PATIENCE);
      if (copy) return answerOf(retailer, copy, false);
    } catch (error) {
      if (!(error instanceof PlatformAError)) throw error;
      return answerOf(retailer, await this.lastCopy(retailer, error), true);
    }
    // No call was possible, or the platform refused the token.
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
      throw badGateway('platform_error', 'The store gave an answer that cannot be used.', error);
    }
    const seconds = error.retryAfterSeconds ?? RETRY_AFTER_SECONDS;
    throw unavailable('platform_unavailable', 'The store does not answer at the moment; try again later.', seconds);
  }
}

const answerOf = (
  { externalId: shop }: Retailer,
  { subscriptions, fetchedAt }: SubscriptionsCopy,
  stale: boolean,
): SubscriptionsAnswer => ({
  shop,
  hasActiveSubscription: hasActive(subscriptions),
  subscriptions,
  fetchedAt,
  stale,
});
