import { Injectable } from '@nestjs/common';
import { sha256Hex } from '#libs/crypto';
import type { Tx } from '#libs/database';
import { JobProducer } from '#libs/queue';
import { CommerceService } from '../../commerce/intake/commerce.service.js';
import type { Cause } from '../../commerce/model/causes.js';
import { countingRules } from '../../commerce/model/count-order.js';
import type { CommerceCommand, CommerceRecord, CustomerRecord } from '../../commerce/model/records.js';
import { CommerceQueries, type CustomerConsent } from '../../commerce/queries/commerce.queries.js';
import { TombstonesService } from '../../personal-data/tombstones.service.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import type { SubscriberRow } from '../mapping/subscriber.mapper.js';
import {
  type AddressConsent,
  type DeletedRow,
  PlatformBSubscribersRepository,
  type SubscriberChange,
} from './subscribers.repository.js';

/** The cause of each address whose consent is to be applied. */
type CauseOfAddress = ReadonlyMap<string, Cause>;

/**
 * Gives customers the consent of their address. The newsletter list of the platform knows addresses and no customers,
 * so an address may be on it before its customer buys.
 */
@Injectable()
export class PlatformBSubscribersService {
  constructor(
    private readonly subscribers: PlatformBSubscribersRepository,
    private readonly customers: CommerceQueries,
    private readonly commerce: CommerceService,
    private readonly retailers: RetailersService,
    private readonly tombstones: TombstonesService,
    private readonly jobs: JobProducer,
  ) {}

  /** Has the rows read after the commit. */
  async request(tx: Tx, retailerId: string, changes: readonly SubscriberChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.subscribers.request(tx, retailerId, changes);
    tx.afterCommit(() => this.jobs.enqueue('platform-b.read-subscribers', { retailerId }));
  }

  /** Saves rows of the list with the consents of their customers. Needs the retailer's commerce lock. */
  async save(tx: Tx, retailerId: string, rows: readonly SubscriberRow[], cause: Cause): Promise<void> {
    const present = await this.withoutErased(tx, retailerId, rows);
    if (present.length === 0) return;
    await this.subscribers.save(tx, retailerId, present);
    await this.apply(tx, retailerId, new Map(present.map(({ email }) => [email, cause])));
  }

  /** Rows that the store no longer has. Their persons are taken for unsubscribed. Needs the same lock. */
  async markDeleted(tx: Tx, retailerId: string, rows: readonly DeletedRow[], cause: Cause): Promise<void> {
    if (rows.length === 0) return;
    await this.subscribers.markDeleted(tx, retailerId, rows);
    const emails = await this.subscribers.emailsOf(tx, retailerId, rows);
    await this.apply(tx, retailerId, new Map(emails.map((email) => [email, cause])));
  }

  /** Gives customers who were just written the consent of their address. Needs the same lock. */
  async applyTo(tx: Tx, retailerId: string, commands: readonly CommerceCommand[]): Promise<void> {
    const causes = commands.flatMap(({ record, cause }): [string, Cause][] => {
      const email = customerOf(record)?.email;
      return email ? [[email, cause]] : [];
    });
    await this.apply(tx, retailerId, new Map(causes));
  }

  /** Leaves out customers whose consent is as new already, because a write recomputes the facts of its customers. */
  private async apply(tx: Tx, retailerId: string, causes: CauseOfAddress): Promise<void> {
    if (causes.size === 0) return;
    const found = await this.subscribers.consentsOf(tx, retailerId, [...causes.keys()]);
    if (found.length === 0) return;
    const consents = new Map(found.map((consent) => [consent.email, consent]));
    const customers = await this.customers.consentsOf(tx, retailerId, [...consents.keys()]);
    const commands = customers.flatMap((customer): CommerceCommand[] => {
      const consent = consents.get(customer.email);
      const cause = causes.get(customer.email);
      if (!consent?.marketing || cause === undefined || !isNews(customer, consent)) return [];
      const { marketing, decidedAt } = consent;
      return [
        { record: { kind: 'consent', consent: { externalId: customer.externalId, marketing, decidedAt } }, cause },
      ];
    });
    if (commands.length === 0) return;
    const retailer = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
    if (retailer) await this.commerce.apply(tx, { retailerId, rules: countingRules(retailer.settings) }, commands);
  }

  /** An erased person does not come back by the newsletter list of the store. */
  private async withoutErased(tx: Tx, retailerId: string, rows: readonly SubscriberRow[]): Promise<SubscriberRow[]> {
    const customers = rows.map(({ email }) => subscriberName(email));
    const erased = await this.tombstones.among(tx, retailerId, { customers, orders: [] });
    return rows.filter(({ email }) => !erased.customers.has(subscriberName(email)));
  }
}

/** The name of an address in the tombstones. */
export const subscriberName = (email: string): string => `subscriber-${sha256Hex(email)}`;

const isNews = ({ marketing, decidedAt }: CustomerConsent, row: AddressConsent): boolean =>
  marketing !== row.marketing || (decidedAt?.getTime() ?? 0) < (row.decidedAt?.getTime() ?? 0);

function customerOf(record: CommerceRecord): CustomerRecord | undefined {
  if (record.kind === 'customer') return record.customer;
  return record.kind === 'order' ? record.order.customer : undefined;
}
