import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { type Person, tracesOf } from '../personal-data/person.js';
import {
  type Counts,
  type ErasureStep,
  PersonalDataService,
  type PersonalDataSource,
} from '../personal-data/personal-data.service.js';
import { ConfirmationsRepository } from './consent/confirmations.repository.js';
import { ConsentWritesRepository } from './consent/consent-writes.repository.js';
import { SuppressionRepository } from './consent/suppression.repository.js';
import { SuppressionImportsRepository } from './suppressions/suppression-imports.repository.js';
import { LedgerQueries } from './ledger/ledger.queries.js';

/** Personal data in emails. A suppressed address is kept as a hash, so that an erased person gets no email again. */
@Injectable()
export class EmailPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'email';
  readonly layer = 'feature';
  readonly tables = [
    'email_events',
    'messages',
    'dispatches',
    'email_templates',
    'confirmation_requests',
    'consent_writes',
    'stream_holds',
    'suppression_import_parts',
    'suppression_refusals',
    'suppression_imports',
    'suppressions',
    'send_rates',
  ];

  constructor(
    private readonly personalData: PersonalDataService,
    private readonly queries: LedgerQueries,
    private readonly suppressions: SuppressionRepository,
    private readonly confirmations: ConfirmationsRepository,
    private readonly consentWrites: ConsentWritesRepository,
    private readonly imports: SuppressionImportsRepository,
  ) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }

  async exportCustomer(sql: Sql, person: Person): Promise<Record<string, unknown>> {
    const { retailerId, customerIds, externalIds, emails } = person;
    return {
      messages: await this.queries.exportCustomers(sql, retailerId, customerIds),
      confirmationRequests: await this.confirmations.ofCustomers(sql, retailerId, customerIds),
      consentWrites: await this.consentWrites.ofCustomers(sql, retailerId, externalIds),
      suppressions: await this.suppressions.ofAddresses(sql, retailerId, emails),
    };
  }

  /**
   * Removes the person from the ledger and skips the person's queued messages. The rows stay for the counts. A
   * suppression stays without its address.
   */
  async eraseCustomer(tx: Tx, person: Person): Promise<ErasureStep> {
    const { retailerId, customerIds, externalIds, emails } = person;
    return {
      removed: {
        messages: await this.queries.eraseCustomers(tx, retailerId, customerIds, emails),
        confirmation_requests: await this.confirmations.erase(tx, retailerId, customerIds),
        consent_writes: await this.consentWrites.erase(tx, retailerId, externalIds, emails),
        suppressions: await this.suppressions.forgetAddresses(tx, retailerId, emails),
        suppression_refusals: await this.imports.eraseMentions(tx, retailerId, tracesOf(person)),
      },
    };
  }

  /** An erasure waits for imports, whose bytes may name the person. */
  async rescanCustomer({ retailerId }: Person): Promise<Counts> {
    return { suppression_imports: await this.imports.unread(retailerId) };
  }

  /** Skips all queued messages, so that none is sent before the tables are purged. */
  async retire(tx: Tx, retailerId: string): Promise<Counts> {
    return { messages: await this.queries.cancelAll(tx, retailerId) };
  }
}
