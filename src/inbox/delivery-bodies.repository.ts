import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { numbersOfBody, numbersToFind } from './body-subjects.js';
import type { Platform } from '../retailers/retailer.entity.js';
import { retailerOf } from '../retailers/retailers.sql.js';
import type { Delivery } from './delivery.entity.js';
import type { ClaimedDelivery } from './inbox.repository.js';

/** A delivery with its body. */
export interface KeptDelivery extends Pick<Delivery, 'id' | 'topic' | 'deliveryId' | 'status' | 'receivedAt' | 'body'> {
  readonly platform: Platform;
}

/** Bodies of a retailer by id. */
export interface BodyPage {
  readonly deliveries: readonly KeptDelivery[];
  /** Where the next page begins; undefined at the end. */
  readonly next: string | undefined;
}

type Named = Pick<ClaimedDelivery, 'retailerId' | 'id'>;

/** A delivery whose body a sweep reads. */
export type UnreadDelivery = Named & Pick<KeptDelivery, 'topic' | 'body' | 'platform'>;

const ROWS_AT_ONCE = 500;
/** A page ends after the body that exceeds this, because a body may have 5 MB. */
const BYTES_AT_ONCE = 8 * 1024 * 1024;

const isElsewhere = (condition: string): string =>
  `d.body_hash = mine.body_hash AND ${condition}
      AND (d.status <> 'pending' OR (d.received_at, d.id) < (mine.received_at, mine.id))`;

/** The ranges around the own retailer id let the index skip repeats under the same store. */
const ELSEWHERE = `
  SELECT mine.id FROM unnest($1::uuid[], $2::uuid[]) AS wanted (retailer_id, id)
    JOIN deliveries mine USING (retailer_id, id)
   WHERE EXISTS (SELECT FROM deliveries d WHERE ${isElsewhere('d.retailer_id < mine.retailer_id')})
      OR EXISTS (SELECT FROM deliveries d WHERE ${isElsewhere('d.retailer_id > mine.retailer_id')})`;

/** As `ELSEWHERE`, where other retailers may lie on other nodes: each node gets the own rows. */
const ELSEWHERE_ON_OTHER_NODES = `
  WITH mine AS MATERIALIZED (
    SELECT retailer_id, id, body_hash, received_at FROM unnest($1::uuid[], $2::uuid[]) AS wanted (retailer_id, id)
      JOIN deliveries USING (retailer_id, id))
  SELECT DISTINCT mine.id FROM mine JOIN deliveries d ON ${isElsewhere('d.retailer_id <> mine.retailer_id')}`;

/**
 * The hits are found by their numbers alone, which include the retailer: with a condition on the retailer beside them,
 * Postgres may read all rows of the retailer. A pending delivery has no numbers before it is processed. The order of
 * the pending ones is that of their index: otherwise Postgres reads all deliveries while its statistics are of a time
 * when most were pending.
 */
const PAGE_ABOUT = `
  WITH hits AS MATERIALIZED (
    SELECT retailer_id, id, octet_length(body) AS size FROM deliveries WHERE about && $5::int[]
  ), unread AS MATERIALIZED (
    SELECT id, octet_length(body) AS size FROM deliveries
     WHERE retailer_id = $1 AND about IS NULL AND emptied_at IS NULL AND status <> 'pending'
  ), waiting AS MATERIALIZED (
    SELECT retailer_id, id, octet_length(body) AS size FROM deliveries
     WHERE about IS NULL AND emptied_at IS NULL AND status = 'pending' ORDER BY due_at
  ), page AS (
    SELECT id, size, sum(size) OVER (ORDER BY id) AS total
      FROM (SELECT id, size FROM hits WHERE retailer_id = $1
            UNION ALL SELECT id, size FROM unread
            UNION ALL SELECT id, size FROM waiting WHERE retailer_id = $1) kept
     WHERE $2::uuid IS NULL OR id > $2 ORDER BY id LIMIT $3
  )
  SELECT d.id, r.platform, d.topic, d.delivery_id AS "deliveryId", d.status, d.received_at AS "receivedAt", d.body
    FROM page JOIN deliveries d ON d.retailer_id = $1 AND d.id = page.id
    ${retailerOf('d')}
   WHERE page.total - page.size < $4
   ORDER BY d.id`;

const PAGE_UNREAD = `
  SELECT d.retailer_id AS "retailerId", d.id, r.platform, d.topic, d.body
    FROM (SELECT retailer_id, id, octet_length(body) AS size, sum(octet_length(body)) OVER (ORDER BY retailer_id, id) AS total
            FROM (SELECT retailer_id, id, body FROM deliveries
                   WHERE about IS NULL AND emptied_at IS NULL AND status <> 'pending'
                   ORDER BY retailer_id, id LIMIT $1) rows) page
    JOIN deliveries d ON d.retailer_id = page.retailer_id AND d.id = page.id
    ${retailerOf('d')}
   WHERE page.total - page.size < $2`;

/** The SQL for reading and emptying stored bodies. */
@Injectable()
export class DeliveryBodiesRepository {
  constructor(private readonly database: Database) {}

