import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { RetailersService } from '../../retailers/retailers.service.js';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import type { RowName } from '../ledger/message-id.js';
import { EmailLinksService } from './email-links.service.js';
import { type Choice, type ConsentStatus, RecipientConsentService } from './recipient-consent.service.js';

/** What the page behind a link shows. It says as little as can be about the person: whoever has the link sees it. */
export interface Standing {
  /** The name under which the shop wrote; null where it is forgotten. */
  readonly shop: string | null;
  readonly status: ConsentStatus;
  /** The customer's, BCP 47; null where it is not known. */
  readonly language: string | null;
}

/** What the people behind an address say about emails, from the link that each email carries. */
@Injectable()
export class UnsubscribeService {
  constructor(
    private readonly database: Database,
    private readonly links: EmailLinksService,
    private readonly queries: LedgerQueries,
    private readonly people: RecipientConsentService,
    private readonly retailers: RetailersService,
  ) {}

  /** What holds at present; undefined where the link is not one of ours, which is seen without reading anything. */
  async standing(token: string): Promise<Standing | undefined> {
    const row = this.links.rowOf(token);
    if (!row) return undefined;
    const recipient = await this.queries.recipient(row);
    const shop = await this.shopOf(row, recipient?.brandId);
    if (!recipient) return { shop, status: 'blocked', language: null };
    const status = await this.people.status(this.database.of(row.retailerId), row.retailerId, recipient);
    return { shop, status, language: recipient.language };
  }

  /** Writes the choice; false where the link is not one of ours. A person who was erased has nothing to change: true. */
  async choose(token: string, choice: Choice): Promise<boolean> {
    const row = this.links.rowOf(token);
    if (!row) return false;
    const recipient = await this.queries.recipient(row);
    if (!recipient) return true;
    await this.database.transaction(row.retailerId, (tx) => this.people.write(tx, row.retailerId, recipient, choice));
    return true;
  }

  /** The brand's name stands at the top of the emails; a store that was purged has lost both names. */
  private async shopOf({ retailerId }: RowName, brandId: string | undefined): Promise<string | null> {
    if (!(await this.retailers.find(retailerId))) return null;
    const { brands, name, externalId } = await this.retailers.view(retailerId);
    const brand = brands.find(({ id }) => id === brandId);
    if (brand) return brand.name;
    return name === externalId ? null : name;
  }
}
