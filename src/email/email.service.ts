import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Page } from '#libs/kernel';
import type {
  Eligibility,
  MailingRules,
  MessageCounts,
  MessageView,
  NewMailing,
  NewMessage,
  SettledMessage,
} from './mailing.js';

/** What others may do with mails: plan, take back, count, and hear how they ended. */
@Injectable()
export class EmailService {
  /** Opens the mail side of an execution; before its first `enqueue`. Repeating it has no effect. */
  open(tx: Tx, mailing: NewMailing): Promise<void> {
    return notYet(tx, mailing);
  }

  /**
   * Puts messages into the ledger; they are sent when they are due, once the transaction is committed. Any number; a
   * repeat of (execution, step, recipient) has no effect. Returns how many were new.
   */
  enqueue(tx: Tx, retailerId: string, executionId: string, messages: readonly NewMessage[]): Promise<number> {
    return notYet(tx, retailerId, executionId, messages);
  }

  /** Messages that wait become skipped (`cancelled`); what is being sent ends as it ends. Returns how many. */
  cancel(tx: Tx, retailerId: string, executionId: string): Promise<number> {
    return notYet(tx, retailerId, executionId);
  }

  /** Messages of these customers that wait become skipped (`left_sequence`). Returns how many. */
  leave(tx: Tx, retailerId: string, executionId: string, customerIds: readonly string[]): Promise<number> {
    return notYet(tx, retailerId, executionId, customerIds);
  }

  counts(retailerId: string, executionId: string, sql?: Sql): Promise<MessageCounts> {
    return notYet(retailerId, executionId, sql);
  }

  /** Sorted by message id. */
  messages(retailerId: string, executionId: string, limit: number, cursor?: string): Promise<Page<MessageView>> {
    return notYet(retailerId, executionId, limit, cursor);
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
    return notYet(sql, retailerId, rules, customerIds, at, planned);
  }

  /**
   * Messages that ended and were not taken yet, marked as taken in this transaction: exactly once where it commits.
   * Another taker's are left to it.
   */
  takeSettled(tx: Tx, retailerId: string, limit: number): Promise<SettledMessage[]> {
    return notYet(tx, retailerId, limit);
  }

  /** Retailers with messages that ended a while ago and nobody took: for a sweep. */
  retailersWithSettled(): Promise<string[]> {
    return notYet();
  }

  /** Told after messages of a retailer ended; a doorbell, so it must not throw, and it may be lost. */
  onSettled(listener: (retailerId: string) => void): void {
    void listener;
  }
}

const notYet = (..._: readonly unknown[]): never => {
  throw new Error('not built yet');
};
