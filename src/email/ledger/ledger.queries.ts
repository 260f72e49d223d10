import { Injectable } from '@nestjs/common';
import { columnsOf, Database, each, type Sql, type Tx } from '#libs/database';
import { isInstant, isUuid, type Page, pageOf, readCursor } from '#libs/kernel';
import { In } from 'typeorm';
import { customerOf } from '../../commerce/storage/customers.sql.js';
import type { ExecutionPlace } from '../../offers/offer-listeners.service.js';
import { wasClicked } from '../../links/clicks/clicks.sql.js';
import type { LinkedMessage } from '../../links/clicks/message-source.service.js';
import { ConfirmationRequest } from './confirmation-request.entity.js';
import { RETAILERS } from '../../retailers/retailers.sql.js';
import { Dispatch, type DispatchStatus, type SendingMode } from './dispatch.entity.js';
import type { MessageAnswer, MessageCounts, WantedMessages } from './message.dto.js';
import type { RowName } from './message-id.js';
import { among } from './messages.sql.js';
import { Message, type MessageStatus, type SettledMessage } from './message.entity.js';

export type MessageRow = Omit<MessageAnswer, 'messageId' | 'clicked'> & Readonly<Pick<Message, 'id'>>;

/** A customer who has got, may have got, or will get an email of an execution. */
export interface Reached {
  readonly customerId: string;
  readonly executionId: string;
}

/** How many messages of a variant have a status. */
export interface VariantCount {
  readonly step: string;
  readonly variant: string;
  readonly status: string;
  readonly count: number;
}

/** What an execution is a run of. */
export interface Campaign {
  readonly sequenceId: string;
  readonly brandId: string;
}

/** The recipient of a message. */
export interface Recipient extends Readonly<Pick<Message, 'customerId' | 'address'>> {
  /** The customer's language, BCP 47; null if unknown. */
  readonly language: string | null;
  readonly brandId: string;
  readonly mode: SendingMode;
}

/** All SQL that reads the ledger, or changes it from outside of sending. */
@Injectable()
export class LedgerQueries {
  constructor(private readonly database: Database) {}

  async counts(
    retailerId: string,
    executionId: string,
    sql: Sql = this.database.of(retailerId),
  ): Promise<MessageCounts> {
    const rows = await sql.query<{ status: MessageStatus; reason: string | null; count: number }>(
      `SELECT status, CASE WHEN status = 'skipped' THEN reason END AS reason, count(*)::int AS count FROM messages
        WHERE retailer_id = $1 AND execution_id = $2 GROUP BY 1, 2`,
      [retailerId, executionId],
    );
    const countOf = (status: MessageStatus): number => rows.find((row) => row.status === status)?.count ?? 0;
    const skipped = rows.filter(({ status }) => status === 'skipped');
    return {
      planned: rows.reduce((sum, { count }) => sum + count, 0),
      queued: countOf('queued'),
      sending: countOf('sending'),
      sent: countOf('sent'),
      failed: countOf('failed'),
      unknown: countOf('unknown'),
      skipped: Object.fromEntries(skipped.map(({ reason, count }) => [reason ?? 'other', count])),
    };
  }

  /** Sorted by id. */
  async messages(
    retailerId: string,
    executionId: string,
    limit: number,
    cursor?: string,
    { state, reason, clicked }: WantedMessages = {},
  ): Promise<Page<MessageRow>> {
    const [after] = readCursor(cursor, [isUuid]) ?? [];
    const rows = await this.database.readOnly(retailerId, (sql) =>
      sql.query<MessageRow>(
        `SELECT ${ANSWERED}, coalesce(m.address, c.email) AS email
           FROM messages m LEFT ${customerOf('m')}
          WHERE m.retailer_id = $1 AND m.execution_id = $2 AND ($3::uuid IS NULL OR m.id > $3::uuid)
            AND ($5::text IS NULL OR m.status = $5) AND ($6::text IS NULL OR m.reason = $6)
            AND ($7::boolean IS NULL OR ${wasClicked('m.id')})
          ORDER BY m.id LIMIT $4`,
        [retailerId, executionId, after ?? null, limit + 1, state ?? null, reason ?? null, clicked ? true : null],
      ),
    );
    return pageOf(rows, limit, ({ id }) => [id]);
  }

  /** The messages for a customer, the latest due first. */
  async messagesOf(
    retailerId: string,
    customerId: string,
    limit: number,
    cursor?: string,
  ): Promise<Page<MessageRow & { readonly executionId: string }>> {
    const [at, id] = readCursor(cursor, [isInstant, isUuid]) ?? [];
    const rows = await this.database
      .of(retailerId)
      .query<MessageRow & { readonly executionId: string; readonly place: string }>(
        `SELECT ${ANSWERED}, m.execution_id AS "executionId", coalesce(m.address, c.email) AS email,
                to_char(m.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
           FROM messages m LEFT ${customerOf('m')}
          WHERE m.retailer_id = $1 AND m.customer_id = $2
            AND ($3::timestamptz IS NULL OR (m.due_at, m.id) < ($3, $4::uuid))
          ORDER BY m.due_at DESC, m.id DESC LIMIT $5`,
        [retailerId, customerId, at ?? null, id ?? null, limit + 1],
      );
    const page = pageOf(rows, limit, ({ place, id: last }) => [place, last]);
    return { ...page, items: page.items.map(({ place: _place, ...row }) => row) };
  }

