import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { RecipientQueries } from '../../commerce/queries/recipient.queries.js';
import {
  type LinkedMessage,
  type MessageSource,
  MessageSourceService,
} from '../../links/clicks/message-source.service.js';
import type { PersonalParts } from '../../links/rewriting/personal-parts.js';
import { LedgerQueries } from './ledger.queries.js';
import type { RowName } from './message-id.js';

/** The messages of the ledger, for the clicks on their links. */
@Injectable()
export class LinkedMessagesService implements MessageSource, OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly queries: LedgerQueries,
    private readonly customers: RecipientQueries,
    private readonly source: MessageSourceService,
  ) {}

  onModuleInit(): void {
    this.source.register(this);
  }

  lock(tx: Tx, retailerId: string, ids: readonly string[]): Promise<readonly LinkedMessage[]> {
    return this.queries.lockLinked(tx, retailerId, ids);
  }

  async parts({ retailerId, id }: RowName): Promise<PersonalParts> {
    const recipient = await this.queries.recipient({ retailerId, id });
    if (!recipient?.customerId) return {};
    const { customerId } = recipient;
    const sql = this.database.of(retailerId);
    return partsOf((await this.customers.recipients(sql, retailerId, [customerId])).get(customerId));
  }
}

/** The parts of a link that may name its recipient. */
export function partsOf(
  customer: { readonly [key in 'email' | 'firstName' | 'lastName']: string | null } | undefined,
  code?: string,
): PersonalParts {
  const { email, firstName, lastName } = customer ?? {};
  return {
    code,
    email: email ?? undefined,
    name: [firstName, lastName].filter(Boolean).join(' ') || undefined,
    firstName: firstName ?? undefined,
    lastName: lastName ?? undefined,
  };
}
