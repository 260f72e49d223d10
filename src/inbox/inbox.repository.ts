import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import type { Platform } from '../retailers/retailer.entity.js';
import { retailerOf } from '../retailers/retailers.sql.js';
import { numbersOfBody } from './body-subjects.js';
import type { Delivery, DeliveryStatus } from './delivery.entity.js';
import type { InboxAnswer } from './inbox.dto.js';

/** A proven delivery that is not stored yet. */
export interface NewDelivery extends Pick<
  Delivery,
  'retailerId' | 'id' | 'topic' | 'deliveryId' | 'eventId' | 'body' | 'bodyHash'
> {
  /** ISO 8601. */
  readonly triggeredAt: string | null;
}

/** A delivery whose row this transaction has locked. */
export interface ClaimedDelivery extends Pick<
  Delivery,
  'retailerId' | 'id' | 'topic' | 'triggeredAt' | 'receivedAt' | 'attempts' | 'body'
> {
  readonly platform: Platform;
}

/** The outcome of a delivery. */
export interface Outcome {
  /**
   * `pending` where the delivery waits for an answer from elsewhere. It is due again after `retryInMs`, in case no
   * answer comes.
   */
  readonly status: DeliveryStatus;
  readonly problem?: string;
  readonly retryInMs?: number;
  /** Why the delivery's headers are doubted. */
  readonly doubt?: Doubt;
  /** The subjects of the body. Where they are missing, a sweep reads the body again. */
  readonly subjects?: ReadonlySet<string>;
}

export type Doubt = 'another_store' | 'another_topic' | 'token_alive';

/**
 * Inserts any number of rows with three parameters: the rows as JSON ($1), the lengths of the bodies ($2) and all
 * bodies concatenated ($3). A parameter for each value of each row would cost the process a tenth of its throughput.
 */
const INSERT = `
  INSERT INTO deliveries (retailer_id, id, topic, delivery_id, event_id, triggered_at, body_hash, body)
  SELECT r."retailerId", r.id, r.topic, r."deliveryId", r."eventId", r."triggeredAt", r."bodyHash",
         substring($3::bytea FROM (b.ends - b.length + 1)::int FOR b.length)
    FROM ROWS FROM (json_to_recordset($1::json) AS ("retailerId" uuid, id uuid, topic text, "deliveryId" text,
                    "eventId" text, "triggeredAt" timestamptz, "bodyHash" uuid)) WITH ORDINALITY AS r
    JOIN (SELECT length, place, sum(length) OVER (ORDER BY place) AS ends
            FROM unnest($2::int[]) WITH ORDINALITY AS u (length, place)) AS b ON b.place = r.ordinality
  ON CONFLICT (retailer_id, id) DO NOTHING`;

const CLAIMED = `d.retailer_id AS "retailerId", d.id, r.platform, d.topic, d.triggered_at AS "triggeredAt",
  d.received_at AS "receivedAt", d.attempts, d.body`;

/**
 * Limits the locked rows to a number of bytes, because a body may have 5 MB. The first row is always included. Postgres
 * knows the length of a body without decompressing it, and does not read bodies beyond the limit. The window has no
 * ORDER BY because that would sort, and rows of a CTE already come in the order of its statement.
 */
const upTo = (bytes: string, locking: string): string => `
  WITH locked AS MATERIALIZED (${locking})
  SELECT "retailerId", id, platform, topic, "triggeredAt", "receivedAt", attempts, body
    FROM (SELECT *, sum(octet_length(body)) OVER (ROWS UNBOUNDED PRECEDING) - octet_length(body) AS before
            FROM locked) counted
   WHERE before < ${bytes}`;

/** The SQL of the intake. */
@Injectable()
export class InboxRepository {
  constructor(private readonly database: Database) {}

  /** Inserts the deliveries and returns the number of new ones. They are sorted, so that two groups can't deadlock. */
  insert(deliveries: readonly NewDelivery[]): Promise<number> {
    const sorted = deliveries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const rows = JSON.stringify(sorted.map((delivery) => ({ ...delivery, body: undefined })));
    const bodies = sorted.map(({ body }) => body);
    return this.database.acrossRetailers.execute(INSERT, [
      rows,
      bodies.map(({ length }) => length),
      Buffer.concat(bodies),
    ]);
  }

  /**
   * Locks the due deliveries among the named ones, up to a number of bytes. Skips those that another worker has locked.
   */
  claim(tx: Tx, retailerIds: readonly string[], ids: readonly string[], bytes: number): Promise<ClaimedDelivery[]> {
    return tx.query<ClaimedDelivery>(
      upTo(
        '$3',
        `SELECT ${CLAIMED} FROM unnest($1::uuid[], $2::uuid[]) AS wanted (retailer_id, id)
           JOIN deliveries d USING (retailer_id, id) ${retailerOf('d')}
          WHERE d.status = 'pending' AND d.due_at <= now()
            FOR UPDATE OF d SKIP LOCKED`,
      ),
      [retailerIds, ids, bytes],
    );
  }

