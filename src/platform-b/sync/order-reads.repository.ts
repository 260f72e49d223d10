import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type Tx } from '#libs/database';
import { type Cause, isSilentSql } from '../../commerce/model/causes.js';
import { INSTALLED, retailerOf } from '../../retailers/retailers.sql.js';
import { OrderRead } from './order-read.entity.js';

/** An order to read, and the cause of the read. */
export interface OrderToRead extends Pick<OrderRead, 'orderId'> {
  readonly cause: Cause;
}

/** The row as it was when the read began. */
export interface LeasedRead extends OrderToRead, Pick<OrderRead, 'version' | 'attempts'> {
  readonly leasedBy: string;
}

const LEASED_READ = columnsOf(OrderRead, 'l', ['orderId', 'version', 'attempts', 'cause', 'leasedBy']);

/** A lease that is not renewed for this time has ended. */
const LEASE_SECONDS = 20;
/** Allows several renewals before the lease ends. */
export const RENEW_LEASE_MS = 5_000;

/** Plain SQL of `platform_b_order_reads`: leases, conditional writes, and reads for many stores. */
@Injectable()
export class PlatformBOrderReadsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Makes the orders due now, also those that were given up. The ids are sorted, so that two transactions cannot
   * deadlock. A silent cause does not replace the cause of a request that waits.
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

  /** Leases the orders that have been due longest; none while the store is paused or not installed. */
  lease(retailerId: string, worker: string, limit: number): Promise<LeasedRead[]> {
    return this.database.of(retailerId).query(
      `UPDATE platform_b_order_reads AS l SET leased_by = $4, leased_until = now() + $3 * interval '1 second'
        WHERE retailer_id = $1 AND order_id = ANY (ARRAY(
          SELECT o.order_id FROM platform_b_order_reads o
            ${retailerOf('o')} AND ${INSTALLED}
            JOIN platform_b_stores s ON s.retailer_id = o.retailer_id AND (s.paused_until IS NULL OR s.paused_until <= now())
           WHERE o.retailer_id = $1 AND o.due_at <= now() AND (o.leased_until IS NULL OR o.leased_until <= now())
           ORDER BY o.due_at LIMIT $2 FOR UPDATE OF o SKIP LOCKED))
       RETURNING ${LEASED_READ}`,
      [retailerId, limit, LEASE_SECONDS, worker],
    );
  }

  /** Renews the leases of the orders that are still being read. */
  async renew(retailerId: string, worker: string, orderIds: readonly string[]): Promise<void> {
    await this.database.of(retailerId).execute(
      `UPDATE platform_b_order_reads SET leased_until = now() + $3 * interval '1 second'
        WHERE retailer_id = $1 AND order_id = ANY ($2::text[]) AND leased_by = $4 AND leased_until IS NOT NULL`,
      [retailerId, orderIds, LEASE_SECONDS, worker],
    );
  }

  /** Deletes the row of an order that was read, unless another request came meanwhile. */
  async finish(tx: Tx, retailerId: string, read: LeasedRead): Promise<void> {
    const done = await tx.execute(
      `DELETE FROM platform_b_order_reads WHERE retailer_id = $1 AND order_id = $2 AND version = $3`,
      [retailerId, read.orderId, read.version],
    );
    if (done === 0) await this.release(retailerId, read, tx);
  }

  /** Ends the lease after a failure of the store. The order stays due. */
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

  /**
   * Ends the lease after a failure of the order itself. The order is due at `dueAt`, or given up where that is null. It
   * stays due where another request came meanwhile.
   */
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

  /** Deletes the work of an uninstalled store. */
  async forget(tx: Tx, retailerId: string): Promise<void> {
    await tx.execute(`DELETE FROM platform_b_order_reads WHERE retailer_id = $1`, [retailerId]);
  }

  async forgetOrders(tx: Tx, retailerId: string, orderIds: readonly string[]): Promise<number> {
    return tx.execute(`DELETE FROM platform_b_order_reads WHERE retailer_id = $1 AND order_id = ANY ($2::text[])`, [
      retailerId,
      orderIds,
    ]);
  }

  /** Stores with orders that are due and not leased. Costs one index probe for each store. */
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
