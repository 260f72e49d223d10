import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy, inSlices } from '#libs/kernel';
import { type Topic, TOPICS } from '#libs/platform-a-client';
import { deliveryCause } from '../../commerce/model/causes.js';
import type { CommerceCommand } from '../../commerce/model/records.js';
import { CommerceService } from '../../commerce/intake/commerce.service.js';
import { countingRules } from '../../commerce/model/count-order.js';
import { DELIVERY_PROBLEMS, unknownTopic } from '../../inbox/delivery-problems.js';
import { DeliveryBodiesRepository } from '../../inbox/delivery-bodies.repository.js';
import type { DeliveryProcessor, Relation } from '../../inbox/delivery-processors.service.js';
import type { ClaimedDelivery, Outcome } from '../../inbox/inbox.repository.js';
import { PrivacyService } from '../../privacy/privacy.service.js';
import type { Person } from '../../personal-data/person.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { Unreadable } from '../../stores/unreadable.js';
import { type ComplianceOrder, isComplianceTopic, mapCompliance } from '../mapping/compliance.mapper.js';
import { misfitOf } from './body-fit.js';
import { isChangeTopic, mapChange, type MappedChange } from '../mapping/change.mapper.js';
import { type Mapped, mapDelivery, readObject } from '../mapping/delivery.mapper.js';
import { PlatformADeparturesService } from './departures.service.js';
import { PlatformAOrderReadsService } from './order-reads.service.js';
import { subjectsInBody, subjectsInObject } from '../mapping/subjects-in-body.js';
import { personInBody } from '../mapping/person-in-body.js';
import { trustedTime } from './trusted-time.js';

const PROCESSED: Outcome = { status: 'processed' };
const UNINSTALLED: Outcome = { status: 'ignored', problem: DELIVERY_PROBLEMS.store_not_installed };
const FAILED_MERGE: Outcome = { status: 'ignored', problem: DELIVERY_PROBLEMS.merge_failed };
const FOREIGN: Outcome = {
  status: 'ignored',
  doubt: 'another_store',
  problem: DELIVERY_PROBLEMS.another_store,
};
const ELSEWHERE: Outcome = {
  status: 'ignored',
  doubt: 'another_store',
  problem: DELIVERY_PROBLEMS.seen_elsewhere,
};
const RELABELLED: Outcome = {
  status: 'ignored',
  doubt: 'another_topic',
  problem: DELIVERY_PROBLEMS.another_topic,
};

type Subjects = Map<ClaimedDelivery, ReadonlySet<string>>;

/** The effects of one store's deliveries: their outcomes, and the deliveries whose bodies are erased. */
interface Effects {
  readonly outcomes: Map<ClaimedDelivery, Outcome>;
  readonly subjects: Subjects;
  readonly toForget: ClaimedDelivery[];
  /** Deliveries with the body of another store. */
  readonly toDisown: ClaimedDelivery[];
}

/** Maps each delivery of platform A, and writes all records of a retailer at once. */
@Injectable()
export class PlatformADeliveryProcessorService implements DeliveryProcessor {
  constructor(
    private readonly retailers: RetailersService,
    private readonly commerce: CommerceService,
    private readonly privacy: PrivacyService,
    private readonly bodies: DeliveryBodiesRepository,
    private readonly departures: PlatformADeparturesService,
    private readonly reads: PlatformAOrderReadsService,
  ) {}

  relation({ topic, body }: Pick<ClaimedDelivery, 'topic' | 'body'>, person: Person): Relation | undefined {
    return personInBody(topic, body, person);
  }

  subjects({ topic, body }: Pick<ClaimedDelivery, 'topic' | 'body'>): ReadonlySet<string> {
    return subjectsInBody(topic, body);
  }

  async process(tx: Tx, deliveries: readonly ClaimedDelivery[]): Promise<Outcome[]> {
    const groups = groupBy(deliveries, ({ retailerId }) => retailerId);
    const retailers = await this.retailers.forWriting(tx, [...groups.keys()]);
    const elsewhere = await this.bodies.claimedElsewhere(tx, deliveries);
    const outcomes = new Map<ClaimedDelivery, Outcome>();
    const subjects: Subjects = new Map();
    // Always in the same order: each retailer's lock is held to the end, and two workers must not deadlock.
    for (const retailerId of [...groups.keys()].sort()) {
      const retailer = retailers.get(retailerId);
      const effects: Effects = { outcomes, subjects, toForget: [], toDisown: [] };
      const own = (groups.get(retailerId) ?? []).filter((delivery) => {
        if (elsewhere.has(delivery.id)) settle(effects, delivery, ELSEWHERE);
        return !elsewhere.has(delivery.id);
      });
      if (retailer) await this.processRetailer(tx, retailer, own, effects);
      await this.bodies.forget(tx, retailerId, effects.toForget);
      await this.bodies.disown(tx, retailerId, effects.toDisown);
    }
    return deliveries.map((delivery) => {
      const about = subjects.get(delivery);
      return { ...(outcomes.get(delivery) ?? UNINSTALLED), ...(about ? { subjects: about } : {}) };
    });
  }

