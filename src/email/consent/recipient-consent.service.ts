import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { CommerceQueries } from '../../commerce/queries/commerce.queries.js';
import { CommerceService } from '../../commerce/intake/commerce.service.js';
import { countingRules } from '../../commerce/model/count-order.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { JobProducer } from '#libs/queue';
import { ConsentWritesRepository } from './consent-writes.repository.js';
import type { SendingMode } from '../ledger/dispatch.entity.js';
import { SuppressionRepository } from './suppression.repository.js';

export type Choice = 'subscribed' | 'unsubscribed';

/**
 * The consent of a recipient. `asked`: an email has asked for it, and there is no answer yet. `blocked`: the recipient
 * gets no emails, and cannot change that on the page.
 */
export type ConsentStatus = Choice | 'asked' | 'blocked';

interface Recipient {
  readonly customerId: string | null;
  readonly address: string | null;
  readonly mode?: SendingMode;
}

/**
 * Reads the consent of a recipient. Writes it for all customers of the store with the recipient's address; for an
 * address that belongs to no customer, as a suppression.
 */
@Injectable()
export class RecipientConsentService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly customers: CommerceQueries,
    private readonly commerce: CommerceService,
    private readonly suppressions: SuppressionRepository,
    private readonly writes: ConsentWritesRepository,
    private readonly jobs: JobProducer,
  ) {}

  /** A recipient is blocked after an erasure, after a complaint, or if the mailbox is dead. */
  async status(sql: Sql, retailerId: string, { customerId, address, mode }: Recipient): Promise<ConsentStatus> {
    const customer = customerId ? await this.customers.customer(retailerId, customerId, sql) : undefined;
    const suppressed = address ? await this.suppressions.reasonOf(sql, retailerId, address) : undefined;
    if (!customer && !address) return 'blocked';
    if (suppressed && suppressed !== 'unsubscribed') return 'blocked';
    if (!suppressed && mode === 'confirmation' && customer?.marketing === 'unknown') return 'asked';
    return suppressed || customer?.marketing === 'unsubscribed' ? 'unsubscribed' : 'subscribed';
  }

  /** The store gets the decision later: see `ConsentWritesHandler`. */
  async write(tx: Tx, retailerId: string, { customerId, address }: Recipient, choice: Choice): Promise<void> {
    const people = await this.people(tx, retailerId, customerId, address);
    if (people.size > 0) await this.writeConsent(tx, retailerId, people, choice);
    if (!address) return;
    if (choice === 'subscribed') await this.suppressions.allowAgain(tx, retailerId, address);
    else if (people.size === 0) await this.suppressions.suppress(tx, retailerId, address, 'unsubscribed');
  }

  /** The addresses of the customers, by the platform's ids. */
  private async people(
    tx: Tx,
    retailerId: string,
    customerId: string | null,
    address: string | null,
  ): Promise<ReadonlyMap<string, string | null>> {
    const own = customerId ? await this.customers.customer(retailerId, customerId, tx) : undefined;
    const same = address ? await this.customers.customersByEmail(retailerId, address.toLowerCase(), tx) : [];
    const named = new Map<string, string | null>(same.map(({ externalId }) => [externalId, address]));
    return own ? named.set(own.externalId, own.email ?? address) : named;
  }

  private async writeConsent(
    tx: Tx,
    retailerId: string,
    people: ReadonlyMap<string, string | null>,
    choice: Choice,
  ): Promise<void> {
    const retailer = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
    const decidedAt = new Date();
    await this.commerce.apply(
      tx,
      { retailerId, rules: countingRules(retailer?.settings ?? {}) },
      [...people.keys()].map((externalId) => ({
        record: { kind: 'consent', consent: { externalId, marketing: choice, decidedAt } },
        cause: 'unsubscribe-link',
      })),
    );
    const decisions = [...people].flatMap(([externalId, email]) =>
      email === null ? [] : [{ externalId, email, marketing: choice, decidedAt }],
    );
    await this.writes.add(tx, retailerId, decisions);
    tx.afterCommit(() => this.jobs.enqueue('email.write-consents', { retailerId }));
  }
}
