import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type SqlValue, type Tx, upsert } from '#libs/database';
import { decimalOf, formatDecimal } from '#libs/kernel';
import type { CountableOrder, Counted } from '../model/count-order.js';
import { Order } from '../model/order.entity.js';
import { Recount } from './recount.entity.js';

/** An order with its stored decision. */
export interface StoredDecision
  extends CountableOrder, Counted, Readonly<Pick<Order, 'externalId' | 'customerId' | 'discountCodes'>> {}

type DecisionRow = Pick<Order, (typeof OF_DECISION)[number]>;

const OF_DECISION = [
  'externalId',
  'customerId',
  'discountCodes',
  'financialStatus',
  'cancelledAt',
  'test',
  'total',
  'refunded',
  'net',
  'counted',
  'reason',
] as const;

/**
 * How far recounts have come, and the decisions that they change. The decisions are read and written in bulk, by plain
 * SQL.
 */
@Injectable()
export class RecountRepository {
  constructor(private readonly database: Database) {}

  /** Starts a recount. A recount that is under way starts from the beginning. */
  async start(tx: Tx, retailerId: string): Promise<void> {
    await upsert(tx.repository(Recount), { retailerId, cursor: null, updatedAt: new Date() });
  }

  /** The recount, locked until the transaction ends; null where none is under way. */
  lock(tx: Tx, retailerId: string): Promise<Recount | null> {
    return tx.repository(Recount).findOne({ where: { retailerId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Saves the cursor; null ends the recount. */
  async advance(tx: Tx, retailerId: string, cursor: string | null): Promise<void> {
    if (cursor === null) await tx.repository(Recount).delete({ retailerId });
    else await tx.repository(Recount).update({ retailerId }, { cursor, updatedAt: new Date() });
  }

  /** Recounts without progress for a minute. Each is returned once a minute, whatever the number of processes. */
  async claimForgotten(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ retailerId: string }>(
      `UPDATE recounts SET updated_at = now() WHERE updated_at < now() - interval '1 minute'
       RETURNING retailer_id AS "retailerId"`,
    );
    return rows.map(({ retailerId }) => retailerId);
  }

  /**
   * Whether some orders may still be counted by the old rule. The query is plain SQL for speed, because each batch of
   * the intake runs it.
   */
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

  /** Orders without a customer after `after`, sorted. */
  ordersOfGuests(tx: Tx, retailerId: string, after: string, limit: number): Promise<StoredDecision[]> {
    return this.decisions(tx, `customer_id IS NULL AND external_id > $2 ORDER BY external_id LIMIT $3`, [
      retailerId,
      after,
      limit,
    ]);
  }

  private async decisions(tx: Tx, which: string, values: readonly SqlValue[]): Promise<StoredDecision[]> {
    const rows = await tx.query<DecisionRow>(
      `SELECT ${columnsOf(Order, 'o', OF_DECISION)} FROM orders o WHERE retailer_id = $1 AND ${which}`,
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
