import { Injectable } from '@nestjs/common';
import { Database, each, type Sql, type Tx } from '#libs/database';
import { isUuid, type Page, pageOf, parseDecimal, readCursor } from '#libs/kernel';
import type { CompiledCriteria } from './criteria/compile.js';
import { Binder } from './criteria/criterion.js';
import type { CustomerFacts } from './criteria/facts.js';
import type { MembershipChange } from './difference.js';

export interface Member {
  readonly customerId: string;
  readonly externalId: string;
  readonly email: string | null;
  readonly enteredAt: Date;
}

export interface ChangedCustomer {
  readonly customerId: string;
  readonly cause: string;
}

/** How many would enter and leave. */
export interface Movement {
  readonly entered: number;
  readonly left: number;
}

const OPEN_OF_SEGMENT = `m.retailer_id = $1 AND m.segment_id = $2 AND m.left_at IS NULL`;

/** All SQL of memberships and transitions. */
@Injectable()
export class MembershipRepository {
  constructor(private readonly database: Database) {}

  /** The database's clock, read once for each evaluation. Not now(): the transaction may have waited for a lock. */
  async clock(tx: Tx): Promise<Date> {
    const [row] = await tx.query<{ now: Date }>(`SELECT clock_timestamp() AS now`);
    if (!row) throw new Error('the database told no time');
    return row.now;
  }

  /** Takes customers whose memberships are due; another worker's are left to it. */
  takeChanges(tx: Tx, retailerId: string, limit: number): Promise<ChangedCustomer[]> {
    return tx.query<ChangedCustomer>(
      `DELETE FROM customer_changes x
        WHERE x.retailer_id = $1 AND x.customer_id = ANY (ARRAY(
          SELECT customer_id FROM customer_changes WHERE retailer_id = $1 LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING x.customer_id AS "customerId", x.cause`,
      [retailerId, limit],
    );
  }

