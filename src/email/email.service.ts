import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { entityId, type Page } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { Runtime } from '../config/runtime.js';
import { EligibilityRepository as Eligible } from './decision/eligibility.repository.js';
import { LedgerQueries } from './ledger/ledger.queries.js';
import { LedgerRepository } from './ledger/ledger.repository.js';
import { domainOf, messageIdOf } from './ledger/message-id.js';
import type {
  Eligibility,
  MailingRules,
  MessageCounts,
  MessageView,
  NewMailing,
  NewMessage,
  Reached,
  SettledMessage,
  SkipReason,
} from './ledger/mailing.js';
import { SettledListenersService } from './sending/settled-listeners.service.js';

/** What others may do with mails: plan, take back, count, and hear how they ended. */
@Injectable()
export class EmailService {
  constructor(
    private readonly runtime: Runtime,
    private readonly ledger: LedgerRepository,
    private readonly queries: LedgerQueries,
    private readonly eligible: Eligible,
    private readonly listeners: SettledListenersService,
    private readonly jobs: JobProducer,
  ) {}

  /** Opens the mail side of an execution; before its first `enqueue`. Repeating it has no effect. */
  open(tx: Tx, mailing: NewMailing): Promise<void> {
    return this.ledger.open(tx, mailing);
  }

  /**
   * Puts messages into the ledger; they are sent when they are due, once the transaction is committed. Any number; a
   * repeat of (execution, step, recipient) has no effect. Returns how many were new.
   */
  async enqueue(tx: Tx, retailerId: string, executionId: string, messages: readonly NewMessage[]): Promise<number> {
    if (messages.length === 0) return 0;
    const held = (await this.queries.holdStatus(tx, retailerId, executionId)) === 'paused';
    const rows = rowsOf(retailerId, executionId, messages);
    const written = await this.ledger.insert(tx, retailerId, executionId, { held, skippedFor: null }, rows);
    tx.afterCommit(() => this.jobs.enqueue('email.send', { retailerId }));
    return written;
  }

  /** Puts messages into the ledger that are never sent, with the reason: they are counted and listed, and nothing follows. */
  async leaveOut(
    tx: Tx,
    retailerId: string,
    executionId: string,
    messages: readonly NewMessage[],
    reason: SkipReason,
  ): Promise<void> {
    if (messages.length === 0) return;
    const rows = rowsOf(retailerId, executionId, messages);
    await this.ledger.insert(tx, retailerId, executionId, { held: false, skippedFor: reason }, rows);
  }

  /** Messages that wait become skipped (`cancelled`); what is being sent ends as it ends. Returns how many. */
  async cancel(tx: Tx, retailerId: string, executionId: string): Promise<number> {
    await this.queries.setStatus(tx, retailerId, [executionId], ['open', 'paused'], 'cancelled');
    return this.skip(tx, retailerId, executionId, 'cancelled', null);
  }

  /** From now on none of their messages is marked as sending; what is with the server ends as it ends. */
  async pause(tx: Tx, retailerId: string, executionIds: readonly string[]): Promise<void> {
    await this.queries.setStatus(tx, retailerId, executionIds, ['open'], 'paused');
    await this.queries.hold(tx, retailerId, executionIds);
  }

  /** What became due while they were paused is due now. */
  async resume(tx: Tx, retailerId: string, executionIds: readonly string[]): Promise<void> {
    await this.queries.setStatus(tx, retailerId, executionIds, ['paused'], 'open');
    await this.queries.letGo(tx, retailerId, executionIds);
    tx.afterCommit(() => this.jobs.enqueue('email.send', { retailerId }));
  }

  /** Of these customers those whom one of these executions has mailed, may have mailed, or is going to mail. */
  reached(
    sql: Sql,
    retailerId: string,
    customerIds: readonly string[],
    executionIds: readonly string[],
  ): Promise<Reached[]> {
    return this.queries.reached(sql, retailerId, customerIds, executionIds);
  }

  /** Messages of these customers that wait become skipped (`left_sequence`). Returns how many. */
  leave(tx: Tx, retailerId: string, executionId: string, customerIds: readonly string[]): Promise<number> {
    return this.skip(tx, retailerId, executionId, 'left_sequence', customerIds);
  }

  counts(retailerId: string, executionId: string, sql?: Sql): Promise<MessageCounts> {
    return this.queries.counts(retailerId, executionId, sql);
  }

  /** Sorted by message id. */
  async messages(retailerId: string, executionId: string, limit: number, cursor?: string): Promise<Page<MessageView>> {
    const page = await this.queries.messages(retailerId, executionId, limit, cursor);
    return { ...page, items: page.items.map((row) => ({ ...row, messageId: this.messageId(retailerId, row.id) })) };
  }

  /**
   * What sending would do with each customer at `at`: the decision that is made at the moment of sending, for dry runs.
   * Of the frequency cap only what was sent before counts, so add the plan's own messages with `planned`: for each
   * customer the times at which the plan has mailed them already.
   */
  decide(
    sql: Sql,
    retailerId: string,
    rules: MailingRules,
    customerIds: readonly string[],
    at: Date,
    planned?: ReadonlyMap<string, readonly Date[]>,
  ): Promise<ReadonlyMap<string, Eligibility>> {
    const candidates = customerIds.map((id) => ({ key: id, customerId: id, address: null }));
    return this.eligible.decide(sql, retailerId, rules, candidates, at, planned);
  }

  /**
   * Messages that ended and were not taken yet, marked as taken in this transaction: exactly once where it commits.
   * Another taker's are left to it.
   */
  async takeSettled(tx: Tx, retailerId: string, limit: number): Promise<SettledMessage[]> {
    const rows = await this.queries.takeSettled(tx, retailerId, limit);
    return rows.map(({ id, ...row }) => ({ ...row, messageId: this.messageId(retailerId, id) }));
  }

  /** Retailers with messages that ended a while ago and nobody took: for a sweep. */
  retailersWithSettled(): Promise<string[]> {
    return this.queries.retailersWithSettled();
  }

  /** Told after messages of a retailer ended; a doorbell, so it must not throw, and it may be lost. */
  onSettled(listener: (retailerId: string) => void): void {
    this.listeners.add(listener);
  }

  private skip(
    tx: Tx,
    retailerId: string,
    executionId: string,
    reason: string,
    customerIds: readonly string[] | null,
  ): Promise<number> {
    tx.afterCommit(() => this.listeners.tell(retailerId));
    return this.queries.skip(tx, retailerId, executionId, reason, customerIds);
  }

  private messageId(retailerId: string, id: string): string {
    return messageIdOf(retailerId, id, domainOf(this.runtime.config.email.from.address));
  }
}

const rowsOf = (retailerId: string, executionId: string, messages: readonly NewMessage[]) =>
  messages.map(({ stepId, templateId, customerId, address, sendAt }) => {
    const recipient = address === undefined ? customerId : address.trim().toLowerCase();
    return {
      id: entityId(retailerId, 'message', JSON.stringify([executionId, stepId, recipient])),
      step: stepId,
      template: templateId,
      customer: customerId,
      address: address?.trim() ?? null,
      due: sendAt,
    };
  });
