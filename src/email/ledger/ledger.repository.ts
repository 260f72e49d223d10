import { Injectable } from '@nestjs/common';
import { Database, type Sql, type SqlValue, type Tx } from '#libs/database';
import { RETAILERS } from '../../retailers/retailers.sql.js';
import type { MailingRules, NewMailing, SkipReason } from './mailing.js';
import type { RowName } from './message-id.js';

/** A message that this worker holds, with the rules of its mailing. */
export interface HeldMessage extends RowName, MailingRules {
  readonly executionId: string;
  readonly stepId: string;
  readonly templateId: string;
  readonly customerId: string | null;
  readonly address: string | null;
  readonly attempts: number;
}

/** What is written of a decision. */
export interface Transition extends RowName {
  readonly state: 'queued' | 'sending' | 'sent' | 'failed' | 'skipped' | 'unknown';
  readonly reason: string | null;
  readonly address: string | null;
  /** For what is queued again. */
  readonly dueAt: Date | null;
  readonly response: string | null;
}

/** All SQL by which messages move from state to state. */
@Injectable()
export class LedgerRepository {
  constructor(private readonly database: Database) {}

  async open(tx: Tx, mailing: NewMailing): Promise<void> {
    await tx.execute(
      `INSERT INTO mailings (retailer_id, execution_id, brand_id, mode, segment_id, frequency_cap, quiet_hours, time_zone)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (retailer_id, execution_id) DO NOTHING`,
      [
        mailing.retailerId,
        mailing.executionId,
        mailing.brandId,
        mailing.mode,
        mailing.segmentId,
        mailing.frequencyCap && JSON.stringify(mailing.frequencyCap),
        mailing.quietHours && JSON.stringify(mailing.quietHours),
        mailing.timeZone,
      ],
    );
  }

  /** Queued, or with `skippedFor` left out from the start, which nobody has to be told. Returns how many were new. */
  insert(
    tx: Tx,
    retailerId: string,
    executionId: string,
    { held, skippedFor }: { readonly held: boolean; readonly skippedFor: SkipReason | null },
    rows: readonly {
      readonly id: string;
      readonly step: string;
      readonly template: string;
      readonly customer: string | null;
      readonly address: string | null;
      readonly due: Date;
    }[],
  ): Promise<number> {
    return tx.execute(
      `INSERT INTO messages (retailer_id, execution_id, id, step_id, template_id, customer_id, address, due_at, held,
                             state, reason, settled_at, taken)
       SELECT $1, $2, id, step, template, customer, address, due, $4, CASE WHEN $5::text IS NULL THEN 'queued' ELSE 'skipped' END,
              $5, CASE WHEN $5 IS NOT NULL THEN clock_timestamp() END, $5 IS NOT NULL
         FROM json_to_recordset($3::json) AS r
              (id uuid, step text, template uuid, customer uuid, address text, due timestamptz)
        ORDER BY id
       ON CONFLICT (retailer_id, id) DO NOTHING`,
      [retailerId, executionId, JSON.stringify(rows), held, skippedFor],
    );
  }

  /** Takes what is due longest; what another worker holds is left to it, until that worker is silent for too long. */
  claim(tx: Tx, retailerId: string, worker: string, leaseSeconds: number, limit: number): Promise<HeldMessage[]> {
    return tx.query<HeldMessage>(
      `WITH taken AS (
         UPDATE messages SET leased_by = $2, leased_until = now() + make_interval(secs => $3)
          WHERE retailer_id = $1 AND id = ANY (ARRAY(
            SELECT id FROM messages
             WHERE retailer_id = $1 AND state = 'queued' AND NOT held AND due_at <= now()
               AND (leased_until IS NULL OR leased_until < now())
             ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED))
         RETURNING *)
       SELECT t.retailer_id AS "retailerId", t.id, t.execution_id AS "executionId", t.step_id AS "stepId",
              t.template_id AS "templateId", t.customer_id AS "customerId", t.address, t.attempts,
              m.brand_id AS "brandId", m.mode, m.segment_id AS "segmentId", m.frequency_cap AS "frequencyCap",
              m.quiet_hours AS "quietHours", m.time_zone AS "timeZone"
         FROM taken t JOIN mailings m USING (retailer_id, execution_id) ORDER BY t.due_at`,
      [retailerId, worker, leaseSeconds, limit],
    );
  }

  /** The worker lives: it keeps what it holds. */
  async renew(worker: string, messages: readonly RowName[], leaseSeconds: number): Promise<void> {
    await this.database.acrossRetailers.execute(
      `UPDATE messages m SET leased_until = now() + make_interval(secs => $4)
         FROM unnest($1::uuid[], $2::uuid[]) AS held (retailer_id, id)
        WHERE m.retailer_id = held.retailer_id AND m.id = held.id AND m.leased_by = $3
          AND m.state IN ('queued', 'sending')`,
      [messages.map(({ retailerId }) => retailerId), messages.map(({ id }) => id), worker, leaseSeconds],
    );
  }

