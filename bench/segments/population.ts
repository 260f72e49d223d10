import type { Client } from 'pg';
import { RETAILER_ID } from '../support/tenant.js';

export const ORDERS_PER_CUSTOMER = 5;

/** A product of many orders, where a benchmark asks for one. */
export const BEST_SELLER = 'best';

interface PopulationOptions {
  /** One order in so many also has the best seller; none where it is missing. */
  readonly bestSellerIn?: number;
}

/**
 * A store's customers and about five times as many orders, the same in every run. Few customers have many orders;
 * amounts are from 5 to 155, dates in the last two years. The facts match the orders.
 */
export async function generatePopulation(
  client: Client,
  customers: number,
  { bestSellerIn }: PopulationOptions = {},
): Promise<void> {
  const products = bestSellerIn
    ? `CASE WHEN o % ${bestSellerIn} = 0 THEN ARRAY[(o % 500)::text, '${BEST_SELLER}'] ELSE ARRAY[(o % 500)::text] END`
    : `ARRAY[(o % 500)::text]`;
  await client.query(
    `INSERT INTO customers (retailer_id, id, external_id, email, country, marketing)
     SELECT $1, md5('customer ' || n)::uuid, n::text, 'c' || n || '@example.com', (ARRAY['DE','FR','US'])[1 + n % 3],
            (ARRAY['subscribed','unsubscribed','unknown'])[1 + n % 3]
       FROM generate_series(1, $2::int) n`,
    [RETAILER_ID, customers],
  );
  await client.query(
    `INSERT INTO orders (retailer_id, external_id, customer_id, currency, total, refunded, net, counted, reason,
                         financial_status, test, product_ids, ordered_at, platform_updated_at)
     SELECT $1, o::text, md5('customer ' || (1 + floor($2::int * power(hash.a, 2))::int))::uuid, 'USD', amount, 0, amount, true,
            'paid', 'paid', false, ${products}, at, at
       FROM generate_series(1, $2::int * ${ORDERS_PER_CUSTOMER}) o
      CROSS JOIN LATERAL (SELECT (hashint8(o)::bigint + 2147483648) / 4294967296.0::float8 AS a,
                                 (hashint8(o + 1)::bigint + 2147483648) / 4294967296.0::float8 AS b) hash
      CROSS JOIN LATERAL (SELECT round((5 + 150 * hash.b)::numeric, 2) AS amount,
                                 date_trunc('second', now()) - hash.b * interval '730 days' AS at) made`,
    [RETAILER_ID, customers],
  );
  await client.query(`ANALYZE orders`);
  await client.query(
    `UPDATE customers c
        SET orders_count = f.n, total_spent = f.spent, first_order_at = f.first, last_order_at = f.last, largest_order = f.largest
       FROM (SELECT customer_id, count(*) AS n, sum(net) AS spent, min(ordered_at) AS first, max(ordered_at) AS last,
                    max(net) AS largest FROM orders GROUP BY customer_id) f
      WHERE c.retailer_id = $1 AND c.id = f.customer_id`,
    [RETAILER_ID],
  );
  await client.query(`VACUUM ANALYZE customers`);
  await client.query('CHECKPOINT');
}
