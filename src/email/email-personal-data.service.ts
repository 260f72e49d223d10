import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { type Person, tracesOf } from '../personal-data/person.js';
import {
  type Counts,
  type ErasureStep,
  type MergedCustomer,
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
    'sending_months',
  ];

  /** A customer who was merged gets no step that the remaining customer gets, or has got, too. */
  readonly stayAtMerge = {
    messages: `mine.status = 'queued' AND EXISTS (
      SELECT FROM messages other WHERE other.retailer_id = $1 AND other.customer_id = $3
         AND other.execution_id = mine.execution_id AND other.step_id = mine.step_id)`,
  };

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

  /** A refusal follows to the remaining address. A dead mailbox says nothing about another one. */
  async mergeCustomer(tx: Tx, { retailerId, fromEmail, toEmail }: MergedCustomer): Promise<void> {
    if (fromEmail === null || toEmail === null) return;
    const reason = await this.suppressions.reasonOf(tx, retailerId, fromEmail);
    if (reason === undefined || reason === 'hard_bounce') return;
    await this.suppressions.suppressAll(tx, retailerId, [{ email: toEmail, reason }]);
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
  async rescanCustomer(sql: Sql, { retailerId }: Person): Promise<Counts> {
    return { suppression_imports: await this.imports.unread(sql, retailerId) };
  }

  /** Skips all queued messages, so that none is sent before the tables are purged. */
  async retire(tx: Tx, retailerId: string): Promise<Counts> {
    return { messages: await this.queries.cancelAll(tx, retailerId) };
  }
}
