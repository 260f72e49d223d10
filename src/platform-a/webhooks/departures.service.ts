import { Injectable, Logger } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { type Backoff, pauseAfter } from '#libs/durable-work';
import { readShop } from '#libs/platform-a-client';
import { JobProducer, OnJob } from '#libs/queue';
import type { DeliveryRef } from '../../jobs/payloads.js';
import { DELIVERY_PROBLEMS } from '../../inbox/delivery-problems.js';
import type { ClaimedDelivery, Outcome } from '../../inbox/inbox.repository.js';
import { WaitingDeliveriesService } from '../../inbox/waiting-deliveries.service.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { type Patience, PlatformAStoreClient } from '../client/store.client.js';
import { trustedTime } from './trusted-time.js';

const LATE: Outcome = { status: 'ignored', problem: DELIVERY_PROBLEMS.too_old };
const ALIVE: Outcome = {
  status: 'ignored',
  doubt: 'token_alive',
  problem: DELIVERY_PROBLEMS.still_installed,
};

const PATIENCE: Patience = { timeoutMs: 10_000, maxThrottleWaitMs: 10_000 };
const UNTIL_CONFIRMED: Backoff = { firstMs: 30_000, longestMs: 3_600_000, jitter: 0 };

/**
 * Ends installations. An uninstall delivery may be an old one, or may be replayed under another store's name. The
 * platform ends the token before it sends the delivery, so a token that still works proves that the app is not
 * uninstalled. A job tries the token. The delivery waits for the outcome and is due again until there is one.
 */
@Injectable()
export class PlatformADeparturesService {
  private readonly log = new Logger(PlatformADeparturesService.name);

  constructor(
    private readonly retailers: RetailersService,
    private readonly stores: PlatformAStoreClient,
    private readonly deliveries: WaitingDeliveriesService,
    private readonly jobs: JobProducer,
  ) {}

  /** Returns the preliminary outcome; the token is tried after the commit. */
  begin(tx: Tx, { installedAt }: Retailer, delivery: ClaimedDelivery): Outcome {
    if (endOf(delivery) < installedAt) return LATE;
    const { retailerId, id: deliveryId, attempts } = delivery;
    tx.afterCommit(() => this.jobs.enqueue('platform-a.confirm-uninstall', { retailerId, deliveryId }));
    return {
      status: 'pending',
      problem: DELIVERY_PROBLEMS.checking_token,
      retryInMs: pauseAfter(UNTIL_CONFIRMED, attempts + 1),
    };
  }

  /** Fails where the store does not answer; then the delivery is still due. */
  @OnJob('platform-a.confirm-uninstall')
  async confirm({ retailerId, deliveryId }: DeliveryRef): Promise<void> {
    const asked = await this.retailers.find(retailerId);
    if (!asked) return;
    const isAlive = await this.stores.withStore(
      retailerId,
      ({ graphql }) => readShop(graphql).then(() => true),
      PATIENCE,
    );
    if (isAlive) this.log.warn(`an uninstall delivery of store ${retailerId} is ignored because its token still works`);
    await this.deliveries.settle(retailerId, deliveryId, (tx, delivery) =>
      isAlive ? Promise.resolve(ALIVE) : this.end(tx, asked, delivery),
    );
  }

  /** Ends only the installation whose token was tried: the store may be installed again by now. */
  private async end(tx: Tx, asked: Retailer, delivery: ClaimedDelivery): Promise<Outcome> {
    const present = await this.retailers.find(asked.id, tx);
    if (present?.installedAt.getTime() !== asked.installedAt.getTime()) return LATE;
    return (await this.retailers.uninstall(tx, asked.id, endOf(delivery))) ? { status: 'processed' } : LATE;
  }
}

/** At most the time of arrival, because a delivery cannot end an installation that is younger than its arrival. */
function endOf({ triggeredAt, receivedAt }: ClaimedDelivery): Date {
  const told = trustedTime(triggeredAt, receivedAt);
  return told && told < receivedAt ? told : receivedAt;
}
