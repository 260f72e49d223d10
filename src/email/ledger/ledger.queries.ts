import { Injectable } from '@nestjs/common';
import { Database, each, type Sql, type Tx } from '#libs/database';
import { isUuid, type Page, pageOf, readCursor } from '#libs/kernel';
import type { MailingStatus, MessageCounts, MessageState, MessageView, Reached, SettledMessage } from './mailing.js';
import { customerOf } from '../../commerce/storage/customers.sql.js';
import { RETAILERS } from '../../retailers/retailers.sql.js';
import type { RowName } from './message-id.js';

type Unnamed<T extends { messageId: string }> = Omit<T, 'messageId'> & { readonly id: string };

/** All SQL that reads the ledger, or changes it from outside of sending. */
@Injectable()
export class LedgerQueries {
  constructor(private readonly database: Database) {}

  async counts(
    retailerId: string,
    executionId: string,
    sql: Sql = this.database.of(retailerId),
  ): Promise<MessageCounts> {
    const rows = await sql.query<{ state: MessageState; reason: string | null; count: string }>(
      `SELECT state, CASE WHEN state = 'skipped' THEN reason END AS reason, count(*) AS count FROM messages
        WHERE retailer_id = $1 AND execution_id = $2 GROUP BY 1, 2`,
      [retailerId, executionId],
    );
    const of = (state: MessageState): number =>
      rows.filter((row) => row.state === state).reduce((sum, { count }) => sum + Number(count), 0);
    const skipped = rows.filter(({ state }) => state === 'skipped');
    return {
      planned: rows.reduce((sum, { count }) => sum + Number(count), 0),
      queued: of('queued'),
      sending: of('sending'),
      sent: of('sent'),
      failed: of('failed'),
      unknown: of('unknown'),
      skipped: Object.fromEntries(skipped.map(({ reason, count }) => [reason ?? 'other', Number(count)])),
    };
  }

  async messages(
    retailerId: string,
    executionId: string,
    limit: number,
    cursor?: string,
  ): Promise<Page<Omit<MessageView, 'messageId'>>> {
    const [after] = readCursor(cursor, [isUuid]) ?? [];
    const rows = await this.database.of(retailerId).query<Omit<MessageView, 'messageId'>>(
      `SELECT m.id, m.customer_id AS "customerId", coalesce(m.address, c.email) AS email, m.step_id AS step, m.state,
              m.reason, m.due_at AS "sendAt", CASE WHEN m.state = 'sent' THEN m.sent_at END AS "sentAt"
         FROM messages m LEFT ${customerOf('m')}
        WHERE m.retailer_id = $1 AND m.execution_id = $2 AND ($3::uuid IS NULL OR m.id > $3::uuid)
        ORDER BY m.id LIMIT $4`,
      [retailerId, executionId, after ?? null, limit + 1],
    );
    return pageOf(rows, limit, ({ id }) => [id]);
  }

  /** Those that wait become skipped; of these customers, or of all. Returns how many. */
  skip(
    tx: Tx,
    retailerId: string,
    executionId: string,
    reason: string,
    customerIds: readonly string[] | null,
  ): Promise<number> {
    return tx.execute(
      `UPDATE messages SET state = 'skipped', reason = $3, settled_at = now(), leased_until = NULL
        WHERE retailer_id = $1 AND execution_id = $2 AND state = 'queued'
          AND ($4::uuid[] IS NULL OR customer_id = ANY ($4::uuid[]))`,
      [retailerId, executionId, reason, customerIds],
    );
  }

  /** Whether a mailing is open, which stays as it is until the transaction ends. */
  async holdStatus(tx: Tx, retailerId: string, executionId: string): Promise<MailingStatus | undefined> {
    const [row] = await tx.query<{ status: MailingStatus }>(
      `SELECT status FROM mailings WHERE retailer_id = $1 AND execution_id = $2 FOR SHARE`,
      [retailerId, executionId],
    );
    return row?.status;
  }

  /** Whoever is putting messages into these mailings, or taking them back, has finished when this returns. */
  async setStatus(
    tx: Tx,
    retailerId: string,
    executionIds: readonly string[],
    from: readonly MailingStatus[],
    to: MailingStatus,
  ): Promise<void> {
    await tx.execute(
      `UPDATE mailings SET status = $4
        WHERE retailer_id = $1 AND execution_id = ANY ($2::uuid[]) AND status = ANY ($3::text[])`,
      [retailerId, executionIds, from, to],
    );
  }

  /** Waits for those that are being marked as sending at this moment; what waits in the queue is sent no more. */
  async hold(tx: Tx, retailerId: string, executionIds: readonly string[]): Promise<void> {
    await tx.execute(
      `UPDATE messages SET held = true, leased_until = NULL
        WHERE retailer_id = $1 AND execution_id = ANY ($2::uuid[]) AND state = 'queued' AND NOT held`,
      [retailerId, executionIds],
    );
  }

