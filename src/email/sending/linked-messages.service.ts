import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { RecipientQueries } from '../../commerce/queries/recipient.queries.js';
import {
  type LinkedMessage,
  type MessageSource,
  MessageSourceService,
} from '../../links/clicks/message-source.service.js';
import type { PersonalParts } from '../../links/rewriting/personal-parts.js';
import { LedgerQueries } from '../ledger/ledger.queries.js';
import { LedgerRepository } from '../ledger/ledger.repository.js';
import type { RowName } from '../ledger/message-id.js';
import { MessageOffersService } from './message-offers.service.js';

/** The messages of the ledger, for the clicks on their links. */
@Injectable()
export class LinkedMessagesService implements MessageSource, OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly queries: LedgerQueries,
    private readonly ledger: LedgerRepository,
    private readonly customers: RecipientQueries,
    private readonly offers: MessageOffersService,
    private readonly source: MessageSourceService,
  ) {}

  onModuleInit(): void {
    this.source.register(this);
  }

  lock(tx: Tx, retailerId: string, ids: readonly string[]): Promise<readonly LinkedMessage[]> {
    return this.queries.lockLinked(tx, retailerId, ids);
  }

  /** A code that works no longer is unknown, so its link leads to the front page. */
  async parts(row: RowName): Promise<PersonalParts> {
    const sql = this.database.of(row.retailerId);
    const message = await this.ledger.find(sql, row);
    if (!message || (message.customerId === null && message.address === null)) return {};
    const code = (await this.offers.shown([message])).get(message.id)?.code;
    if (message.customerId === null) return { code };
    const customer = (await this.customers.recipients(sql, row.retailerId, [message.customerId])).get(
      message.customerId,
    );
    const { email, firstName, lastName } = customer ?? {};
    return {
      code,
      email: email ?? undefined,
      name: [firstName, lastName].filter(Boolean).join(' ') || undefined,
      firstName: firstName ?? undefined,
      lastName: lastName ?? undefined,
    };
  }
}
