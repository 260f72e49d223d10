import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { Page } from '#libs/kernel';
import { Runtime } from '../config/runtime.js';
import { ClicksQueries } from '../links/clicks/clicks.queries.js';
import { LedgerQueries, type MessageRow } from './ledger/ledger.queries.js';
import { domainOf, messageIdOf } from './ledger/message-id.js';
import type { MessageAnswer, WantedMessages } from './ledger/message.dto.js';

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
  async page(
    retailerId: string,
    executionId: string,
    limit: number,
    cursor?: string,
    wanted: WantedMessages = {},
  ): Promise<Page<MessageAnswer>> {
    return this.answered(retailerId, await this.queries.messages(retailerId, executionId, limit, cursor, wanted));
  }

  /** The messages for a customer, the latest due first. */
  async ofCustomer(
    retailerId: string,
    customerId: string,
    limit: number,
    cursor?: string,
  ): Promise<Page<MessageAnswer & { readonly executionId: string }>> {
    return this.answered(retailerId, await this.queries.messagesOf(retailerId, customerId, limit, cursor));
  }

  private async answered<R extends MessageRow>(
    retailerId: string,
    page: Page<R>,
  ): Promise<Page<Omit<R, 'id'> & Pick<MessageAnswer, 'clicked' | 'messageId'>>> {
    const domain = domainOf(this.runtime.config.email.from.address);
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
