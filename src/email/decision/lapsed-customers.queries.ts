import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { moneyOf } from '#libs/kernel';
import { CUSTOMERS } from '../../commerce/storage/customers.sql.js';
import type { StoredBoundaries } from '../../segmentation/criteria/rfm.js';
import { hashOfCustomer } from '../consent/suppression.repository.js';

/** Customers whose recency and frequency are in the same fifths; 5 is the best. */
export interface RfmCell {
  readonly recency: number;
  readonly frequency: number;
  readonly customers: number;
  readonly spent: string;
  readonly lapsed: number;
  readonly lapsedSpent: string;
  /** Lapsed customers who may be emailed. */
  readonly mailable: number;
  readonly mailableSpent: string;
  /** Mailable customers who ordered more than once and are in the best two fifths by what they spent. */
  readonly first: number;
  readonly firstSpent: string;
}

const COUNTS = ['customers', 'lapsed', 'mailable', 'first'] as const;

const sums = COUNTS.map(
  (name) => `count(*) FILTER (WHERE is_${name})::int AS ${name},
    coalesce(sum(total_spent) FILTER (WHERE is_${name}), 0)::text AS "${name === 'customers' ? 'spent' : `${name}Spent`}"`,
).join(',\n');

/** The customers with an order, counted in one pass. */
@Injectable()
export class LapsedCustomersQueries {
  /** `unknownMayBeMailed`: whether the brand emails customers whose consent is unknown. */
  async cells(
    sql: Sql,
    retailerId: string,
    lapsedSince: Date,
    { recency, frequency, monetary }: StoredBoundaries,
    unknownMayBeMailed: boolean,
  ): Promise<RfmCell[]> {
    const rows = await sql.query<RfmCell>(
      `WITH buyers AS (
         SELECT c.total_spent, true AS is_customers,
                1 + (SELECT count(*) FROM unnest($3::timestamptz[]) b WHERE c.last_order_at > b)::int AS recency,
                1 + (SELECT count(*) FROM unnest($4::int[]) b WHERE c.orders_count > b)::int AS frequency,
                c.last_order_at <= $2 AS is_lapsed,
                c.last_order_at <= $2 AND c.email IS NOT NULL
                  AND (c.marketing = 'subscribed' OR $6::boolean AND c.marketing = 'unknown')
                  AND NOT EXISTS (SELECT FROM suppressions s
                                   WHERE s.retailer_id = c.retailer_id AND s.address_hash = ${hashOfCustomer('c')}) AS is_mailable,
                c.orders_count > 1 AND c.total_spent > coalesce(($5::numeric[])[3], 0) AS is_good
           FROM ${CUSTOMERS} WHERE c.retailer_id = $1 AND c.orders_count > 0 AND c.last_order_at IS NOT NULL)
       SELECT recency, frequency, ${sums}
         FROM (SELECT *, is_mailable AND is_good AS is_first FROM buyers) judged
        GROUP BY recency, frequency ORDER BY recency, frequency`,
      [retailerId, lapsedSince, recency, frequency, monetary, unknownMayBeMailed],
    );
    return rows.map((row) => ({
      ...row,
      spent: moneyOf(row.spent),
      lapsedSpent: moneyOf(row.lapsedSpent),
      mailableSpent: moneyOf(row.mailableSpent),
      firstSpent: moneyOf(row.firstSpent),
    }));
  }
}
