import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { type Cause, isSilentSql } from '../../commerce/model/causes.js';
import { INSTALLED, retailerOf } from '../../retailers/retailers.sql.js';

/** An order to read, and what asks for it. */
export interface OrderToRead {
  readonly orderId: string;
  readonly cause: Cause;
}

export interface LeasedRead extends OrderToRead {
  /** As it was when the read began. */
  readonly version: number;
  readonly attempts: number;
  /** The worker that reads it. */
  readonly leasedBy: string;
}

/** Whoever does not renew its lease for so long counts as dead. */
const LEASE_SECONDS = 20;
/** Several tries before it runs out. */
export const RENEW_LEASE_MS = 5_000;

/** All SQL of the orders that are to be read. */
@Injectable()
export class PlatformBOrderReadsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Whoever asks makes the order due now, also one that was given up. Sorted, so that two can't wait in a ring. A silent
   * cause hides no other that waits.
   */
  async request(tx: Tx, retailerId: string, orders: readonly OrderToRead[]): Promise<void> {
    const causes = new Map(orders.map(({ orderId, cause }) => [orderId, cause]));
    const ids = [...causes.keys()].sort();
    await tx.execute(
      `INSERT INTO platform_b_order_reads (retailer_id, order_id, cause)
       SELECT $1, order_id, cause FROM unnest($2::text[], $3::text[]) AS r (order_id, cause)
       ON CONFLICT (retailer_id, order_id) DO UPDATE SET version = platform_b_order_reads.version + 1,
         cause = CASE WHEN ${isSilentSql('excluded.cause')} AND platform_b_order_reads.due_at IS NOT NULL
                      THEN platform_b_order_reads.cause ELSE excluded.cause END, due_at = excluded.due_at, attempts = 0, problem = NULL`,
      [retailerId, ids, ids.map((id) => causes.get(id) ?? '')],
    );
  }

  /** Takes those that are due longest; none while the store is paused or not installed. */
  lease(retailerId: string, worker: string, limit: number): Promise<LeasedRead[]> {
    return this.database.of(retailerId).query(
      `UPDATE platform_b_order_reads SET leased_by = $4, leased_until = now() + $3 * interval '1 second'
        WHERE retailer_id = $1 AND order_id = ANY (ARRAY(
          SELECT o.order_id FROM platform_b_order_reads o
            ${retailerOf('o')} AND ${INSTALLED}
            JOIN platform_b_stores s ON s.retailer_id = o.retailer_id AND (s.paused_until IS NULL OR s.paused_until <= now())
           WHERE o.retailer_id = $1 AND o.due_at <= now() AND (o.leased_until IS NULL OR o.leased_until <= now())
           ORDER BY o.due_at LIMIT $2 FOR UPDATE OF o SKIP LOCKED))
       RETURNING order_id AS "orderId", version, attempts, cause, leased_by AS "leasedBy"`,
      [retailerId, limit, LEASE_SECONDS, worker],
    );
  }

  /** Keeps what is still being read; an order that is over meanwhile has no lease to renew. */
  async renew(retailerId: string, worker: string, orderIds: readonly string[]): Promise<void> {
    await this.database.of(retailerId).execute(
      `UPDATE platform_b_order_reads SET leased_until = now() + $3 * interval '1 second'
        WHERE retailer_id = $1 AND order_id = ANY ($2::text[]) AND leased_by = $4 AND leased_until IS NOT NULL`,
      [retailerId, orderIds, LEASE_SECONDS, worker],
    );
  }

  /** The order was read: gone, unless it was asked for again meanwhile. */
  async finish(tx: Tx, retailerId: string, read: LeasedRead): Promise<void> {
    const done = await tx.execute(
      `DELETE FROM platform_b_order_reads WHERE retailer_id = $1 AND order_id = $2 AND version = $3`,
      [retailerId, read.orderId, read.version],
    );
    if (done === 0) await this.release(retailerId, read, tx);
  }

  /** Not read, for a reason of the store's: as due as before. */
  async release(
    retailerId: string,
    { orderId, leasedBy }: LeasedRead,
    sql: Sql = this.database.of(retailerId),
  ): Promise<void> {
    await sql.execute(
      `UPDATE platform_b_order_reads SET leased_until = NULL
        WHERE retailer_id = $1 AND order_id = $2 AND leased_by = $3`,
      [retailerId, orderId, leasedBy],
    );
  }

  /** Not read, for a reason of its own: due after the pause, or given up; due as before where it was asked for again. */
  async recordFailure(
    retailerId: string,
    { orderId, version, leasedBy }: LeasedRead,
    problem: string,
    dueAt: Date | null,
  ): Promise<void> {
    await this.database.of(retailerId).execute(
      `UPDATE platform_b_order_reads SET leased_until = NULL, problem = $4,
              attempts = CASE WHEN version = $3 THEN attempts + 1 ELSE attempts END,
              due_at = CASE WHEN version = $3 THEN $5::timestamptz ELSE due_at END
        WHERE retailer_id = $1 AND order_id = $2 AND leased_by = $6`,
      [retailerId, orderId, version, problem, dueAt, leasedBy],
    );
  }

  /** The work of a store that is uninstalled. */
  async forget(tx: Tx, retailerId: string): Promise<void> {
    await tx.execute(`DELETE FROM platform_b_order_reads WHERE retailer_id = $1`, [retailerId]);
  }

  async forgetOrders(tx: Tx, retailerId: string, orderIds: readonly string[]): Promise<number> {
    return tx.execute(`DELETE FROM platform_b_order_reads WHERE retailer_id = $1 AND order_id = ANY ($2::text[])`, [
      retailerId,
      orderIds,
    ]);
  }

  /** Stores with orders that are due and that nobody reads. One probe of the index for each store. */
  async waitingStores(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT s.retailer_id AS id FROM platform_b_stores s
         ${retailerOf('s')} AND ${INSTALLED}
        WHERE coalesce(s.paused_until <= now(), true) AND EXISTS (
          SELECT 1 FROM platform_b_order_reads o WHERE o.retailer_id = s.retailer_id AND o.due_at <= now()
             AND coalesce(o.leased_until <= now(), true))`,
    );
    return rows.map(({ id }) => id);
  }

  async figures(): Promise<{ due: number; givenUp: number }> {
    const [row] = await this.database.acrossRetailers.query<{ due: number; givenUp: number }>(
      `SELECT count(due_at)::int AS due, count(*) FILTER (WHERE due_at IS NULL)::int AS "givenUp"
         FROM platform_b_order_reads`,
    );
    return row ?? { due: 0, givenUp: 0 };
  }
}
