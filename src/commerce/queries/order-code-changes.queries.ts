import { Injectable } from '@nestjs/common';
import { columnsOf, Database, each, type Tx } from '#libs/database';
import { RETAILERS } from '../../retailers/retailers.sql.js';
import { Order } from '../model/order.entity.js';

/** An order of the queue, as it is stored now. An order without codes carried one before. */
export type OrderCodes = Pick<Order, 'externalId' | 'discountCodes' | 'counted' | 'orderedAt'>;

const OF_CODES = columnsOf(Order, 'found', ['externalId', 'discountCodes', 'counted', 'orderedAt']);

/** The queue of orders with discount codes whose codes or counting have changed. Offers take them from here. */
@Injectable()
export class OrderCodeChangesQueries {
  constructor(private readonly database: Database) {}

  /**
   * Deletes up to `limit` orders from the queue and returns them. Skips those that another worker has locked. The
   * orders are read by a second statement: it sees an order that was committed while the first one waited.
   */
  async take(tx: Tx, retailerId: string, limit: number): Promise<OrderCodes[]> {
    const taken = await tx.query<{ id: string }>(
      `DELETE FROM order_code_changes x
        WHERE x.retailer_id = $1 AND x.order_external_id = ANY (ARRAY(
          SELECT order_external_id FROM order_code_changes WHERE retailer_id = $1 LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING x.order_external_id AS id`,
      [retailerId, limit],
    );
    if (taken.length === 0) return [];
    return tx.query<OrderCodes>(`SELECT ${OF_CODES} FROM ${each('orders', 'external_id', 'text')}`, [
      retailerId,
      taken.map(({ id }) => id),
    ]);
  }

  /** Retailers with a change that is older than two seconds. */
  async forgotten(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT r.id FROM ${RETAILERS} WHERE EXISTS (
         SELECT 1 FROM order_code_changes x WHERE x.retailer_id = r.id AND x.changed_at < now() - interval '2 seconds')`,
    );
    return rows.map(({ id }) => id);
  }
}