  /** What became due meanwhile is due now. */
  async letGo(tx: Tx, retailerId: string, executionIds: readonly string[]): Promise<void> {
    await tx.execute(
      `UPDATE messages SET held = false, due_at = greatest(due_at, now())
        WHERE retailer_id = $1 AND execution_id = ANY ($2::uuid[]) AND state = 'queued' AND held`,
      [retailerId, executionIds],
    );
  }

  /** Who of which execution has a message that was sent, may have been, or will be. */
  reached(
    sql: Sql,
    retailerId: string,
    customerIds: readonly string[],
    executionIds: readonly string[],
  ): Promise<Reached[]> {
    return sql.query<Reached>(
      `SELECT DISTINCT customer_id AS "customerId", execution_id AS "executionId" FROM ${each('messages', 'customer_id', 'uuid')}
        WHERE execution_id = ANY ($3::uuid[]) AND state IN ('queued', 'sending', 'sent', 'unknown')`,
      [retailerId, customerIds, executionIds],
    );
  }

  takeSettled(tx: Tx, retailerId: string, limit: number): Promise<Unnamed<SettledMessage>[]> {
    return tx.query<Unnamed<SettledMessage>>(
      `UPDATE messages SET taken = true
        WHERE retailer_id = $1 AND id = ANY (ARRAY(
          SELECT id FROM messages WHERE retailer_id = $1 AND settled_at IS NOT NULL AND NOT taken
           ORDER BY settled_at LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING id, execution_id AS "executionId", step_id AS "stepId", customer_id AS "customerId", state, reason,
                 settled_at AS "settledAt"`,
      [retailerId, limit],
    );
  }

  async retailersWithSettled(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT r.id FROM ${RETAILERS} WHERE EXISTS (
         SELECT 1 FROM messages m WHERE m.retailer_id = r.id AND m.settled_at < now() - interval '2 seconds'
            AND NOT m.taken)`,
    );
    return rows.map(({ id }) => id);
  }

  /** To whom a message went; undefined where there is no such message. */
  async recipient(row: RowName, sql: Sql = this.database.of(row.retailerId)): Promise<Recipient | undefined> {
    const [found] = await sql.query<Recipient>(
      `SELECT m.customer_id AS "customerId", coalesce(m.address, c.email) AS address, c.language,
              x.brand_id AS "brandId", m.state
         FROM messages m JOIN mailings x USING (retailer_id, execution_id)
         LEFT ${customerOf('m')}
        WHERE m.retailer_id = $1 AND m.id = $2`,
      [row.retailerId, row.id],
    );
    return found;
  }

  /** A provider's word decides what we could not know. */
  async reconcile(tx: Tx, row: RowName, state: 'sent' | 'failed', reason: string | null): Promise<void> {
    await tx.execute(
      `UPDATE messages SET state = $3, reason = $4 WHERE retailer_id = $1 AND id = $2 AND state = 'unknown'`,
      [row.retailerId, row.id, state, reason],
    );
  }

  /** Nothing of the persons stays, neither of customers nor of addresses that tests were sent to; returns how many rows. */
  eraseCustomers(
    tx: Tx,
    retailerId: string,
    customerIds: readonly string[],
    addresses: readonly string[],
  ): Promise<number> {
    return tx.execute(
      `UPDATE messages
          SET address = NULL, customer_id = NULL,
              settled_at = CASE WHEN state = 'queued' THEN $4::timestamptz ELSE settled_at END,
              reason = CASE WHEN state = 'queued' THEN 'customer_gone' ELSE reason END,
              state = CASE WHEN state = 'queued' THEN 'skipped' ELSE state END
        WHERE retailer_id = $1 AND (customer_id = ANY ($2::uuid[]) OR lower(address) = ANY ($3::text[]))`,
      [retailerId, customerIds, addresses, new Date()],
    );
  }

  async exportCustomers(
    sql: Sql,
    retailerId: string,
    customerIds: readonly string[],
  ): Promise<Omit<MessageView, 'messageId'>[]> {
    return sql.query(
      `SELECT id, customer_id AS "customerId", address AS email, step_id AS step, state, reason, due_at AS "sendAt",
              CASE WHEN state = 'sent' THEN sent_at END AS "sentAt"
         FROM messages WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[]) ORDER BY due_at, id`,
      [retailerId, customerIds],
    );
  }

  /** Nothing of the retailer's that waits is sent; returns how many waited. */
  cancelAll(tx: Tx, retailerId: string): Promise<number> {
    return tx.execute(
      `UPDATE messages SET state = 'skipped', reason = 'store_uninstalled', settled_at = now()
        WHERE retailer_id = $1 AND state = 'queued'`,
      [retailerId],
    );
  }
}

interface Recipient {
  readonly customerId: string | null;
  readonly address: string | null;
  /** Of the customer, BCP 47. */
  readonly language: string | null;
  readonly brandId: string;
  readonly state: MessageState;
}
