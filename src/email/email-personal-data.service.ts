import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Person } from '../personal-data/person.js';
import {
  type Counts,
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { LedgerQueries } from './ledger/ledger.queries.js';

/** Personal data in emails. A suppressed address is kept as a hash, so that an erased person gets no email again. */
@Injectable()
export class EmailPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'email';
  readonly layer = 'feature';
  readonly tables = ['email_events', 'messages', 'dispatches', 'email_templates', 'suppressions', 'send_rates'];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly queries: LedgerQueries,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async exportCustomer(sql: Sql, { retailerId, customerIds }: Person): Promise<Record<string, unknown>> {
    return { messages: await this.queries.exportCustomers(sql, retailerId, customerIds) };
  }

  /** Removes the person from the ledger and skips the person's queued messages. The rows stay for the counts. */
  async eraseCustomer(tx: Tx, { retailerId, customerIds, emails }: Person): Promise<ErasureStep> {
    return { removed: { messages: await this.queries.eraseCustomers(tx, retailerId, customerIds, emails) } };
  }

  /** Skips all queued messages, so that none is sent before the tables are purged. */
  async retire(tx: Tx, retailerId: string): Promise<Counts> {
    return { messages: await this.queries.cancelAll(tx, retailerId) };
  }
}
