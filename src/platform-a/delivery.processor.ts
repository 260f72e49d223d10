import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy, inSlices } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { type Topic, TOPICS } from '#libs/platform-a-client';
import { Unreadable } from '../backfills/unreadable.js';
import type { CommerceCommand } from '../commerce/records.js';
import { CommerceService } from '../commerce/commerce.service.js';
import { countingRules } from '../commerce/count-order.js';
import { DeliveryBodiesRepository } from '../inbox/delivery-bodies.repository.js';
import { type DeliveryProcessor, DeliveryProcessors, type Relation } from '../inbox/delivery-processors.js';
import type { ClaimedDelivery, Outcome } from '../inbox/inbox.repository.js';
import { PrivacyService } from '../privacy/privacy.service.js';
import type { Person } from '../privacy/registry/person.js';
import type { RetailerRow } from '../retailers/retailers.repository.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { type ComplianceOrder, isComplianceTopic, mapCompliance } from './compliance.mapper.js';
import { type Mapped, mapDelivery } from './delivery.mapper.js';
import { personInBody } from './person-in-body.js';
import { trustedTime } from './trusted-time.js';

const PROCESSED: Outcome = { status: 'processed' };
const UNINSTALLED: Outcome = { status: 'ignored', problem: 'the store is not installed' };
const LATE: Outcome = { status: 'ignored', problem: 'older than the present installation' };
const FOREIGN: Outcome = { status: 'ignored', problem: 'the body is about another store than the header' };

/** What one store's deliveries come to: outcomes, and whose bodies must not stay. */
interface Effects {
  readonly outcomes: Map<ClaimedDelivery, Outcome>;
  readonly toForget: ClaimedDelivery[];
}

/** Gives platform A's deliveries their effect: maps each by itself, writes all of a retailer at once. */
@Injectable()
export class PlatformADeliveryProcessor implements DeliveryProcessor, OnModuleInit {
  constructor(
    private readonly processors: DeliveryProcessors,
    private readonly retailers: RetailersService,
    private readonly commerce: CommerceService,
    private readonly privacy: PrivacyService,
    private readonly bodies: DeliveryBodiesRepository,
    private readonly jobs: JobProducer,
  ) {}

  onModuleInit(): void {
    this.processors.register('platform-a', this);
  }

  relation({ topic, body }: Pick<ClaimedDelivery, 'topic' | 'body'>, person: Person): Relation | undefined {
    return personInBody(topic, body, person);
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
    const effects: Effects = { outcomes, toForget: [] };
    const commands: CommerceCommand[] = [];
    const uninstalls: ClaimedDelivery[] = [];
    for await (const delivery of inSlices(deliveries)) {
      if (isComplianceTopic(delivery.topic)) {
        await this.comply(tx, retailer, delivery, effects);
        continue;
      }
      const mapped = retailer.status === 'uninstalled' ? UNINSTALLED : read(delivery, retailer.currency);
      if ('status' in mapped) settle(effects, delivery, mapped);
      else if (mapped.kind === 'uninstalled') uninstalls.push(delivery);
      else {
        commands.push({ record: mapped, cause: delivery.id });
        outcomes.set(delivery, PROCESSED);
      }
    }
    await this.write(tx, retailer, commands, deliveries, effects);
    for (const delivery of uninstalls) outcomes.set(delivery, await this.uninstall(tx, delivery));
    if (effects.toForget.length > 0) {
      const ids = effects.toForget.map(({ id }) => id);
      await this.bodies.forget(tx, retailer.id, ids);
    }
  }

  private async write(
    tx: Tx,
    { id: retailerId, settings }: RetailerRow,
    commands: readonly CommerceCommand[],
    deliveries: readonly ClaimedDelivery[],
    { toForget }: Effects,
  ): Promise<void> {
    const ofErased = await this.commerce.apply(tx, { retailerId, rules: countingRules(settings) }, commands);
    if (commands.some(hasUnknownRefund)) tx.afterCommit(() => this.jobs.ring('platform-a.read-orders', { retailerId }));
    if (ofErased.size > 0) toForget.push(...deliveries.filter(({ id }) => ofErased.has(id)));
  }

  /** Requests about personal data are taken down here and carried out by a job; also of stores that have left. */
  private async comply(tx: Tx, retailer: RetailerRow, delivery: ClaimedDelivery, effects: Effects): Promise<void> {
    const order = readCompliance(delivery, retailer.externalId);
    if ('status' in order) return settle(effects, delivery, order);
    await this.privacy.record(tx, { ...order, retailerId: retailer.id, delivery });
    effects.outcomes.set(delivery, PROCESSED);
    // The request has all of it from here on; the store's own has nothing personal and may be replayed.
    if (order.subject) effects.toForget.push(delivery);
  }

  /** The store of the header is the tenant: the body's domains are often null. */
  private async uninstall(tx: Tx, { retailerId, triggeredAt, receivedAt }: ClaimedDelivery): Promise<Outcome> {
    const at = trustedTime(triggeredAt, receivedAt) ?? receivedAt;
    return (await this.retailers.uninstall(tx, retailerId, at)) ? PROCESSED : LATE;
  }
}

/** What comes of a store that left, or under a false name, is not kept. */
function settle({ outcomes, toForget }: Effects, delivery: ClaimedDelivery, outcome: Outcome): void {
  outcomes.set(delivery, outcome);
  if (outcome === UNINSTALLED || outcome === FOREIGN) toForget.push(delivery);
}

function hasUnknownRefund({ record }: CommerceCommand): boolean {
  if (record.kind === 'refund') return record.refund.source === 'unknown';
  return record.kind === 'order' && record.order.refunds.some(({ source }) => source === 'unknown');
}

function readCompliance({ topic, body }: ClaimedDelivery, shop: string): ComplianceOrder | Outcome {
  if (!isComplianceTopic(topic)) throw new Error('not a compliance topic');
  return reading(() => {
    const order = mapCompliance(topic, body, shop);
    return order === 'foreign' ? FOREIGN : order;
  });
}

function read(
  { topic, body, triggeredAt, receivedAt }: ClaimedDelivery,
  storeCurrency: string | null,
): Mapped | Outcome {
  if (!isTopic(topic)) return { status: 'failed', problem: `topic ${topic} is not known to this build` };
  return reading(() => mapDelivery(topic, body, trustedTime(triggeredAt, receivedAt), storeCurrency));
}

function reading<T>(read: () => T): T | Outcome {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { status: 'failed', problem: error.message };
  }
}

const isTopic = (topic: string): topic is Topic => (TOPICS as readonly string[]).includes(topic);
