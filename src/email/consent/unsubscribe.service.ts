import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { RetailersService } from '../../retailers/retailers.service.js';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import type { RowName } from '../ledger/message-id.js';
import { ConfirmationsRepository } from './confirmations.repository.js';
import { EmailLinksService } from './email-links.service.js';
import { type Choice, type ConsentStatus, RecipientConsentService } from './recipient-consent.service.js';

/**
 * The content of the page behind a link. Everyone who has the link sees the page, so the page says little about the
 * person.
 */
export interface ConsentView {
  /** The name of the sender; null if it is unknown, as for a purged store. */
  readonly senderName: string | null;
  readonly status: ConsentStatus;
  /** The customer's language, BCP 47; null if unknown. */
  readonly language: string | null;
}

/** Reads and writes the consent of a recipient, who is known by the link in an email. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly database: Database,
    private readonly links: EmailLinksService,
    private readonly queries: LedgerQueries,
    private readonly people: RecipientConsentService,
    private readonly retailers: RetailersService,
    private readonly confirmations: ConfirmationsRepository,
  ) {}

  /** The current consent. Undefined if the link is not one of ours, which is found out without a query. */
  async view(token: string): Promise<ConsentView | undefined> {
    const row = this.links.rowOf(token);
    if (!row) return undefined;
    const recipient = await this.queries.recipient(row);
    const senderName = await this.senderName(row, recipient?.brandId);
    if (!recipient) return { senderName, status: 'blocked', language: null };
    const status = await this.people.status(this.database.of(row.retailerId), row.retailerId, recipient);
    return { senderName, status, language: recipient.language };
  }

  /** Writes the choice. False if the link is not one of ours. Does nothing for an erased person. */
  async choose(token: string, choice: Choice): Promise<boolean> {
    const row = this.links.rowOf(token);
    if (!row) return false;
    const recipient = await this.queries.recipient(row);
    if (!recipient) return true;
    await this.database.transaction(row.retailerId, async (tx) => {
      await this.people.write(tx, row.retailerId, recipient, choice);
      if (choice === 'subscribed') await this.confirmations.confirm(tx, row, new Date());
    });
    return true;
  }

  /**
   * The brand's name, which emails show at the top, or the store's name. Null for a purged store, and where the brand
   * is unknown and the store has no name but its id on the platform.
   */
  private async senderName({ retailerId }: RowName, brandId: string | undefined): Promise<string | null> {
    if (!(await this.retailers.find(retailerId))) return null;
    const { brands, name, externalId } = await this.retailers.view(retailerId);
    const brand = brands.find(({ id }) => id === brandId);
    if (brand) return brand.name;
    return name === externalId ? null : name;
  }
}