  /** Skips the queued messages of these customers, or of all where `customerIds` is null. Returns their number. */
  skip(
    tx: Tx,
    retailerId: string,
    executionId: string,
    reason: string,
    customerIds: readonly string[] | null,
  ): Promise<number> {
    return tx.execute(
      `UPDATE messages SET status = 'skipped', reason = $3, settled_at = now(), leased_until = NULL
        WHERE retailer_id = $1 AND execution_id = $2 AND status = 'queued'
          AND ($4::uuid[] IS NULL OR customer_id = ANY ($4::uuid[]))`,
      [retailerId, executionId, reason, customerIds],
    );
  }

  /** A dispatch that is open. Its row is locked, so that its status stays the same until the transaction ends. */
  hold(tx: Tx, retailerId: string, executionId: string): Promise<Dispatch> {
    return tx
      .repository(Dispatch)
      .findOneOrFail({ where: { retailerId, executionId }, lock: { mode: 'pessimistic_read' } });
  }

  /**
   * Sets the status of the dispatches that have a status in `from`. Transactions that add messages to these dispatches,
   * or change their status, have ended when this returns.
   */
  async setStatus(
    tx: Tx,
    retailerId: string,
    executionIds: readonly string[],
    from: readonly DispatchStatus[],
    to: DispatchStatus,
  ): Promise<void> {
    await tx
      .repository(Dispatch)
      .update({ retailerId, executionId: In(executionIds), status: In(from) }, { status: to });
  }

  /** The sequence and the brand of live executions. */
  async campaigns(sql: Sql, retailerId: string, executionIds: readonly string[]): Promise<Map<string, Campaign>> {
    const where = { retailerId, executionId: In(executionIds), mode: 'live' } as const;
    const dispatches = await sql.using(Dispatch, (rows) => rows.findBy(where));
    return new Map(
      dispatches.flatMap(({ executionId, brandId, tracking: { campaign } }) =>
        campaign === undefined ? [] : [[executionId, { sequenceId: campaign, brandId }]],
      ),
    );
  }

  /** How many customers without consent were asked for it because of this execution. */
  confirmationsRequested(retailerId: string, executionId: string): Promise<number> {
    return this.database
      .of(retailerId)
      .using(ConfirmationRequest, (requests) => requests.countBy({ retailerId, executionId }));
  }

  /** The customers among these who have a message that was sent, may have been sent, or will be sent. */
  reached(
    sql: Sql,
    retailerId: string,
    customerIds: readonly string[],
    executionIds: readonly string[],
  ): Promise<Reached[]> {
    return sql.query<Reached>(
      `SELECT DISTINCT customer_id AS "customerId", execution_id AS "executionId"
         FROM ${each('messages', 'customer_id', 'uuid')}
        WHERE execution_id = ANY ($3::uuid[]) AND status IN ('queued', 'sending', 'sent', 'unknown')`,
      [retailerId, customerIds, executionIds],
    );
  }

