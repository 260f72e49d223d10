import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type SqlValue, type Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { RETAILERS } from '../../retailers/retailers.sql.js';
import { Dispatch, type NewDispatch, RULES, type SendingRules } from './dispatch.entity.js';
import type { RowName } from './message-id.js';
import { Message, type SkipReason } from './message.entity.js';
import { among, lowestSentSince, MONTH_OF_IDS } from './messages.sql.js';

const HELD = [
  'retailerId',
  'id',
  'executionId',
  'stepId',
  'variant',
  'offerPlace',
  'templateId',
  'customerId',
  'address',
  'enteredAt',
  'attempts',
  'dueAt',
  'waitingSince',
] as const satisfies readonly (keyof Message)[];

const OF_DISPATCH = [...RULES, 'tracking', 'idMonth'] as const satisfies readonly (keyof Dispatch)[];

/** A message that this worker has leased, with the rules of its dispatch. */
export type HeldMessage = Readonly<Pick<Message, (typeof HELD)[number]> & Pick<Dispatch, 'tracking' | 'idMonth'>> &
  SendingRules;

const HELD_MESSAGE = `${columnsOf(Message, 'm', HELD)}, ${columnsOf(Dispatch, 'd', OF_DISPATCH)}`;

/** What a queued message waits for: the code of its offer, or the images of its recipient. */
export type WaitReason = 'offer_pending' | 'image_pending';

/** A change of a message's row: the decision before sending, or the outcome of sending. */
export interface MessageChange extends Readonly<
  Pick<Message, 'retailerId' | 'id' | 'status' | 'reason' | 'address' | 'response'>
> {
  /** For a message that is queued again. */
  readonly dueAt: Date | null;
}

type InsertedMessage = Pick<
  Message,
  'id' | 'stepId' | 'templateId' | 'customerId' | 'address' | 'variant' | 'offerPlace' | 'enteredAt' | 'dueAt'
>;

/** All SQL that inserts messages and sends them. It is plain SQL, because sending is a hot path. */
@Injectable()
export class LedgerRepository {
  constructor(private readonly database: Database) {}

  /** Opens the dispatch, unless it is open. All requests for consent of a brand are one dispatch without an end. */
  async open(tx: Tx, dispatch: NewDispatch): Promise<void> {
    const [row] = dispatch.mode === 'confirmation' ? [] : await tx.query<{ month: number | null }>(MONTH_OF_IDS);
    const opened = { ...dispatch, idMonth: row?.month ?? null };
    await tx.repository(Dispatch).createQueryBuilder().insert().values(opened).orIgnore().execute();
  }

  /** Queues the messages, or with `skippedFor` records them as skipped and taken. Returns how many were new. */
  insert(
    tx: Tx,
    retailerId: string,
    executionId: string,
    { held, skippedFor }: { readonly held: boolean; readonly skippedFor: SkipReason | null },
    rows: readonly InsertedMessage[],
  ): Promise<number> {
    return tx.execute(
      `INSERT INTO messages (retailer_id, execution_id, id, step_id, template_id, customer_id, address, variant, offer_place,
                             entered_at, due_at, held, status, reason, settled_at, taken)
       SELECT $1, $2, id, "stepId", "templateId", "customerId", address, variant, "offerPlace",
              "enteredAt", "dueAt", $4,
              CASE WHEN $5::text IS NULL THEN 'queued' ELSE 'skipped' END,
              $5, CASE WHEN $5 IS NOT NULL THEN clock_timestamp() END, $5 IS NOT NULL
         FROM json_to_recordset($3::json) AS r
              (id uuid, "stepId" text, "templateId" uuid, "customerId" uuid, address text, variant text,
               "offerPlace" text, "enteredAt" timestamptz, "dueAt" timestamptz)
        ORDER BY id
       ON CONFLICT (retailer_id, id) DO NOTHING RETURNING 1`,
      [retailerId, executionId, JSON.stringify(rows), held, skippedFor],
    );
  }

  /** Leases the messages that have been due for longest. A message that another worker has leased stays with it. */
  claim(tx: Tx, retailerId: string, worker: string, leaseSeconds: number, limit: number): Promise<HeldMessage[]> {
    return tx.query<HeldMessage>(
      `WITH due AS (
         SELECT id FROM messages
          WHERE retailer_id = $1 AND status = 'queued' AND NOT held AND due_at <= now()
            AND (leased_until IS NULL OR leased_until < now())
          ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED),
       leased AS (
         UPDATE messages SET leased_by = $2, leased_until = now() + make_interval(secs => $3)
          WHERE retailer_id = $1 AND ${among('due')}
         RETURNING *)
       SELECT ${HELD_MESSAGE}
         FROM leased m JOIN dispatches d USING (retailer_id, execution_id) ORDER BY m.due_at`,
      [retailerId, worker, leaseSeconds, limit],
    );
  }

