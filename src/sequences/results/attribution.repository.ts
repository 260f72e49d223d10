import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { ORDERS } from '../../commerce/storage/orders.sql.js';
import { CLICKS } from '../../links/clicks/clicks.sql.js';
import { AFTER_CLICK, ATTRIBUTED, type AttributionScope, scopeParameters } from './attribution.sql.js';

/** Orders that followed a code or a click, and clicks. Amounts are numerics as Postgres writes them. */
export interface AttributionRow {
  readonly codeOrders: number;
  readonly codeRevenue: string;
  readonly clickOrders: number;
  readonly clickRevenue: string;
  readonly eitherOrders: number;
  readonly eitherRevenue: string;
  readonly human: number;
  readonly robot: number;
}

/** An order that followed a click. `net` is a numeric as Postgres writes it. */
export interface ArrivedOrder {
  readonly orderId: string;
  readonly customerId: string;
  readonly orderedAt: Date;
  readonly net: string;
  readonly currency: string;
  readonly executionId: string;
  readonly sequenceId: string;
}

const TOTALS = `${ATTRIBUTED},
       bought AS (
         SELECT a.code, a.click, CASE WHEN o.other_currency THEN 0 ELSE o.net END AS net
           FROM attributed a JOIN ${ORDERS} o ON o.retailer_id = $1 AND o.external_id = a.id)
  SELECT o.*, c.* FROM
    (SELECT count(*) FILTER (WHERE code)::int AS "codeOrders", count(*) FILTER (WHERE click)::int AS "clickOrders",
            count(*)::int AS "eitherOrders", coalesce(sum(net) FILTER (WHERE code), 0)::text AS "codeRevenue",
            coalesce(sum(net) FILTER (WHERE click), 0)::text AS "clickRevenue",
            coalesce(sum(net), 0)::text AS "eitherRevenue" FROM bought) o,
    (SELECT count(DISTINCT (message_id, link_id)) FILTER (WHERE sign IS NULL)::int AS human,
            count(*) FILTER (WHERE sign IS NOT NULL)::int AS robot
       FROM counted_clicks) c`;

/** The sums of orders that followed an email, whether it caused them or not. */
@Injectable()
export class AttributionRepository {
  async read(sql: Sql, scope: AttributionScope): Promise<AttributionRow> {
    const [row] = await sql.query<AttributionRow>(TOTALS, scopeParameters(scope));
    if (!row) throw new Error('a query without FROM returned no row');
    return row;
  }

  /**
   * Counted orders of these customers that arrived after `since` within 120 hours after a click. Each goes to the
   * customer's last click before it. Without a recent click this reads an index and nothing else.
   */
  arrived(tx: Tx, retailerId: string, customerIds: readonly string[], since: Date): Promise<ArrivedOrder[]> {
    return tx.query<ArrivedOrder>(
      `SELECT o.external_id AS "orderId", o.customer_id AS "customerId", o.ordered_at AS "orderedAt", o.net, o.currency,
              last.execution_id AS "executionId", x.sequence_id AS "sequenceId"
         FROM (SELECT DISTINCT c.customer_id FROM unnest($2::uuid[]) AS wanted (id)
                CROSS JOIN LATERAL (SELECT c.customer_id FROM ${CLICKS}
                                     WHERE c.customer_id = wanted.id AND c.sign IS NULL LIMIT 1) c) clicked
         JOIN ${ORDERS} o ON o.retailer_id = $1 AND o.customer_id = clicked.customer_id AND o.counted
          AND o.arrived_at > $3
        CROSS JOIN LATERAL (
          SELECT c.execution_id FROM ${CLICKS}
           WHERE c.customer_id = o.customer_id AND c.sign IS NULL AND c.clicked_at <= o.ordered_at
             AND c.clicked_at > o.ordered_at - ${AFTER_CLICK}
           ORDER BY c.clicked_at DESC LIMIT 1) last
         JOIN executions x ON x.retailer_id = $1 AND x.id = last.execution_id AND x.mode = 'live'
        ORDER BY o.ordered_at, o.external_id`,
      [retailerId, customerIds, since],
    );
  }

  /** The ids of a brand's sequences, also of deleted ones. */
  async sequencesOf(sql: Sql, retailerId: string, brandId: string): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(`SELECT id FROM sequences WHERE retailer_id = $1 AND brand_id = $2`, [
      retailerId,
      brandId,
    ]);
    return rows.map(({ id }) => id);
  }

  /** Whether a live execution that began in this time was cancelled. */
  async wasCancelled(
    sql: Sql,
    retailerId: string,
    sequenceIds: readonly string[],
    from: Date,
    until: Date | null,
  ): Promise<boolean> {
    const rows = await sql.query(
      `SELECT FROM executions WHERE retailer_id = $1 AND sequence_id = ANY ($2::text[]) AND mode = 'live'
          AND status = 'cancelled' AND created_at >= $3 AND ($4::timestamptz IS NULL OR created_at < $4) LIMIT 1`,
      [retailerId, sequenceIds, from, until],
    );
    return rows.length > 0;
  }
}
