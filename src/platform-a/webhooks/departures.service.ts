import { Injectable, Logger } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { type Backoff, pauseAfter } from '#libs/durable-work';
import { readShop } from '#libs/platform-a-client';
import { JobProducer, OnJob } from '#libs/queue';
import type { DeliveryRef } from '../../jobs/payloads.js';
import type { ClaimedDelivery, Outcome } from '../../inbox/inbox.repository.js';
import { WaitingDeliveriesService } from '../../inbox/waiting-deliveries.service.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { type Patience, PlatformAStoreClient } from '../client/store.client.js';
import { trustedTime } from './trusted-time.js';

const LATE: Outcome = { status: 'ignored', problem: 'older than the present installation' };
const ALIVE: Outcome = {
  status: 'ignored',
  doubt: 'token_alive',
  problem: 'the store still takes our token, so the app is not uninstalled there',
};

const PATIENCE: Patience = { timeoutMs: 10_000, maxThrottleWaitMs: 10_000 };
const WHILE_ASKED: Backoff = { firstMs: 30_000, longestMs: 3_600_000, jitter: 0 };

/**
 * The end of an installation. A body that says so may be an old one, or be told under another store's name; the platform
 * kills the token before it tells us, so a token that is alive proves the contrary. The store is asked in a job: the
 * delivery waits for the outcome and becomes due again by itself until there is one.
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

  /** The outcome for now; the store is asked once the transaction is committed. */
  begin(tx: Tx, { installedAt }: Retailer, delivery: ClaimedDelivery): Outcome {
    if (endOf(delivery) < installedAt) return LATE;
    const { retailerId, id: deliveryId, attempts } = delivery;
    tx.afterCommit(() => this.jobs.enqueue('platform-a.confirm-uninstall', { retailerId, deliveryId }));
    return {
      status: 'pending',
      problem: 'the store is asked whether our token is dead',
      retryInMs: pauseAfter(WHILE_ASKED, attempts + 1),
    };
  }

  /** Fails where the store does not answer: the delivery is still due then. */
  @OnJob('platform-a.confirm-uninstall')
  async confirm({ retailerId, deliveryId }: DeliveryRef): Promise<void> {
    const asked = await this.retailers.find(retailerId);
    if (!asked) return;
    const isAlive = await this.stores.withStore(
      retailerId,
      ({ graphql }) => readShop(graphql).then(() => true),
      PATIENCE,
    );
    if (isAlive) this.log.warn(`store ${retailerId} is said to have uninstalled the app, and its token is alive`);
    await this.deliveries.settle(retailerId, deliveryId, (tx, delivery) =>
      isAlive ? Promise.resolve(ALIVE) : this.end(tx, asked, delivery),
    );
  }

  /** Only of the installation whose token was asked: the store may have come back meanwhile. */
  private async end(tx: Tx, asked: Retailer, delivery: ClaimedDelivery): Promise<Outcome> {
    const present = await this.retailers.find(asked.id, tx);
    if (present?.installedAt.getTime() !== asked.installedAt.getTime()) return LATE;
    return (await this.retailers.uninstall(tx, asked.id, endOf(delivery))) ? { status: 'processed' } : LATE;
  }
}

/** Never behind its arrival: an installation that is younger than the message is not the one that it ends. */
function endOf({ triggeredAt, receivedAt }: ClaimedDelivery): Date {
  const told = trustedTime(triggeredAt, receivedAt);
  return told && told < receivedAt ? told : receivedAt;
}
