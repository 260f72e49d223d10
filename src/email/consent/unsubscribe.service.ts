import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { CommerceQueries } from '../../commerce/commerce.queries.js';
import { CommerceService } from '../../commerce/commerce.service.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import { MailLinks } from '../sending/mail-links.js';
import { SuppressionRepository } from './suppression.repository.js';

export type Choice = 'subscribed' | 'unsubscribed';

/** What the people behind an address say about mails, from the link that each mail carries. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly database: Database,
    private readonly links: MailLinks,
    private readonly queries: LedgerQueries,
    private readonly people: RecipientConsent,
  ) {}

  /** Whether the link is one of ours. Reads nothing, so that nothing can be learned by trying. */
  knows(token: string): boolean {
    return this.links.rowOf(token) !== undefined;
  }

  /** Writes the choice; false where the link is none of ours. A person who was erased has nothing to change: true. */
  async choose(token: string, choice: Choice): Promise<boolean> {
    const row = this.links.rowOf(token);
    if (!row) return false;
    const recipient = await this.queries.recipient(row);
    if (!recipient) return true;
    await this.database.transaction((tx) => this.people.write(tx, row.retailerId, recipient, choice));
    return true;
  }
}

/** Consent of all customers of the store with one address, and of an address that belongs to none. */
@Injectable()
export class RecipientConsent {
  constructor(
    private readonly retailers: RetailersService,
    private readonly customers: CommerceQueries,
    private readonly commerce: CommerceService,
    private readonly suppressions: SuppressionRepository,
  ) {}

  async write(
    tx: Tx,
    retailerId: string,
    { customerId, address }: { readonly customerId: string | null; readonly address: string | null },
    choice: Choice,
  ): Promise<void> {
    const externalIds = await this.externalIds(tx, retailerId, customerId, address);
    if (externalIds.length > 0) await this.writeConsent(tx, retailerId, externalIds, choice);
    if (!address) return;
    if (choice === 'subscribed') await this.suppressions.allowAgain(tx, retailerId, address);
    else if (externalIds.length === 0) await this.suppressions.suppress(tx, retailerId, address, 'unsubscribed');
  }

  private async externalIds(
    tx: Tx,
    retailerId: string,
    customerId: string | null,
    address: string | null,
  ): Promise<string[]> {
    const own = customerId ? await this.customers.customer(retailerId, customerId, tx) : undefined;
    const same = address ? (await this.customers.customers(retailerId, { email: address }, 100)).items : [];
    return [...new Set([...(own ? [own.externalId] : []), ...same.map(({ externalId }) => externalId)])];
  }

  private async writeConsent(
    tx: Tx,
    retailerId: string,
    externalIds: readonly string[],
    choice: Choice,
  ): Promise<void> {
    const { settings } = await this.retailers.get(retailerId);
    const decidedAt = new Date();
    await this.commerce.apply(
      tx,
      { retailerId, rules: { countUnpaidOrders: settings.countUnpaidOrders ?? false } },
      externalIds.map((externalId) => ({
        record: { kind: 'consent', consent: { externalId, marketing: choice, decidedAt } },
        cause: 'unsubscribe-link',
      })),
    );
  }
}
