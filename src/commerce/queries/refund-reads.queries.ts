import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { isNextAfter, nextRun, nextRuns } from '#libs/durable-work';
import { INSTALLED, retailerOf } from '../../retailers/retailers.sql.js';

/** Pauses between two reads of one order. */
const PAUSES = { firstMs: 60_000, longestMs: 24 * 60 * 60_000, jitter: 0 };

/** Orders that are to be read from their stores, because the amount of a refund is unknown. */
@Injectable()
export class RefundReadsQueries {
  constructor(private readonly database: Database) {}

  /** Claims the retailer's due orders. Each is due again after a pause that doubles up to a day. */
  async claim(retailerId: string): Promise<string[]> {
    const rows = await this.database.of(retailerId).query<{ orderId: string }>(
      `WITH due AS MATERIALIZED (
         SELECT order_external_id, external_id FROM refunds
          WHERE retailer_id = $1 AND read_due_at <= now() ORDER BY read_due_at LIMIT 100 FOR UPDATE SKIP LOCKED)
       UPDATE refunds
          SET reads = reads + 1, read_due_at = next.run_at FROM ${nextRun('$2')}
        WHERE retailer_id = $1 AND (order_external_id, external_id) IN (TABLE due) AND ${isNextAfter('reads', '$2')}
       RETURNING order_external_id AS "orderId"`,
      [retailerId, nextRuns(PAUSES)],
    );
    return [...new Set(rows.map(({ orderId }) => orderId))].sort();
  }

  /** Installed stores of the platform with due orders. */
  async waitingStores(platform: string): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT DISTINCT f.retailer_id AS id FROM refunds f ${retailerOf('f')}
        WHERE f.read_due_at <= now() AND r.platform = $1 AND ${INSTALLED}`,
      [platform],
    );
    return rows.map(({ id }) => id);
  }

  /** The refunds of the order whose amount is not settled. */
  async unsettled(retailerId: string, orderId: string): Promise<string[]> {
    const rows = await this.database.of(retailerId).query<{ id: string }>(
      `SELECT external_id AS id FROM refunds
        WHERE retailer_id = $1 AND order_external_id = $2 AND read_due_at IS NOT NULL ORDER BY external_id`,
      [retailerId, orderId],
    );
    return rows.map(({ id }) => id);
  }
}