  /** The customers among these with a message about the offer that was sent, may have been sent, or will be sent. */
  async reachedWith(
    sql: Sql,
    retailerId: string,
    { executionId, place }: ExecutionPlace,
    customerIds: readonly string[],
  ): Promise<Set<string>> {
    const rows = await sql.query<{ id: string }>(
      `SELECT customer_id AS id FROM ${each('messages', 'customer_id', 'uuid')}
        WHERE execution_id = $3 AND offer_place = $4 AND status IN ('queued', 'sending', 'sent', 'unknown')`,
      [retailerId, customerIds, executionId, place],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** When each of these messages was handed to the mail server, for those that may have arrived. */
  async sentTimes(sql: Sql, retailerId: string, ids: readonly string[]): Promise<Map<string, Date>> {
    const rows = await sql.query<{ id: string; sentAt: Date }>(
      `SELECT id, sent_at AS "sentAt" FROM messages
        WHERE retailer_id = $1 AND id = ANY ($2::uuid[]) AND status IN ('sending', 'sent', 'unknown')
          AND sent_at IS NOT NULL`,
      [retailerId, ids],
    );
    return new Map(rows.map(({ id, sentAt }) => [id, sentAt]));
  }

  /** How many messages of each step and variant have each status. */
  variantCounts(sql: Sql, retailerId: string, executionId: string): Promise<VariantCount[]> {
    return sql.query<VariantCount>(
      `SELECT step_id AS step, variant, status, count(*)::int AS count FROM messages
        WHERE retailer_id = $1 AND execution_id = $2 AND variant IS NOT NULL
        GROUP BY step_id, variant, status`,
      [retailerId, executionId],
    );
  }

  /** Marks settled messages as taken and returns them. Messages that another transaction is taking are left to it. */
  takeSettled(tx: Tx, retailerId: string, limit: number): Promise<SettledMessage[]> {
    return tx.query<SettledMessage>(
      `WITH settled AS (
         SELECT id FROM messages WHERE retailer_id = $1 AND settled_at IS NOT NULL AND NOT taken
          ORDER BY settled_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       UPDATE messages SET taken = true WHERE retailer_id = $1 AND ${among('settled')}
       RETURNING ${SETTLED}`,
      [retailerId, limit],
    );
  }

  /** Retailers with messages that were settled more than two seconds ago and are not taken. */
  async retailersWithSettled(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT r.id FROM ${RETAILERS} WHERE EXISTS (
         SELECT 1 FROM messages m WHERE m.retailer_id = r.id AND m.settled_at < now() - interval '2 seconds'
            AND NOT m.taken)`,
    );
    return rows.map(({ id }) => id);
  }

  async recipient(row: RowName, sql: Sql = this.database.of(row.retailerId)): Promise<Recipient | undefined> {
    const [found] = await sql.query<Recipient>(
      `SELECT m.customer_id AS "customerId", coalesce(m.address, c.email) AS address, c.language, d.brand_id AS "brandId", d.mode
         FROM messages m JOIN dispatches d USING (retailer_id, execution_id)
         LEFT ${customerOf('m')}
        WHERE m.retailer_id = $1 AND m.id = $2`,
      [row.retailerId, row.id],
    );
    return found;
  }

  /**
   * Messages with a recipient, locked until the transaction ends in the order of their ids. A click that is recorded
   * meanwhile waits, and so does an erasure.
   */
  async lockLinked(tx: Tx, retailerId: string, ids: readonly string[]): Promise<LinkedMessage[]> {
    const rows = await tx.repository(Message).find({
      where: { retailerId, id: In(ids) },
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    return rows.flatMap(({ id, executionId, stepId, customerId, address, status, reason, sentAt, settledAt }) => {
      if (customerId === null && address === null) return [];
      // A provider's later report changes the status, and has a reason.
      const takenAt = status === 'sent' && reason === null ? settledAt : sentAt;
      return [{ id, executionId, stepId, customerId, takenAt }];
    });
  }

  /** Replaces the status `unknown` by what the provider reports. */
  async reconcile(
    tx: Tx,
    { retailerId, id }: RowName,
    status: 'sent' | 'failed',
    reason: string | null,
  ): Promise<void> {
    await tx.repository(Message).update({ retailerId, id, status: 'unknown' }, { status, reason });
  }

  /** Removes customers and addresses, also test addresses, and skips queued messages. Returns the number of rows. */
  eraseCustomers(
    tx: Tx,
    retailerId: string,
    customerIds: readonly string[],
    addresses: readonly string[],
  ): Promise<number> {
    return tx.execute(
      `UPDATE messages
          SET address = NULL, customer_id = NULL,
              settled_at = CASE WHEN status = 'queued' THEN $4::timestamptz ELSE settled_at END,
              reason = CASE WHEN status = 'queued' THEN 'customer_gone' ELSE reason END,
              status = CASE WHEN status = 'queued' THEN 'skipped' ELSE status END
        WHERE retailer_id = $1 AND (customer_id = ANY ($2::uuid[]) OR lower(address) = ANY ($3::text[]))`,
      [retailerId, customerIds, addresses, new Date()],
    );
  }

  exportCustomers(sql: Sql, retailerId: string, customerIds: readonly string[]): Promise<MessageRow[]> {
    return sql.query<MessageRow>(
      `SELECT ${ANSWERED}, m.address AS email FROM messages m
        WHERE m.retailer_id = $1 AND m.customer_id = ANY ($2::uuid[]) ORDER BY m.due_at, m.id`,
      [retailerId, customerIds],
    );
  }

  /** Skips all queued messages of the retailer; returns how many. */
  cancelAll(tx: Tx, retailerId: string): Promise<number> {
    return tx.execute(
      `UPDATE messages SET status = 'skipped', reason = 'store_uninstalled', settled_at = now()
        WHERE retailer_id = $1 AND status = 'queued'`,
      [retailerId],
    );
  }
}

const ANSWERED = `m.id, m.customer_id AS "customerId", m.step_id AS step, m.variant, m.status AS state, m.reason,
  m.due_at AS "sendAt", CASE WHEN m.status = 'sent' THEN m.sent_at END AS "sentAt"`;

const SETTLED = columnsOf(Message, 'messages', [
  'id',
  'variant',
  'executionId',
  'stepId',
  'customerId',
  'offerPlace',
  'status',
  'reason',
  'settledAt',
]);
