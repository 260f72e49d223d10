import type { Client } from 'pg';
import { RETAILER_ID } from '../support/tenant.js';
import { SEGMENTS } from './segments.js';

export interface Step {
  readonly name: string;
  readonly seconds: number;
}

const REFUNDED = `(SELECT coalesce(sum((t ->> 'amount')::numeric), 0) FROM jsonb_array_elements(r -> 'transactions') t
   WHERE coalesce(t ->> 'kind', 'refund') = 'refund' AND t ->> 'status' = 'success')`;

/**
 * Hand-written SQL that processes a full inbox at once, by an author who knows the data: no merging with stored
 * records, no batches, no retries, no poison deliveries. The bodies, tables, indexes and the result are the same.
 */
const STATEMENTS: readonly { readonly name: string; readonly text: string }[] = [
  {
    name: 'parse bodies',
    text: `CREATE TEMPORARY TABLE parsed ON COMMIT DROP AS
      SELECT d.topic <> 'refunds/create' AS is_order,
             CASE WHEN d.topic = 'refunds/create' THEN j ->> 'order_id' ELSE j ->> 'id' END AS order_id,
             j -> 'customer' ->> 'id' AS customer_id, lower(nullif(j -> 'customer' ->> 'email', '')) AS email,
             j -> 'customer' ->> 'first_name' AS first_name, j -> 'customer' ->> 'last_name' AS last_name,
             j -> 'customer' -> 'default_address' ->> 'country_code' AS country,
             coalesce(j -> 'customer' ->> 'updated_at', j ->> 'updated_at')::timestamptz AS customer_updated_at,
             j -> 'total_price_set' -> 'shop_money' ->> 'currency_code' AS currency,
             (j -> 'total_price_set' -> 'shop_money' ->> 'amount')::numeric AS total,
             j ->> 'financial_status' AS financial_status, (j ->> 'cancelled_at')::timestamptz AS cancelled_at,
             (j ->> 'test')::boolean AS test, j -> 'billing_address' ->> 'country_code' AS billing_country,
             (j ->> 'processed_at')::timestamptz AS ordered_at, (j ->> 'updated_at')::timestamptz AS updated_at,
             d.triggered_at,
             ARRAY(SELECT DISTINCT i ->> 'product_id' FROM jsonb_array_elements(j -> 'line_items') i
                    WHERE i ->> 'product_id' IS NOT NULL ORDER BY 1) AS product_ids,
             CASE WHEN d.topic = 'refunds/create' THEN jsonb_build_array(j) ELSE j -> 'refunds' END AS refunds
        FROM deliveries d CROSS JOIN LATERAL (SELECT convert_from(d.body, 'UTF8')::jsonb AS j OFFSET 0) body
       WHERE d.status = 'pending'`,
  },
  { name: 'analyze', text: `ANALYZE parsed` },
  {
    name: 'upsert customers',
    text: `INSERT INTO customers (retailer_id, id, external_id, email, first_name, last_name, country, platform_updated_at)
      SELECT DISTINCT ON (customer_id) '${RETAILER_ID}'::uuid, md5(customer_id)::uuid, customer_id, email, first_name,
             last_name, country, customer_updated_at
        FROM parsed WHERE customer_id IS NOT NULL ORDER BY customer_id, customer_updated_at DESC
      ON CONFLICT (retailer_id, id) DO UPDATE SET email = excluded.email, first_name = excluded.first_name,
        last_name = excluded.last_name, country = excluded.country, platform_updated_at = excluded.platform_updated_at`,
  },
  {
    name: 'upsert refunds',
    text: `INSERT INTO refunds (retailer_id, order_external_id, external_id, amount)
      SELECT '${RETAILER_ID}'::uuid, order_id, r ->> 'id', max(${REFUNDED})
        FROM parsed, jsonb_array_elements(refunds) r GROUP BY order_id, r ->> 'id'
      ON CONFLICT (retailer_id, order_external_id, external_id) DO UPDATE SET amount = excluded.amount`,
  },
  {
    name: 'upsert orders',
    text: `INSERT INTO orders (retailer_id, external_id, customer_id, currency, total, refunded, net, counted, reason,
                          financial_status, cancelled_at, test, product_ids, billing_country, ordered_at,
                          platform_updated_at, triggered_at)
      SELECT '${RETAILER_ID}'::uuid, order_id, md5(customer_id)::uuid, currency, total, refunded,
             CASE WHEN counted THEN greatest(total - refunded, 0) ELSE 0 END, counted,
             CASE WHEN test THEN 'test' WHEN first_cancelled_at IS NOT NULL THEN 'cancelled'
                  WHEN financial_status IN ('pending', 'authorized') THEN 'unpaid' ELSE financial_status END,
             financial_status, first_cancelled_at, test, product_ids, billing_country, ordered_at, updated_at,
             triggered_at
        FROM (SELECT DISTINCT ON (order_id) *, min(cancelled_at) OVER (PARTITION BY order_id) AS first_cancelled_at
                FROM parsed WHERE is_order ORDER BY order_id, updated_at DESC, triggered_at DESC) latest
        LEFT JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS refunded FROM refunds
                            WHERE retailer_id = '${RETAILER_ID}'::uuid AND order_external_id = order_id) r ON true
        CROSS JOIN LATERAL (SELECT NOT test AND first_cancelled_at IS NULL
             AND financial_status IN ('paid', 'partially_paid', 'partially_refunded') AS counted) c
      ON CONFLICT (retailer_id, external_id) DO UPDATE SET customer_id = excluded.customer_id, total = excluded.total,
        refunded = excluded.refunded, net = excluded.net, counted = excluded.counted, reason = excluded.reason,
        financial_status = excluded.financial_status, cancelled_at = excluded.cancelled_at`,
  },
  {
    name: 'aggregate facts',
    text: `UPDATE customers c SET orders_count = f.orders_count, total_spent = f.total_spent,
             first_order_at = f.first_order_at, last_order_at = f.last_order_at
        FROM (SELECT customer_id, count(*) AS orders_count, sum(net) AS total_spent, min(ordered_at) AS first_order_at,
                     max(ordered_at) AS last_order_at FROM orders WHERE counted GROUP BY customer_id) f
       WHERE c.retailer_id = '${RETAILER_ID}'::uuid AND c.id = f.customer_id`,
  },
  {
    name: 'insert memberships',
    text: `WITH entered AS (
      INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at)
      ${SEGMENTS.map(membersOf).join(' UNION ALL ')}
      RETURNING retailer_id, segment_id, customer_id, entered_at)
    INSERT INTO segment_transitions (retailer_id, segment_id, customer_id, at, kind, cause)
    SELECT retailer_id, segment_id, customer_id, entered_at, 'entered', 'definition' FROM entered`,
  },
  {
    name: 'mark deliveries',
    text: `UPDATE deliveries SET status = 'processed', attempts = 1, processed_at = clock_timestamp()
            WHERE status = 'pending'`,
  },
];

function membersOf({ id, criteria: { minPurchaseAmount = 0, minOrders = 0 } }: (typeof SEGMENTS)[number]): string {
  return `SELECT retailer_id, '${id}'::uuid, id, now() FROM customers
           WHERE total_spent >= ${minPurchaseAmount} AND orders_count >= ${minOrders}`;
}

/** Runs the statements in one transaction, with the commit. */
export async function drainWithSql(client: Client): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const { name, text } of [{ name: 'begin', text: 'BEGIN' }, ...STATEMENTS, { name: 'commit', text: 'COMMIT' }]) {
    const start = performance.now();
    await client.query(text);
    steps.push({ name, seconds: (performance.now() - start) / 1_000 });
  }
  return steps;
}
