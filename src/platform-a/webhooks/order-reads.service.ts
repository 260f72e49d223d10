import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { type Backoff, pauseAfter } from '#libs/durable-work';
import { type AdminOrder, PlatformAError, readOrder } from '#libs/platform-a-client';
import { JobProducer, OnJob } from '#libs/queue';
import { CommerceService } from '../../commerce/intake/commerce.service.js';
import { deliveryCause } from '../../commerce/model/causes.js';
import { countingRules } from '../../commerce/model/count-order.js';
import { DELIVERY_PROBLEMS } from '../../inbox/delivery-problems.js';
import type { ClaimedDelivery, Outcome } from '../../inbox/inbox.repository.js';
import { WaitingDeliveriesService } from '../../inbox/waiting-deliveries.service.js';
import type { EditedOrderRef } from '../../jobs/payloads.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { readEach } from '../../stores/unreadable.js';
import { type Patience, PlatformAStoreClient } from '../client/store.client.js';
import { mapAdminOrder } from '../mapping/admin.mapper.js';

const PATIENCE: Patience = { timeoutMs: 10_000, maxThrottleWaitMs: 10_000 };
const UNTIL_READ: Backoff = { firstMs: 30_000, longestMs: 3_600_000, jitter: 0 };
const MOST_ATTEMPTS = 20;

const GIVEN_UP: Outcome = { status: 'failed', problem: DELIVERY_PROBLEMS.order_unread };
const NOT_THERE: Outcome = { status: 'ignored', problem: DELIVERY_PROBLEMS.no_such_order };
const REINSTALLED: Outcome = { status: 'ignored', problem: DELIVERY_PROBLEMS.reinstalled };

/**
 * The orders that have to be read because of deliveries. The delivery of an edit has no order: it waits for the read,
 * and is due again until the order is stored.
 */
@Injectable()
export class PlatformAOrderReadsService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly commerce: CommerceService,
    private readonly stores: PlatformAStoreClient,
    private readonly deliveries: WaitingDeliveriesService,
    private readonly jobs: JobProducer,
  ) {}

  /** Has the orders read whose refunds no delivery gave an amount. */
  ofRefunds(tx: Tx, retailerId: string): void {
    tx.afterCommit(() => this.jobs.enqueue('platform-a.read-orders', { retailerId }));
  }

  /** Returns the preliminary outcome; the order is read after the commit. */
  ofEdit(tx: Tx, { retailerId, id: deliveryId, attempts }: ClaimedDelivery, orderId: string): Outcome {
    if (attempts >= MOST_ATTEMPTS) return GIVEN_UP;
    tx.afterCommit(() => this.jobs.enqueue('platform-a.read-edited-order', { retailerId, deliveryId, orderId }));
    return {
      status: 'pending',
      problem: DELIVERY_PROBLEMS.reading_order,
      retryInMs: pauseAfter(UNTIL_READ, attempts + 1),
    };
  }

  /** Idempotent: the order is merged. Where the store does not answer, the delivery is still due. */
  @OnJob('platform-a.read-edited-order')
  async read({ retailerId, deliveryId, orderId }: EditedOrderRef): Promise<void> {
    const asked = await this.retailers.find(retailerId);
    const answer = await this.stores.withStore(
      retailerId,
      async ({ graphql }) => ({ order: await readOrder(graphql, orderId).catch(nothingToRead) }),
      PATIENCE,
    );
    if (!asked || !answer) return;
    await this.deliveries.settle(retailerId, deliveryId, (tx, delivery) =>
      this.write(tx, delivery, { order: answer.order, installedAt: asked.installedAt }),
    );
  }

  private async write(
    tx: Tx,
    delivery: ClaimedDelivery,
    { order, installedAt }: { readonly order: AdminOrder | null; readonly installedAt: Date },
  ): Promise<Outcome> {
    const { retailerId } = delivery;
    const retailer = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
    if (retailer?.installedAt.getTime() !== installedAt.getTime()) return REINSTALLED;
    if (!order) return NOT_THERE;
    const { records, unreadable } = readEach([order], mapAdminOrder);
    const [problem] = unreadable;
    if (problem !== undefined) return { status: 'failed', problem };
    const cause = deliveryCause(delivery);
    const rules = countingRules(retailer.settings);
    await this.commerce.apply(
      tx,
      { retailerId, rules },
      records.map((record) => ({ record, cause })),
    );
    return { status: 'processed' };
  }
}

/** Without the scope no order can be read. */
function nothingToRead(error: unknown): null {
  if (error instanceof PlatformAError && error.code === 'ACCESS_DENIED') return null;
  throw error;
}
