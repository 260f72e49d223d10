import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy, inSlices } from '#libs/kernel';
import { type Topic, TOPICS } from '#libs/platform-a-client';
import type { CommerceCommand } from '../commerce/records.js';
import { CommerceService } from '../commerce/commerce.service.js';
import { countingRules } from '../commerce/count-order.js';
import { type DeliveryProcessor, DeliveryProcessors } from '../inbox/delivery-processors.js';
import type { ClaimedDelivery, Outcome } from '../inbox/inbox.repository.js';
import type { RetailerRow } from '../retailers/retailers.repository.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { type Mapped, mapDelivery } from './delivery.mapper.js';
import { trustedTime } from './trusted-time.js';
import { InvalidDelivery } from './wire-reader.js';

const PROCESSED: Outcome = { status: 'processed' };
const UNINSTALLED: Outcome = { status: 'ignored', problem: 'the store is not installed' };
const LATE: Outcome = { status: 'ignored', problem: 'older than the present installation' };

/** Gives platform A's deliveries their effect: maps each by itself, writes all of a retailer at once. */
@Injectable()
export class PlatformADeliveryProcessor implements DeliveryProcessor, OnModuleInit {
  constructor(
    private readonly processors: DeliveryProcessors,
    private readonly retailers: RetailersService,
    private readonly commerce: CommerceService,
  ) {}

  onModuleInit(): void {
    this.processors.register('platform-a', this);
  }

  async process(tx: Tx, deliveries: readonly ClaimedDelivery[]): Promise<Outcome[]> {
    const groups = groupBy(deliveries, ({ retailerId }) => retailerId);
    const retailers = await this.retailers.forWriting(tx, [...groups.keys()]);
    const outcomes = new Map<ClaimedDelivery, Outcome>();
    // In one order everywhere: each retailer's lock is held to the end, and two workers must not wait in a ring.
    for (const retailerId of [...groups.keys()].sort()) {
      const retailer = retailers.get(retailerId);
      if (retailer) await this.processRetailer(tx, retailer, groups.get(retailerId) ?? [], outcomes);
    }
    return deliveries.map((delivery) => outcomes.get(delivery) ?? UNINSTALLED);
  }

  private async processRetailer(
    tx: Tx,
    retailer: RetailerRow,
    deliveries: readonly ClaimedDelivery[],
    outcomes: Map<ClaimedDelivery, Outcome>,
  ): Promise<void> {
    const commands: CommerceCommand[] = [];
    const uninstalls: ClaimedDelivery[] = [];
    for await (const delivery of inSlices(deliveries)) {
      const mapped = retailer.status === 'uninstalled' ? UNINSTALLED : read(delivery);
      if ('status' in mapped) outcomes.set(delivery, mapped);
      else if (mapped.kind === 'uninstalled') uninstalls.push(delivery);
      else {
        commands.push({ record: mapped, cause: delivery.id });
        outcomes.set(delivery, PROCESSED);
      }
    }
    await this.commerce.apply(tx, { retailerId: retailer.id, rules: countingRules(retailer.settings) }, commands);
    for (const delivery of uninstalls) outcomes.set(delivery, await this.uninstall(tx, delivery));
  }

  /** The store of the header is the tenant: the body's domains are often null. */
  private async uninstall(tx: Tx, { retailerId, triggeredAt, receivedAt }: ClaimedDelivery): Promise<Outcome> {
    const at = trustedTime(triggeredAt, receivedAt) ?? receivedAt;
    return (await this.retailers.uninstall(tx, retailerId, at)) ? PROCESSED : LATE;
  }
}

function read({ topic, body, triggeredAt, receivedAt }: ClaimedDelivery): Mapped | Outcome {
  if (!isTopic(topic)) return { status: 'failed', problem: `topic ${topic} is not known to this build` };
  try {
    return mapDelivery(topic, body, trustedTime(triggeredAt, receivedAt));
  } catch (error) {
    if (!(error instanceof InvalidDelivery)) throw error;
    return { status: 'failed', problem: error.message };
  }
}

const isTopic = (topic: string): topic is Topic => (TOPICS as readonly string[]).includes(topic);
