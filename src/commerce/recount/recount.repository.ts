import { Injectable } from '@nestjs/common';
import { Database, type SqlValue, type Tx } from '#libs/database';
import { decimalOf, formatDecimal } from '#libs/kernel';
import type { CountableOrder, Counted } from '../model/count-order.js';

/** An order with the decision that is stored about it. */
export interface StoredDecision extends CountableOrder, Counted {
  readonly externalId: string;
  readonly customerId: string | null;
}

/** Where recounts are, and the decisions that they change. */
@Injectable()
export class RecountRepository {
  constructor(private readonly database: Database) {}

  /** From the beginning, also where a recount is under way. */
  async start(tx: Tx, retailerId: string): Promise<void> {
    await tx.execute(
      `INSERT INTO recounts (retailer_id) VALUES ($1)
       ON CONFLICT (retailer_id) DO UPDATE SET cursor = NULL, updated_at = excluded.updated_at`,
      [retailerId],
    );
  }

  /** The place, held until the transaction ends; undefined where there is nothing (more) to count. */
  async place(tx: Tx, retailerId: string): Promise<{ cursor: string | null } | undefined> {
    const rows = await tx.query<{ cursor: string | null }>(
      `SELECT cursor FROM recounts WHERE retailer_id = $1 FOR UPDATE`,
      [retailerId],
    );
    return rows[0];
  }

  /** Null is the end. */
  async advance(tx: Tx, retailerId: string, next: string | null): Promise<void> {
    if (next === null) await tx.execute(`DELETE FROM recounts WHERE retailer_id = $1`, [retailerId]);
    else {
      await tx.execute(`UPDATE recounts SET cursor = $2, updated_at = now() WHERE retailer_id = $1`, [
        retailerId,
        next,
      ]);
    }
  }

  /** Unfinished ones that nobody moved on for a minute; each is handed out once a minute however many ask. */
  async claimForgotten(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ retailerId: string }>(
      `UPDATE recounts SET updated_at = now() WHERE updated_at < now() - interval '1 minute'
       RETURNING retailer_id AS "retailerId"`,
    );
    return rows.map(({ retailerId }) => retailerId);
  }

  /** Whether orders are still counted by the rule of before. */
  async isPending(tx: Tx, retailerId: string): Promise<boolean> {
    return (await tx.query(`SELECT FROM recounts WHERE retailer_id = $1`, [retailerId])).length > 0;
  }

  /** Ids of the customers after `after`, sorted. */
  async customers(tx: Tx, retailerId: string, after: string, limit: number): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM customers WHERE retailer_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [retailerId, after, limit],
    );
    return rows.map(({ id }) => id);
  }

  ordersOf(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<StoredDecision[]> {
    return this.decisions(tx, `customer_id = ANY ($2::uuid[])`, [retailerId, customerIds]);
  }

  /** Orders of nobody after `after`, sorted. */
  ordersOfNobody(tx: Tx, retailerId: string, after: string, limit: number): Promise<StoredDecision[]> {
    return this.decisions(tx, `customer_id IS NULL AND external_id > $2 ORDER BY external_id LIMIT $3`, [
      retailerId,
      after,
      limit,
    ]);
  }

  private async decisions(tx: Tx, which: string, values: readonly SqlValue[]): Promise<StoredDecision[]> {
    const rows = await tx.query<
      Omit<StoredDecision, 'total' | 'refunded' | 'net'> & { total: string; refunded: string; net: string }
    >(
      `SELECT external_id AS "externalId", customer_id AS "customerId", financial_status AS "financialStatus",
              cancelled_at AS "cancelledAt", test, total, refunded, net, counted, reason
         FROM orders WHERE retailer_id = $1 AND ${which}`,
      values,
    );
    return rows.map((row) => ({
      ...row,
      total: decimalOf(row.total),
      refunded: decimalOf(row.refunded),
      net: decimalOf(row.net),
    }));
  }

  async saveDecisions(tx: Tx, retailerId: string, orders: readonly StoredDecision[]): Promise<void> {
    const rows = orders.map(({ externalId, counted, net, reason }) => ({
      externalId,
      counted,
      net: formatDecimal(net),
      reason,
    }));
    await tx.execute(
      `UPDATE orders o SET counted = r.counted, net = r.net, reason = r.reason
         FROM json_to_recordset($2::json) AS r ("externalId" text, counted boolean, net numeric, reason text)
        WHERE o.retailer_id = $1 AND o.external_id = r."externalId"`,
      [retailerId, JSON.stringify(rows)],
    );
  }
}