  /** Retailers whose changes nobody took for two seconds. */
  async forgottenChanges(): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT r.id FROM retailers r WHERE EXISTS (
         SELECT 1 FROM customer_changes x WHERE x.retailer_id = r.id AND x.changed_at < now() - interval '2 seconds')`,
    );
    return rows.map(({ id }) => id);
  }

  async facts(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<Map<string, CustomerFacts>> {
    const rows = await tx.query<{ id: string; ordersCount: number; totalSpent: string }>(
      `SELECT id, orders_count AS "ordersCount", total_spent AS "totalSpent"
         FROM ${each('customers', 'id', 'uuid')}`,
      [retailerId, customerIds],
    );
    return new Map(
      rows.map(({ id, ordersCount, totalSpent }) => [id, { ordersCount, totalSpent: parseDecimal(totalSpent) ?? 0n }]),
    );
  }

  /** The segments that each of the customers is in. */
  async openMemberships(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<Map<string, Set<string>>> {
    const rows = await tx.query<{ customerId: string; segmentIds: string[] }>(
      `SELECT wanted.id AS "customerId", open.segments AS "segmentIds"
         FROM unnest($2::uuid[]) AS wanted (id)
        CROSS JOIN LATERAL (SELECT array_agg(segment_id) AS segments FROM segment_memberships
                             WHERE retailer_id = $1 AND customer_id = wanted.id AND left_at IS NULL) open
        WHERE open.segments IS NOT NULL`,
      [retailerId, customerIds],
    );
    return new Map(rows.map(({ customerId, segmentIds }) => [customerId, new Set(segmentIds)]));
  }

  /** The names of the segments that each of the customers is in. */
  async segmentNames(retailerId: string, customerIds: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.database.query<{ customerId: string; names: string[] }>(
      `SELECT m.customer_id AS "customerId", array_agg(s.name ORDER BY s.name) AS names
         FROM segment_memberships m JOIN segments s ON s.retailer_id = m.retailer_id AND s.id = m.segment_id
        WHERE m.retailer_id = $1 AND m.customer_id = ANY ($2::uuid[]) AND m.left_at IS NULL
        GROUP BY m.customer_id`,
      [retailerId, customerIds],
    );
    return new Map(rows.map(({ customerId, names }) => [customerId, names]));
  }

  /** Writes the difference and a transition for each change. */
  async write(tx: Tx, retailerId: string, at: Date, changes: readonly MembershipChange[]): Promise<void> {
    if (changes.length === 0) return;
    await tx.execute(
      `WITH change AS (
         SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[]) AS r (segment_id, customer_id, kind, cause)
       ), leaving AS (
         UPDATE segment_memberships m SET left_at = $2 FROM change
          WHERE change.kind = 'left' AND m.retailer_id = $1 AND m.segment_id = change.segment_id
            AND m.customer_id = change.customer_id AND m.left_at IS NULL
       ), entering AS (
         INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at)
         SELECT $1, segment_id, customer_id, $2 FROM change WHERE kind = 'entered'
       )
       INSERT INTO segment_transitions (retailer_id, segment_id, customer_id, at, kind, cause)
       SELECT $1, segment_id, customer_id, $2, kind, cause FROM change`,
      [
        retailerId,
        at,
        changes.map(({ segmentId }) => segmentId),
        changes.map(({ customerId }) => customerId),
        changes.map(({ kind }) => kind),
        changes.map(({ cause }) => cause),
      ],
    );
  }

  /** Evaluates one definition over all customers of the retailer and writes only the difference: one statement. */
  async evaluateAll(
    tx: Tx,
    retailerId: string,
    segmentId: string,
    criteria: CompiledCriteria,
    at: Date,
  ): Promise<void> {
    const binder = new Binder([retailerId, segmentId, at]);
    const holds = criteria.sql(binder);
    await tx.queryOnce(
      `WITH leaving AS (
         UPDATE segment_memberships m SET left_at = $3 FROM customers c
          WHERE ${OPEN_OF_SEGMENT} AND c.retailer_id = $1 AND c.id = m.customer_id AND NOT ${holds}
         RETURNING m.customer_id
       ), entering AS (
         INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at)
         SELECT $1, $2, c.id, $3 FROM customers c
          WHERE c.retailer_id = $1 AND ${holds}
            AND NOT EXISTS (SELECT 1 FROM segment_memberships m WHERE ${OPEN_OF_SEGMENT} AND m.customer_id = c.id)
         RETURNING customer_id
       )
       INSERT INTO segment_transitions (retailer_id, segment_id, customer_id, at, kind, cause)
       SELECT $1, $2, customer_id, $3, 'left', 'definition' FROM leaving
       UNION ALL SELECT $1, $2, customer_id, $3, 'entered', 'definition' FROM entering`,
      binder.values,
    );
  }

  /** Who would enter and leave if all customers were evaluated now; changes nothing. */
  async movement(sql: Sql, retailerId: string, segmentId: string, criteria: CompiledCriteria): Promise<Movement> {
    const binder = new Binder([retailerId, segmentId]);
    const holds = criteria.sql(binder);
    const [row] = await sql.queryOnce<{ entered: string; left: string }>(
      `SELECT count(*) FILTER (WHERE ${holds} AND m.customer_id IS NULL) AS entered,
              count(*) FILTER (WHERE NOT ${holds} AND m.customer_id IS NOT NULL) AS "left"
         FROM customers c
         LEFT JOIN segment_memberships m ON ${OPEN_OF_SEGMENT} AND m.customer_id = c.id
        WHERE c.retailer_id = $1`,
      binder.values,
    );
    return { entered: Number(row?.entered ?? 0), left: Number(row?.left ?? 0) };
  }

  async count(sql: Sql, retailerId: string, segmentId: string): Promise<number> {
    const [row] = await sql.query<{ members: string }>(
      `SELECT count(*) AS members FROM segment_memberships m WHERE ${OPEN_OF_SEGMENT}`,
      [retailerId, segmentId],
    );
    return Number(row?.members ?? 0);
  }

  /** Sorted by customer, so that a page stays where it is while others enter and leave. */
  async members(retailerId: string, segmentId: string, limit: number, cursor?: string): Promise<Page<Member>> {
    const [after] = readCursor(cursor, [isUuid]) ?? [];
    const rows = await this.database.query<Member>(
      `SELECT m.customer_id AS "customerId", c.external_id AS "externalId", c.email, m.entered_at AS "enteredAt"
         FROM segment_memberships m JOIN customers c ON c.retailer_id = m.retailer_id AND c.id = m.customer_id
        WHERE ${OPEN_OF_SEGMENT} AND ($3::uuid IS NULL OR m.customer_id > $3::uuid)
        ORDER BY m.customer_id LIMIT $4`,
      [retailerId, segmentId, after ?? null, limit + 1],
    );
    return pageOf(rows, limit, ({ customerId }) => [customerId]);
  }
}
