import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { readWebhookEvent } from '#libs/platform-b-client';
import { deliveryCause } from '../../commerce/model/causes.js';
import {
  type DeliveryProcessor,
  DeliveryProcessorsService,
  type Relation,
} from '../../inbox/delivery-processors.service.js';
import type { ClaimedDelivery, Outcome } from '../../inbox/inbox.repository.js';
import type { Person } from '../../personal-data/person.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { PlatformBOrderReadsService } from '../sync/order-reads.service.js';

const PROCESSED: Outcome = { status: 'processed' };
const UNINSTALLED: Outcome = { status: 'ignored', problem: 'the store is not installed' };
const NO_ORDER: Outcome = { status: 'failed', problem: 'the body names no order' };

/**
 * Platform B says only that something happened to an order, by the time of arrival perhaps no longer the last thing: the
 * effect of a delivery is that its order will be read.
 */
@Injectable()
export class PlatformBDeliveryProcessorService implements DeliveryProcessor, OnModuleInit {
  constructor(
    private readonly processors: DeliveryProcessorsService,
    private readonly retailers: RetailersService,
    private readonly reads: PlatformBOrderReadsService,
  ) {}

  onModuleInit(): void {
    this.processors.register('platform-b', this);
  }

  /** The body has no more than the order's number. */
  relation({ body }: Pick<ClaimedDelivery, 'body'>, { orderIds }: Pick<Person, 'orderIds'>): Relation | undefined {
    const orderId = readWebhookEvent(body)?.orderId;
    return orderId && orderIds.includes(orderId) ? 'theirs' : undefined;
  }

  async process(tx: Tx, deliveries: readonly ClaimedDelivery[]): Promise<Outcome[]> {
    const groups = groupBy(deliveries, ({ retailerId }) => retailerId);
    const retailers = await this.retailers.forWriting(tx, [...groups.keys()]);
    const outcomes = new Map<ClaimedDelivery, Outcome>();
    // In one order everywhere, so that two workers can't wait for each other's rows in a ring.
    for (const retailerId of [...groups.keys()].sort()) {
      const group = groups.get(retailerId) ?? [];
      const status = retailers.get(retailerId)?.status ?? 'uninstalled';
      if (status === 'uninstalled') for (const delivery of group) outcomes.set(delivery, UNINSTALLED);
      else await this.askFor(tx, retailerId, group, outcomes);
    }
    return deliveries.map((delivery) => outcomes.get(delivery) ?? UNINSTALLED);
  }

  private async askFor(
    tx: Tx,
    retailerId: string,
    deliveries: readonly ClaimedDelivery[],
    outcomes: Map<ClaimedDelivery, Outcome>,
  ): Promise<void> {
    const orders = deliveries.flatMap((delivery) => {
      const orderId = readWebhookEvent(delivery.body)?.orderId;
      outcomes.set(delivery, orderId ? PROCESSED : NO_ORDER);
      return orderId ? [{ orderId, cause: deliveryCause(delivery) }] : [];
    });
    await this.reads.request(tx, retailerId, orders);
  }
}
