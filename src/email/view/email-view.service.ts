import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { LinkTokensService } from '../../links/tokens/link-tokens.service.js';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import { LedgerRepository } from '../ledger/ledger.repository.js';
import { EmailMakerService } from '../sending/email-maker.service.js';
import { MessagePartsService } from '../sending/message-parts.service.js';
import { asTest } from '../templates/envelope.js';

/** `bad`: the link is not one of ours. `gone`: the email can no longer be shown. */
export type EmailView =
  { readonly html: string } | { readonly status: 'bad' | 'gone'; readonly language?: string | null };

/**
 * Shows an email in a browser. The email is made again from its template and from what is known of its recipient now,
 * so that no copy of it has to be kept.
 */
@Injectable()
export class EmailViewService {
  constructor(
    private readonly database: Database,
    private readonly tokens: LinkTokensService,
    private readonly ledger: LedgerRepository,
    private readonly queries: LedgerQueries,
    private readonly parts: MessagePartsService,
    private readonly maker: EmailMakerService,
  ) {}

  async view(token: string): Promise<EmailView> {
    const row = this.tokens.readMessage('view', token);
    if (!row) return { status: 'bad' };
    const message = await this.ledger.find(this.database.of(row.retailerId), row);
    if (!message || (message.customerId === null && message.address === null)) return { status: 'gone' };
    const recipient = await this.queries.recipient(row);
    // Everyone who has the link sees the page, so an email without its recipient is not shown.
    if (!recipient?.address) return { status: 'gone', language: recipient?.language ?? null };
    const [made] = await this.maker.show([message], await this.parts.shown([message]));
    if (!made || 'problem' in made.filled) return { status: 'gone', language: recipient.language };
    const { email } = made.filled;
    return { html: message.mode === 'test' ? asTest(email).html : email.html };
  }
}
