import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import { MailLinks } from '../sending/mail-links.js';
import { type Choice, RecipientConsent } from './recipient-consent.js';

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
    await this.database.transaction(row.retailerId, (tx) => this.people.write(tx, row.retailerId, recipient, choice));
    return true;
  }
}
