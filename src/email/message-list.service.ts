import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { Page } from '#libs/kernel';
import { Runtime } from '../config/runtime.js';
import { ClicksQueries } from '../links/clicks/clicks.queries.js';
import { LedgerQueries } from './ledger/ledger.queries.js';
import { domainOf, messageIdOf } from './ledger/message-id.js';
import type { MessageAnswer } from './ledger/message.dto.js';

/** Lists the messages of an execution, with the clicks on them. */
@Injectable()
export class MessageListService {
  constructor(
    private readonly runtime: Runtime,
    private readonly database: Database,
    private readonly queries: LedgerQueries,
    private readonly clicks: ClicksQueries,
  ) {}

  /** Sorted by the id of the ledger row. */
  async page(retailerId: string, executionId: string, limit: number, cursor?: string): Promise<Page<MessageAnswer>> {
    const domain = domainOf(this.runtime.config.email.from.address);
    const page = await this.queries.messages(retailerId, executionId, limit, cursor);
    const ids = page.items.map(({ id }) => id);
    const clicked = await this.clicks.clickedMessages(this.database.of(retailerId), retailerId, ids);
    return {
      ...page,
      items: page.items.map(({ id, ...row }) => ({
        ...row,
        clicked: clicked.has(id),
        messageId: messageIdOf(retailerId, id, domain),
      })),
    };
  }
}
