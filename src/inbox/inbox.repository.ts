import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import type { Platform } from '../retailers/retailer.entity.js';
import { retailerOf } from '../retailers/retailers.sql.js';
import type { DeliveryStatus } from './delivery.entity.js';

/** A proven delivery on its way into the inbox. */
export interface NewDelivery {
  readonly retailerId: string;
  readonly id: string;
  readonly topic: string;
  readonly deliveryId: string;
  readonly eventId: string | null;
  /** ISO 8601 or null. */
  readonly triggeredAt: string | null;
  readonly body: Buffer;
  /** Names the bytes, where they may come in under another store's name: a UUID made of a hash under a key. */
  readonly bodyHash: string | null;
}

/** A delivery that this transaction holds. */
export interface ClaimedDelivery {
  readonly retailerId: string;
  readonly id: string;
  readonly platform: Platform;
  readonly topic: string;
  readonly triggeredAt: Date | null;
  readonly receivedAt: Date;
  readonly attempts: number;
  readonly body: Buffer;
}

/** What became of a delivery. */
export interface Outcome {
  /** `pending`: it waits for an answer from elsewhere and is due again after `retryInMs`, in case none comes. */
  readonly status: DeliveryStatus;
  readonly problem?: string;
  readonly retryInMs?: number;
  /** Why its headers are not believed. */
  readonly doubt?: Doubt;
}

export type Doubt = 'another_store' | 'another_topic' | 'token_alive';

/**
 * Any number of rows in three parameters: the rows as JSON ($1), the lengths of the bodies ($2) and all bodies in one
 * piece ($3). Seven parameters for each row would cost the process a tenth of its throughput.
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
 * Of the rows that a statement locks, in its order, as many as fit into so many bytes, and always the first: bodies may
 * have 5 MB each. Lengths are known without unpacking, and what does not fit is not read. No ORDER BY in the window: it
 * would be a sort, and the rows of a CTE come as they were made.
 */
const upTo = (bytes: string, locking: string): string => `
  WITH locked AS MATERIALIZED (${locking})
  SELECT "retailerId", id, platform, topic, "triggeredAt", "receivedAt", attempts, body
    FROM (SELECT *, sum(octet_length(body)) OVER (ROWS UNBOUNDED PRECEDING) - octet_length(body) AS before
            FROM locked) counted
   WHERE before < ${bytes}`;

/** All SQL of the inbox. */
@Injectable()
export class InboxRepository {
  constructor(private readonly database: Database) {}

  /** Commits the deliveries; returns how many were new. Sorted, so that two groups can't wait for each other in a ring. */
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

  /** Locks those of the named deliveries that are due, up to so many bytes; what another worker holds is left to it. */
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

  /** Locks the deliveries that are due longest, but for those that the transaction has; up to so many, and so many bytes. */
  async claimDue(tx: Tx, held: readonly string[], limit: number, bytes: number): Promise<ClaimedDelivery[]> {
    // The index has them in order; with old statistics Postgres would rather sort the whole backlog for every batch.
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

  /** Locks a delivery that waits for its outcome, due or not; undefined where it has one. */
  async hold(tx: Tx, retailerId: string, id: string): Promise<ClaimedDelivery | undefined> {
    const [row] = await tx.query<ClaimedDelivery>(
      `SELECT ${CLAIMED} FROM deliveries d ${retailerOf('d')}
        WHERE d.retailer_id = $1 AND d.id = $2 AND d.status = 'pending' FOR UPDATE OF d`,
      [retailerId, id],
    );
    return row;
  }

  /** Writes outcomes; what waits is due again later. */
  async mark(tx: Tx, results: readonly { delivery: ClaimedDelivery; outcome: Outcome }[]): Promise<void> {
    const now = new Date();
    await tx.execute(
      `UPDATE deliveries d
          SET status = result.status, problem = result.problem, attempts = d.attempts + 1,
              processed_at = CASE WHEN result.due_at IS NULL THEN $6::timestamptz END,
              due_at = coalesce(result.due_at, d.due_at)
         FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
              AS result (retailer_id, id, status, problem, due_at)
        WHERE d.retailer_id = result.retailer_id AND d.id = result.id`,
      [
        results.map(({ delivery }) => delivery.retailerId),
        results.map(({ delivery }) => delivery.id),
        results.map(({ outcome }) => outcome.status),
        results.map(({ outcome }) => outcome.problem ?? null),
        results.map(({ outcome }) => dueAfter(now, outcome.retryInMs)),
        now,
      ],
    );
  }

  /** After a failed try: due again after the pause, or `failed` for good. */
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

  /** True where something is due that nobody took for two seconds. */
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

  async figures(
    sql: Sql = this.database.acrossRetailers,
  ): Promise<{ pending: number; failed: number; oldestPendingSeconds: number }> {
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

const dueAfter = (now: Date, ms: number | undefined): Date | null =>
  ms === undefined ? null : new Date(now.getTime() + ms);
