import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { JobProducer } from '#libs/queue';
import type { Eligibility } from './decision/decide.js';
import { EligibilityService } from './decision/eligibility.service.js';
import type { NewDispatch, SendingRules } from './ledger/dispatch.entity.js';
import { HoldsRepository } from './ledger/holds.repository.js';
import { LedgerQueries, type Reached, type VariantCount } from './ledger/ledger.queries.js';
import type { MessageCounts } from './ledger/message.dto.js';
import type { NewMessage, SettledMessage, SkipReason } from './ledger/message.entity.js';
import { type PausedBy, pausedBy } from './senders/hold.dto.js';
import { NewMessagesService } from './sending/new-messages.service.js';
import { SettledListenersService } from './sending/settled-listeners.service.js';

/** What other modules may do with emails: plan, cancel and count them, and listen for their outcomes. */
@Injectable()
export class EmailService {
  constructor(
    private readonly planned: NewMessagesService,
    private readonly queries: LedgerQueries,
    private readonly holds: HoldsRepository,
    private readonly eligibility: EligibilityService,
    private readonly listeners: SettledListenersService,
    private readonly jobs: JobProducer,
  ) {}

  /** Opens the dispatch of an execution, before its first `enqueue`. Idempotent. */
  open(tx: Tx, dispatch: NewDispatch): Promise<void> {
    return this.planned.open(tx, dispatch);
  }

  /** See `NewMessagesService`. Idempotent by (execution, step, recipient). Returns how many were new. */
  enqueue(tx: Tx, retailerId: string, executionId: string, messages: readonly NewMessage[]): Promise<number> {
    return this.planned.enqueue(tx, retailerId, executionId, messages);
  }

  /** Records messages as skipped for the reason, so that they are counted and listed. They are never sent. */
  leaveOut(
    tx: Tx,
    retailerId: string,
    executionId: string,
    messages: readonly NewMessage[],
    reason: SkipReason,
  ): Promise<void> {
    return this.planned.leaveOut(tx, retailerId, executionId, messages, reason);
  }

  /**
   * Skips queued messages (`cancelled`) and returns their number. A message that is with the mail server gets its
   * outcome.
   */
  async cancel(tx: Tx, retailerId: string, executionId: string): Promise<number> {
    await this.queries.setStatus(tx, retailerId, [executionId], ['open', 'paused'], 'cancelled');
    return this.skip(tx, retailerId, executionId, 'cancelled', null);
  }

  /** Once this is committed, queued messages stay queued; messages with the mail server get their outcome. */
  async pause(tx: Tx, retailerId: string, executionIds: readonly string[]): Promise<void> {
    await this.queries.setStatus(tx, retailerId, executionIds, ['open'], 'paused');
    await this.holds.hold(tx, retailerId, executionIds);
  }

  /**
   * Messages that became due during the pause are due now. A hold of the stream for its reputation ends.
   */
  async resume(tx: Tx, retailerId: string, executionIds: readonly string[], stream: string): Promise<void> {
    await this.holds.end(tx, retailerId, stream);
    await this.queries.setStatus(tx, retailerId, executionIds, ['paused'], 'open');
    await this.holds.letGo(tx, retailerId, executionIds);
    tx.afterCommit(() => this.jobs.enqueue('email.send', { retailerId }));
  }

  /** How many customers without consent were asked for it because of this execution. */
  confirmationsRequested(retailerId: string, executionId: string): Promise<number> {
    return this.queries.confirmationsRequested(retailerId, executionId);
  }

  /** Why the stream is paused because of its reputation; null where it is not. */
  async pausedBy(retailerId: string, stream: string): Promise<PausedBy | null> {
    const hold = await this.holds.present(retailerId, stream);
    return hold ? pausedBy(hold.cause, hold.pausedAt) : null;
  }

  /** Which of these customers have got, may have got, or will get an email of these executions. */
  reached(
    sql: Sql,
    retailerId: string,
    customerIds: readonly string[],
    executionIds: readonly string[],
  ): Promise<Reached[]> {
    return this.queries.reached(sql, retailerId, customerIds, executionIds);
  }

  /** Skips the queued messages of these customers for the reason. Returns the number of these messages. */
  leave(
    tx: Tx,
    retailerId: string,
    executionId: string,
    customerIds: readonly string[],
    reason: SkipReason = 'left_sequence',
  ): Promise<number> {
    return this.skip(tx, retailerId, executionId, reason, customerIds);
  }

  variantCounts(sql: Sql, retailerId: string, executionId: string): Promise<VariantCount[]> {
    return this.queries.variantCounts(sql, retailerId, executionId);
  }

  counts(retailerId: string, executionId: string, sql?: Sql): Promise<MessageCounts> {
    return this.queries.counts(retailerId, executionId, sql);
  }

  /**
   * The decision that sending would make about each customer at `at`, for dry runs. The frequency cap counts emails
   * in the ledger; `planned` adds the times of emails that the dry run has planned, by customer.
   */
  decide(
    sql: Sql,
    retailerId: string,
    rules: SendingRules,
    customerIds: readonly string[],
    at: Date,
    planned?: ReadonlyMap<string, readonly Date[]>,
  ): Promise<ReadonlyMap<string, Eligibility>> {
    const candidates = customerIds.map((id) => ({ key: id, customerId: id, address: null }));
    return this.eligibility.decide(sql, retailerId, rules, candidates, at, planned);
  }

  /**
   * Marks settled messages as taken in this transaction, and returns them. Of all transactions that commit, exactly one
   * gets a message.
   */
  async takeSettled(tx: Tx, retailerId: string, limit: number): Promise<SettledMessage[]> {
    const settled = await this.queries.takeSettled(tx, retailerId, limit);
    await this.listeners.report(tx, retailerId, settled);
    return settled;
  }

  /** Retailers with settled messages that nobody has taken for two seconds. A sweep uses this. */
  retailersWithSettled(): Promise<string[]> {
    return this.queries.retailersWithSettled();
  }

  /** Calls the listener after messages of a retailer are settled. Calls may be lost. The listener must not throw. */
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
    tx.afterCommit(() => this.listeners.notify(retailerId));
    return this.queries.skip(tx, retailerId, executionId, reason, customerIds);
  }
}
