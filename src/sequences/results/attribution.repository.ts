import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { ORDERS } from '../../commerce/storage/orders.sql.js';
import { ATTRIBUTED, type AttributionScope, scopeParameters } from './attribution.sql.js';

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