  /** A message as sending had it, whatever its status. */
  async find(sql: Sql, { retailerId, id }: RowName): Promise<HeldMessage | undefined> {
    const [row] = await sql.query<HeldMessage>(
      `SELECT ${HELD_MESSAGE} FROM messages m JOIN dispatches d USING (retailer_id, execution_id)
        WHERE m.retailer_id = $1 AND m.id = $2`,
      [retailerId, id],
    );
    return row;
  }

  /** Extends the leases that the worker still has on these messages. */
  async renew(worker: string, messages: readonly RowName[], leaseSeconds: number): Promise<void> {
    await this.database.acrossRetailers.execute(
      `UPDATE messages m SET leased_until = now() + make_interval(secs => $4)
         FROM unnest($1::uuid[], $2::uuid[]) AS held (retailer_id, id)
        WHERE m.retailer_id = held.retailer_id AND m.id = held.id AND m.leased_by = $3
          AND m.status IN ('queued', 'sending')`,
      [messages.map(({ retailerId }) => retailerId), messages.map(({ id }) => id), worker, leaseSeconds],
    );
  }

  /**
   * Locks those of the messages that are still queued, not held, and leased by this worker, until the transaction ends.
   * Returns their ids.
   */
  async lockHeld(tx: Tx, worker: string, retailerId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM messages
        WHERE retailer_id = $1 AND id = ANY ($2::uuid[]) AND leased_by = $3 AND status = 'queued' AND NOT held
          AND leased_until > clock_timestamp()
        ORDER BY id FOR UPDATE`,
      [retailerId, ids, worker],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Moves queued messages to sending, to a later time in the queue, or to skipped or failed. The caller has locked the
   * rows.
   */
  async decide(tx: Tx, changes: readonly MessageChange[]): Promise<void> {
    await tx.execute(
      `UPDATE messages m
          SET status = r.status, reason = r.reason, address = coalesce(r.address, m.address),
              due_at = coalesce(r.due_at, m.due_at),
              attempts = m.attempts + (r.status = 'sending')::int,
              sent_at = CASE WHEN r.status = 'sending' THEN $8::timestamptz ELSE m.sent_at END,
              leased_until = CASE WHEN r.status = 'sending' THEN m.leased_until END,
              settled_at = CASE WHEN r.status IN ('skipped', 'failed') THEN $8::timestamptz END
         FROM ${CHANGES}
        WHERE m.retailer_id = r.retailer_id AND m.id = r.id AND m.status = 'queued'`,
      [...valuesOf(changes), new Date()],
    );
  }

  /** Queues messages again that wait for the code of an offer. The caller has locked the rows. */
  async putOff(
    tx: Tx,
    retailerId: string,
    messages: readonly { readonly id: string; readonly since: Date; readonly until: Date }[],
    reason: WaitReason,
  ): Promise<void> {
    await tx.execute(
      `UPDATE messages m
          SET due_at = r.until, waiting_since = r.since, reason = $3, leased_until = NULL
         FROM json_to_recordset($2::json) AS r (id uuid, since timestamptz, until timestamptz)
        WHERE m.retailer_id = $1 AND m.id = r.id AND m.status = 'queued'`,
      [retailerId, JSON.stringify(messages), reason],
    );
  }

  /** Makes up to `limit` messages due that wait for the same. */
  async wake(retailerId: string, at: Date, limit: number, reason: WaitReason): Promise<number> {
    return this.database.of(retailerId).execute(
      `WITH waiting AS (
         SELECT id FROM messages
          WHERE retailer_id = $1 AND status = 'queued' AND waiting_since IS NOT NULL AND due_at > $2 AND reason = $4
          LIMIT $3 FOR UPDATE SKIP LOCKED)
       UPDATE messages SET due_at = $2 WHERE retailer_id = $1 AND ${among('waiting')}`,
      [retailerId, at, limit, reason],
    );
  }

  /**
   * Writes the outcome of messages that were being sent. The outcome also replaces `unknown`, because a worker that was
   * taken for dead may be alive and know the outcome. Only rows that this worker leased last are changed, because a row
   * may have been queued again and leased by another worker.
   */
  async settle(tx: Sql, worker: string, changes: readonly MessageChange[]): Promise<void> {
    await tx.execute(
      `UPDATE messages m
          SET status = r.status, reason = r.reason, response = r.response, due_at = coalesce(r.due_at, m.due_at),
              leased_until = NULL, settled_at = CASE WHEN r.status <> 'queued' THEN $9::timestamptz END
         FROM ${CHANGES}
        WHERE m.retailer_id = r.retailer_id AND m.id = r.id AND m.status IN ('sending', 'unknown')
          AND m.leased_by = $8`,
      [...valuesOf(changes), worker, new Date()],
    );
  }

  /**
   * Returns messages to the queue, where each message follows the present status of its dispatch: a pause or a
   * cancellation did not find the message in the queue while it was with the mail server. The dispatches are locked
   * first, in the same order by all workers, so that their status can't change in between.
   */
  async requeue(tx: Tx, worker: string, changes: readonly MessageChange[]): Promise<void> {
    const ofRetailers = [...groupBy(changes, ({ retailerId }) => retailerId)].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [retailerId, messages] of ofRetailers) {
      await tx.query(
        `SELECT 1 FROM dispatches d
          WHERE d.retailer_id = $1 AND d.execution_id IN (
            SELECT m.execution_id FROM messages m WHERE m.retailer_id = $1 AND m.id = ANY ($2::uuid[]))
          ORDER BY d.execution_id FOR SHARE`,
        [retailerId, messages.map(({ id }) => id)],
      );
    }
    await this.settle(tx, worker, changes);
    await tx.execute(
      `UPDATE messages m
          SET held = d.status = 'paused',
              status = CASE WHEN d.status = 'cancelled' THEN 'skipped' ELSE m.status END,
              reason = CASE WHEN d.status = 'cancelled' THEN 'cancelled' ELSE m.reason END,
              settled_at = CASE WHEN d.status = 'cancelled' THEN $3::timestamptz END
         FROM unnest($1::uuid[], $2::uuid[]) AS r (retailer_id, id), dispatches d
        WHERE m.retailer_id = r.retailer_id AND m.id = r.id AND m.status = 'queued'
          AND d.retailer_id = m.retailer_id AND d.execution_id = m.execution_id AND d.status <> 'open'`,
      [changes.map(({ retailerId }) => retailerId), changes.map(({ id }) => id), new Date()],
    );
  }

  /** Marks as unknown what a worker may have handed over before its lease ran out. Returns the retailers concerned. */
  async loseTrack(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `WITH lost AS (
         UPDATE messages SET status = 'unknown', reason = 'worker_lost', settled_at = now()
          WHERE status = 'sending' AND leased_until < now() RETURNING retailer_id)
       SELECT DISTINCT retailer_id AS id FROM lost`,
    );
    return rows.map(({ id }) => id);
  }

  /** Retailers with messages that are due and that no worker has leased. Costs one index lookup for each retailer. */
  async retailersWithDue(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT r.id FROM ${RETAILERS} CROSS JOIN LATERAL (
         SELECT FROM messages m WHERE m.retailer_id = r.id AND m.status = 'queued' AND NOT m.held
            AND m.due_at <= now() AND (m.leased_until IS NULL OR m.leased_until < now()) LIMIT 1) due`,
    );
    return rows.map(({ id }) => id);
  }

  /** Seconds since the instant at which the message was due that is due for longest and that no worker has leased. */
  async oldestDueSeconds(): Promise<number> {
    const [row] = await this.database.acrossRetailers.query<{ seconds: number | null }>(
      `SELECT extract(epoch FROM now() - min(due.due_at))::float8 AS seconds
         FROM ${RETAILERS} CROSS JOIN LATERAL (
           SELECT m.due_at FROM messages m WHERE m.retailer_id = r.id AND m.status = 'queued' AND NOT m.held
              AND m.due_at <= now() AND (m.leased_until IS NULL OR m.leased_until < now())
            ORDER BY m.due_at LIMIT 1) due`,
    );
    return Math.max(0, row?.seconds ?? 0);
  }

  /**
   * The number of the brand's live emails after `since` that were sent, are being sent, or have an unknown outcome, by
   * customer id.
   */
  async recentEmails(
    sql: Sql,
    retailerId: string,
    brandId: string,
    customerIds: readonly string[],
    since: Date,
  ): Promise<Map<string, number>> {
    const rows = await sql.query<{ id: string; count: string }>(
      `SELECT m.customer_id AS id, count(*) AS count
         FROM messages m JOIN dispatches d USING (retailer_id, execution_id)
        WHERE m.retailer_id = $1 AND m.customer_id = ANY ($2::uuid[]) AND m.sent_at > $3
          AND m.id >= ${lowestSentSince('$3')} AND m.status IN ('sending', 'sent', 'unknown') AND d.mode = 'live' AND d.brand_id = $4
        GROUP BY m.customer_id`,
      [retailerId, customerIds, since, brandId],
    );
    return new Map(rows.map(({ id, count }) => [id, Number(count)]));
  }
}

const CHANGES = `unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
  AS r (retailer_id, id, status, reason, address, due_at, response)`;

const valuesOf = (changes: readonly MessageChange[]): SqlValue[] => [
  changes.map(({ retailerId }) => retailerId),
  changes.map(({ id }) => id),
  changes.map(({ status }) => status),
  changes.map(({ reason }) => reason),
  changes.map(({ address }) => address),
  changes.map(({ dueAt }) => dueAt),
  changes.map(({ response }) => response),
];