  /** Locks the deliveries that are due longest, without those in `held`, up to a number of rows and bytes. */
  async claimDue(tx: Tx, held: readonly string[], limit: number, bytes: number): Promise<ClaimedDelivery[]> {
    // The index has this order. With outdated statistics Postgres would sort the whole backlog for every batch.
    await tx.execute('SET LOCAL enable_sort = off');
    return tx.query<ClaimedDelivery>(
      upTo(
        '$3',
        `SELECT ${CLAIMED} FROM deliveries d ${retailerOf('d')}
          WHERE d.status = 'pending' AND d.due_at <= now() AND d.id <> ALL ($1::uuid[])
          ORDER BY d.due_at LIMIT $2
            FOR UPDATE OF d SKIP LOCKED`,
      ),
      [held, limit, bytes],
    );
  }

  /** Locks a pending delivery, due or not; undefined where it has its outcome. */
  async hold(tx: Tx, retailerId: string, id: string): Promise<ClaimedDelivery | undefined> {
    const [row] = await tx.query<ClaimedDelivery>(
      `SELECT ${CLAIMED} FROM deliveries d ${retailerOf('d')}
        WHERE d.retailer_id = $1 AND d.id = $2 AND d.status = 'pending' FOR UPDATE OF d`,
      [retailerId, id],
    );
    return row;
  }

  /** Writes the outcomes, and what the bodies are about. Pending deliveries become due again later. */
  async mark(tx: Tx, results: readonly { delivery: ClaimedDelivery; outcome: Outcome }[]): Promise<void> {
    const now = new Date();
    await tx.execute(
      `UPDATE deliveries d
          SET status = result.status, problem = result.problem, attempts = d.attempts + 1,
              processed_at = CASE WHEN result.due_at IS NULL THEN $6::timestamptz END,
              due_at = coalesce(result.due_at, d.due_at),
              about = CASE WHEN d.emptied_at IS NULL THEN coalesce(result.about::int[], d.about) END
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $7::text[])
              AS result (retailer_id, id, status, problem, due_at, about)
        WHERE d.retailer_id = result.retailer_id AND d.id = result.id`,
      [
        results.map(({ delivery }) => delivery.retailerId),
        results.map(({ delivery }) => delivery.id),
        results.map(({ outcome }) => outcome.status),
        results.map(({ outcome }) => outcome.problem ?? null),
        results.map(({ outcome }) => dueAfter(now, outcome.retryInMs)),
        now,
        results.map(({ delivery, outcome }) => aboutOf(delivery.retailerId, outcome.subjects)),
      ],
    );
  }

  /** Records a failed attempt: the delivery is due again after the pause, or `failed` where there is none. */
  async recordFailure(
    delivery: Pick<ClaimedDelivery, 'retailerId' | 'id'>,
    problem: string,
    retryInMs: number | undefined,
  ): Promise<void> {
    await this.database.of(delivery.retailerId).execute(
      `UPDATE deliveries
          SET attempts = attempts + 1, problem = $3,
              status = CASE WHEN $4::int IS NULL THEN 'failed' ELSE 'pending' END,
              due_at = now() + make_interval(secs => coalesce($4::int, 0) / 1000.0)
        WHERE retailer_id = $1 AND id = $2 AND status = 'pending'`,
      [delivery.retailerId, delivery.id, problem, retryInMs ?? null],
    );
  }

  /** Whether a delivery has been due for two seconds and no worker took it. */
  async hasForgotten(): Promise<boolean> {
    const rows = await this.database.acrossRetailers.query(
      `SELECT 1 FROM deliveries WHERE status = 'pending' AND due_at <= now() - interval '2 seconds' LIMIT 1`,
    );
    return rows.length > 0;
  }

  async isPending(retailerId: string, topic: string): Promise<boolean> {
    const rows = await this.database
      .of(retailerId)
      .query(`SELECT 1 FROM deliveries WHERE retailer_id = $1 AND topic = $2 AND status = 'pending' LIMIT 1`, [
        retailerId,
        topic,
      ]);
    return rows.length > 0;
  }

  async figures(sql: Sql = this.database.acrossRetailers): Promise<InboxAnswer> {
    const [row] = await sql.query<{ pending: string; failed: string; oldest: number | null }>(
      `SELECT (SELECT count(*) FROM deliveries WHERE status = 'pending') AS pending,
              (SELECT count(*) FROM deliveries WHERE status = 'failed') AS failed,
              (SELECT extract(epoch FROM now() - min(received_at))::float8 FROM deliveries WHERE status = 'pending') AS oldest`,
    );
    return {
      pending: Number(row?.pending ?? 0),
      failed: Number(row?.failed ?? 0),
      oldestPendingSeconds: Math.max(0, Math.round(row?.oldest ?? 0)),
    };
  }
}

/** As the text of an array, because lists in a list of parameters must have the same length. */
const aboutOf = (retailerId: string, subjects: ReadonlySet<string> | undefined): string | null =>
  subjects ? `{${numbersOfBody(retailerId, subjects).join()}}` : null;

const dueAfter = (now: Date, ms: number | undefined): Date | null =>
  ms === undefined ? null : new Date(now.getTime() + ms);