  /**
   * The next bodies of a retailer that may be about one of the subjects. Bodies whose subjects are not known yet are
   * among them. It runs across retailers, because under row-level security Postgres uses no index for `&&`.
   */
  async page(retailerId: string, subjects: Iterable<string>, after: string | undefined): Promise<BodyPage> {
    const deliveries = await this.database.acrossRetailers.query<KeptDelivery>(PAGE_ABOUT, [
      retailerId,
      after ?? null,
      ROWS_AT_ONCE,
      BYTES_AT_ONCE,
      numbersToFind(retailerId, subjects),
    ]);
    const bytes = deliveries.reduce((sum, { body }) => sum + body.length, 0);
    const isFull = deliveries.length === ROWS_AT_ONCE || bytes >= BYTES_AT_ONCE;
    return { deliveries, next: isFull ? deliveries.at(-1)?.id : undefined };
  }

  /** Some processed bodies of any retailer whose subjects are not known. */
  unread(): Promise<UnreadDelivery[]> {
    return this.database.acrossRetailers.query<UnreadDelivery>(PAGE_UNREAD, [ROWS_AT_ONCE, BYTES_AT_ONCE]);
  }

  /** Writes what the bodies are about. */
  async describe(deliveries: readonly (Named & { readonly subjects: ReadonlySet<string> })[]): Promise<void> {
    await this.database.acrossRetailers.execute(
      `UPDATE deliveries d SET about = string_to_array(read.about, ',')::int[]
         FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS read (retailer_id, id, about)
        WHERE d.retailer_id = read.retailer_id AND d.id = read.id AND d.emptied_at IS NULL`,
      [
        deliveries.map(({ retailerId }) => retailerId),
        deliveries.map(({ id }) => id),
        deliveries.map(({ retailerId, subjects }) => numbersOfBody(retailerId, subjects).join()),
      ],
    );
  }

  /** Empties bodies for good. Pending and failed deliveries become `ignored`. */
  async empty(tx: Tx, retailerId: string, ids: readonly string[], reason: string): Promise<number> {
    if (ids.length === 0) return 0;
    return tx.execute(
      `UPDATE deliveries
          SET body = '', about = NULL, emptied_at = $4, problem = $3, processed_at = coalesce(processed_at, $4),
              status = CASE WHEN status IN ('pending', 'failed') THEN 'ignored' ELSE status END
        WHERE retailer_id = $1 AND id = ANY ($2::uuid[]) AND emptied_at IS NULL`,
      [retailerId, ids, reason, new Date()],
    );
  }

  /** Empties only the body: the worker that has locked the delivery writes its outcome. */
  async forget(tx: Tx, retailerId: string, deliveries: readonly Named[]): Promise<void> {
    if (deliveries.length === 0) return;
    await tx.execute(
      `UPDATE deliveries SET body = '', about = NULL, emptied_at = now() WHERE retailer_id = $1 AND id = ANY ($2::uuid[])`,
      [retailerId, deliveries.map(({ id }) => id)],
    );
  }

  /** Empties bodies that belong to another store, with their hash, so that this store keeps no trace of them. */
  async disown(tx: Tx, retailerId: string, deliveries: readonly Named[]): Promise<void> {
    if (deliveries.length === 0) return;
    await tx.execute(
      `UPDATE deliveries SET body = '', about = NULL, emptied_at = now(), body_hash = NULL
        WHERE retailer_id = $1 AND id = ANY ($2::uuid[])`,
      [retailerId, deliveries.map(({ id }) => id)],
    );
  }

  /**
   * The ids of the deliveries whose bytes have arrived earlier under another store's name. Of two pending deliveries
   * the earlier one counts.
   */
  async claimedElsewhere(tx: Tx, deliveries: readonly Named[]): Promise<ReadonlySet<string>> {
    const rows = await tx.query<{ id: string }>(this.database.isDistributed ? ELSEWHERE_ON_OTHER_NODES : ELSEWHERE, [
      deliveries.map(({ retailerId }) => retailerId),
      deliveries.map(({ id }) => id),
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Empties bodies of deliveries that were processed more than `days` ago. Returns their number. */
  emptyOld(days: number, limit: number): Promise<number> {
    return this.database.acrossRetailers.execute(
      `WITH old AS MATERIALIZED (
         SELECT retailer_id, id FROM deliveries
          WHERE status IN ('processed', 'ignored') AND emptied_at IS NULL
            AND processed_at < now() - make_interval(days => $1)
          ORDER BY processed_at LIMIT $2)
       UPDATE deliveries SET body = '', about = NULL, emptied_at = now(), body_hash = NULL
        WHERE (retailer_id, id) IN (TABLE old)
          AND status IN ('processed', 'ignored') AND emptied_at IS NULL`,
      [days, limit],
    );
  }

  /** The number of the retailer's bodies, not counting those of pending deliveries. */
  async countKept(sql: Sql, retailerId: string): Promise<number> {
    const [row] = await sql.query<{ kept: string }>(
      `SELECT count(*) AS kept FROM deliveries WHERE retailer_id = $1 AND emptied_at IS NULL AND status <> 'pending'`,
      [retailerId],
    );
    return Number(row?.kept ?? 0);
  }
}