  private async processRetailer(
    tx: Tx,
    retailer: Retailer,
    deliveries: readonly ClaimedDelivery[],
    effects: Effects,
  ): Promise<void> {
    const commands: CommerceCommand[] = [];
    const uninstalls: ClaimedDelivery[] = [];
    for await (const delivery of inSlices(deliveries)) {
      const read = readDelivery(delivery, retailer, effects.subjects);
      if ('status' in read) settle(effects, delivery, read);
      else if (read.kind === 'compliance') await this.comply(tx, retailer, delivery, read.compliance, effects);
      else if (read.kind === 'uninstalled') uninstalls.push(delivery);
      else if (read.kind === 'failed-merge') settle(effects, delivery, FAILED_MERGE);
      else if (read.kind === 'edited') settle(effects, delivery, this.reads.ofEdit(tx, delivery, read.orderId));
      else {
        commands.push({ record: read, cause: deliveryCause(delivery) });
        effects.outcomes.set(delivery, PROCESSED);
      }
    }
    await this.write(tx, retailer, commands, deliveries, effects);
    for (const delivery of uninstalls) {
      effects.outcomes.set(delivery, this.departures.begin(tx, retailer, delivery));
    }
  }

  private async write(
    tx: Tx,
    { id: retailerId, settings }: Retailer,
    commands: readonly CommerceCommand[],
    deliveries: readonly ClaimedDelivery[],
    { toForget }: Effects,
  ): Promise<void> {
    const ofErased = await this.commerce.apply(tx, { retailerId, rules: countingRules(settings) }, commands);
    if (commands.some(hasUnknownRefund)) this.reads.ofRefunds(tx, retailerId);
    if (ofErased.size > 0) toForget.push(...deliveries.filter(({ id }) => ofErased.has(id)));
  }

  /** Records a request about personal data, which a job carries out. Accepts requests of uninstalled stores. */
  private async comply(
    tx: Tx,
    retailer: Retailer,
    delivery: ClaimedDelivery,
    order: ComplianceOrder,
    effects: Effects,
  ): Promise<void> {
    await this.privacy.record(tx, { ...order, retailerId: retailer.id, delivery });
    effects.outcomes.set(delivery, PROCESSED);
    // The recorded request contains all data of the body. A request about a whole store has none and may be replayed.
    if (order.subject) effects.toForget.push(delivery);
  }
}

/** The body of an uninstalled store, or of another store, is not kept. */
function settle({ outcomes, toForget, toDisown }: Effects, delivery: ClaimedDelivery, outcome: Outcome): void {
  outcomes.set(delivery, outcome);
  if (outcome === UNINSTALLED) toForget.push(delivery);
  if (outcome.doubt === 'another_store') toDisown.push(delivery);
}

function hasUnknownRefund({ record }: CommerceCommand): boolean {
  if (record.kind === 'refund') return record.refund.source === 'unknown';
  return record.kind === 'order' && record.order.refunds.some(({ source }) => source === 'unknown');
}

type Read = Mapped | MappedChange | { readonly kind: 'compliance'; readonly compliance: ComplianceOrder };

/** The content of the delivery, with its subjects beside it, or the outcome of one without an effect. */
function readDelivery(delivery: ClaimedDelivery, retailer: Retailer, subjects: Subjects): Read | Outcome {
  const { topic, body, triggeredAt, receivedAt } = delivery;
  if (!isComplianceTopic(topic)) {
    if (retailer.status === 'uninstalled') return UNINSTALLED;
    if (!isTopic(topic)) return { status: 'failed', problem: unknownTopic(topic) };
  }
  try {
    const wire = readObject(body);
    subjects.set(delivery, subjectsInObject(topic, wire));
    const misfit = misfitOf(topic, wire, retailer);
    if (misfit) return misfit === 'another_store' ? FOREIGN : RELABELLED;
    if (isComplianceTopic(topic)) return { kind: 'compliance', compliance: mapCompliance(topic, wire) };
    if (isChangeTopic(topic)) return mapChange(topic, wire, trustedTime(triggeredAt, receivedAt) ?? receivedAt);
    return mapDelivery(topic, wire, trustedTime(triggeredAt, receivedAt), retailer.currency);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { status: 'failed', problem: error.message };
  }
}

const isTopic = (topic: string): topic is Topic => (TOPICS as readonly string[]).includes(topic);