  /** Of the named messages those that this worker still holds, locked until the transaction ends. */
  async lockHeld(tx: Tx, worker: string, retailerId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM messages
        WHERE retailer_id = $1 AND id = ANY ($2::uuid[]) AND leased_by = $3 AND state = 'queued' AND NOT held
          AND leased_until > clock_timestamp()
        ORDER BY id FOR UPDATE`,
      [retailerId, ids, worker],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** From queued: to sending, back to queued for later, or to an end. The caller holds the rows' locks. */
  async decide(tx: Tx, changes: readonly Transition[]): Promise<void> {
    await tx.execute(
      `UPDATE messages m
          SET state = r.state, reason = r.reason, address = coalesce(r.address, m.address),
              due_at = coalesce(r.due_at, m.due_at),
              attempts = m.attempts + (r.state = 'sending')::int,
              sent_at = CASE WHEN r.state = 'sending' THEN $8::timestamptz ELSE m.sent_at END,
              leased_until = CASE WHEN r.state = 'sending' THEN m.leased_until END,
              settled_at = CASE WHEN r.state IN ('skipped', 'failed') THEN $8::timestamptz END
         FROM ${CHANGES}
        WHERE m.retailer_id = r.retailer_id AND m.id = r.id AND m.state = 'queued'`,
      [...valuesOf(changes), new Date()],
    );
  }

  /**
   * From sending to what became of it. Also from unknown: a worker that was taken for dead, and lives, knows better.
   * Fenced by the worker, because somebody may have queued the row again meanwhile.
   */
  async settle(tx: Sql, worker: string, changes: readonly Transition[]): Promise<void> {
    await tx.execute(
      `UPDATE messages m
          SET state = r.state, reason = r.reason, response = r.response, due_at = coalesce(r.due_at, m.due_at),
              leased_until = NULL, settled_at = CASE WHEN r.state <> 'queued' THEN $9::timestamptz END
         FROM ${CHANGES}
        WHERE m.retailer_id = r.retailer_id AND m.id = r.id AND m.state IN ('sending', 'unknown')
          AND m.leased_by = $8`,
      [...valuesOf(changes), worker, new Date()],
    );
  }

  /**
   * Messages that are queued again obey what became of their mailing meanwhile: while they were with the server, a pause
   * or a cancel did not find them in the queue. The mailings are locked first, so that neither comes in between.
   */
  async requeue(tx: Tx, worker: string, changes: readonly Transition[]): Promise<void> {
    await tx.query(
      `SELECT 1 FROM mailings x
        WHERE (x.retailer_id, x.execution_id) IN (
          SELECT m.retailer_id, m.execution_id FROM ${CHANGES}
            JOIN messages m ON m.retailer_id = r.retailer_id AND m.id = r.id)
        ORDER BY x.execution_id FOR SHARE`,
      valuesOf(changes),
    );
    await this.settle(tx, worker, changes);
    await tx.execute(
      `UPDATE messages m
          SET held = x.status = 'paused',
              state = CASE x.status WHEN 'cancelled' THEN 'skipped' ELSE m.state END,
              reason = CASE x.status WHEN 'cancelled' THEN 'cancelled' ELSE m.reason END,
              settled_at = CASE x.status WHEN 'cancelled' THEN $3::timestamptz END
         FROM unnest($1::uuid[], $2::uuid[]) AS r (retailer_id, id), mailings x
        WHERE m.retailer_id = r.retailer_id AND m.id = r.id AND m.state = 'queued'
          AND x.retailer_id = m.retailer_id AND x.execution_id = m.execution_id AND x.status <> 'open'`,
      [changes.map(({ retailerId }) => retailerId), changes.map(({ id }) => id), new Date()],
    );
  }

  /** What a worker that has gone silent may have handed over. Returns the retailers concerned. */
  async loseTrack(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `WITH lost AS (
         UPDATE messages SET state = 'unknown', reason = 'worker_lost', settled_at = now()
          WHERE state = 'sending' AND leased_until < now() RETURNING retailer_id)
       SELECT DISTINCT retailer_id AS id FROM lost`,
    );
    return rows.map(({ id }) => id);
  }

  /** Retailers with mails that are due and held by nobody: one look into the index for each. */
  async retailersWithDue(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT r.id FROM ${RETAILERS} CROSS JOIN LATERAL (
         SELECT FROM messages m WHERE m.retailer_id = r.id AND m.state = 'queued' AND NOT m.held
            AND m.due_at <= now() AND (m.leased_until IS NULL OR m.leased_until < now()) LIMIT 1) due`,
    );
    return rows.map(({ id }) => id);
  }

  /** How many of the mails that each customer got since then count towards a cap, by customer. */
  async recentMails(
    sql: Sql,
    retailerId: string,
    brandId: string,
    customerIds: readonly string[],
    since: Date,
  ): Promise<Map<string, number>> {
    const rows = await sql.query<{ id: string; count: string }>(
      `SELECT m.customer_id AS id, count(*) AS count
         FROM messages m JOIN mailings x USING (retailer_id, execution_id)
        WHERE m.retailer_id = $1 AND m.customer_id = ANY ($2::uuid[]) AND m.sent_at > $3
          AND m.state IN ('sending', 'sent', 'unknown') AND x.mode = 'live' AND x.brand_id = $4
        GROUP BY m.customer_id`,
      [retailerId, customerIds, since, brandId],
    );
    return new Map(rows.map(({ id, count }) => [id, Number(count)]));
  }
}

const CHANGES = `unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
  AS r (retailer_id, id, state, reason, address, due_at, response)`;

const valuesOf = (changes: readonly Transition[]): SqlValue[] => [
  changes.map(({ retailerId }) => retailerId),
  changes.map(({ id }) => id),
  changes.map(({ state }) => state),
  changes.map(({ reason }) => reason),
  changes.map(({ address }) => address),
  changes.map(({ dueAt }) => dueAt),
  changes.map(({ response }) => response),
];
