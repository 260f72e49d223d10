import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { readWebhookEvent } from '#libs/platform-b-client';
import { deliveryCause } from '../../commerce/model/causes.js';
import { DELIVERY_PROBLEMS } from '../../inbox/delivery-problems.js';
import type { DeliveryProcessor, Relation } from '../../inbox/delivery-processors.service.js';
import type { ClaimedDelivery, Outcome } from '../../inbox/inbox.repository.js';
import type { Person } from '../../personal-data/person.js';
import { orderSubject } from '../../personal-data/subjects.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { PlatformBSubscribersService } from '../consents/subscribers.service.js';
import { PlatformBOrderReadsService } from '../sync/order-reads.service.js';

const PROCESSED: Outcome = { status: 'processed' };
const UNINSTALLED: Outcome = { status: 'ignored', problem: DELIVERY_PROBLEMS.store_not_installed };
const NOTHING_NAMED: Outcome = { status: 'failed', problem: DELIVERY_PROBLEMS.nothing_named };

/**
 * A delivery of platform B only names an order or a subscriber that changed, and further changes may have followed
 * before it arrives. So its effect is that the order or the subscriber is read from the platform.
 */
@Injectable()
export class PlatformBDeliveryProcessorService implements DeliveryProcessor {
  constructor(
    private readonly retailers: RetailersService,
    private readonly reads: PlatformBOrderReadsService,
    private readonly subscribers: PlatformBSubscribersService,
  ) {}

  /** The body has nothing but the order's id. */
  relation({ body }: Pick<ClaimedDelivery, 'body'>, { orderIds }: Pick<Person, 'orderIds'>): Relation | undefined {
    const orderId = readWebhookEvent(body)?.orderId;
    return orderId && orderIds.includes(orderId) ? 'theirs' : undefined;
  }

  subjects({ body }: Pick<ClaimedDelivery, 'body'>): ReadonlySet<string> {
    return subjectsIn(readWebhookEvent(body));
  }

  async process(tx: Tx, deliveries: readonly ClaimedDelivery[]): Promise<Outcome[]> {
    const groups = groupBy(deliveries, ({ retailerId }) => retailerId);
    const retailers = await this.retailers.forWriting(tx, [...groups.keys()]);
    const outcomes = new Map<ClaimedDelivery, Outcome>();
    // Always in the same order, so that two workers cannot deadlock on each other's rows.
    for (const retailerId of [...groups.keys()].sort()) {
      const group = groups.get(retailerId) ?? [];
      const status = retailers.get(retailerId)?.status ?? 'uninstalled';
      if (status === 'uninstalled') for (const delivery of group) outcomes.set(delivery, UNINSTALLED);
      else await this.requestReads(tx, retailerId, group, outcomes);
    }
    return deliveries.map((delivery) => outcomes.get(delivery) ?? UNINSTALLED);
  }

  private async requestReads(
    tx: Tx,
    retailerId: string,
    deliveries: readonly ClaimedDelivery[],
    outcomes: Map<ClaimedDelivery, Outcome>,
  ): Promise<void> {
    const events = deliveries.map((delivery) => ({ delivery, event: readWebhookEvent(delivery.body) }));
    for (const { delivery, event } of events) {
      const outcome = event?.orderId || event?.subscriberId ? PROCESSED : NOTHING_NAMED;
      outcomes.set(delivery, { ...outcome, subjects: subjectsIn(event) });
    }
    const orders = events.flatMap(({ delivery, event }) =>
      event?.orderId ? [{ orderId: event.orderId, cause: deliveryCause(delivery) }] : [],
    );
    await this.reads.request(tx, retailerId, orders);
    const changes = events.flatMap(({ delivery, event }) =>
      event?.subscriberId
        ? [{ subscriberId: event.subscriberId, cause: deliveryCause(delivery), changedAt: event.createdAt }]
        : [],
    );
    await this.subscribers.request(tx, retailerId, changes);
  }
}

const subjectsIn = (event: ReturnType<typeof readWebhookEvent>): ReadonlySet<string> =>
  new Set(event?.orderId ? [orderSubject(event.orderId)] : []);
