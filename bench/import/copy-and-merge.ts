import type { Client } from 'pg';
import { RETAILER_ID } from '../support/tenant.js';

export interface Step {
  readonly name: string;
  readonly seconds: number;
}

const R = `'${RETAILER_ID}'::uuid`;
const IMPORT = `'00000000-0000-4000-8000-000000000001'::uuid`;
/** The column of an order has each product once, in order. */
const PRODUCTS = `ARRAY(SELECT DISTINCT id FROM unnest(string_to_array(product_ids, '|')) AS p (id) ORDER BY id)`;

/**
 * `COPY` and hand-written SQL that merges a whole file at once, by an author who knows the data: nothing is checked,
 * no line is refused, there is no preview, no progress and nothing to continue after a crash. The tables, the indexes
 * and the rows are the same.
 */
const statements = (path: string): readonly { readonly name: string; readonly text: string }[] => [
  { name: 'begin', text: 'BEGIN' },
  {
    name: 'copy the file',
    text: `CREATE TEMPORARY TABLE given (order_id text, customer_id text, email text, total numeric, refunded numeric,
             currency text, ordered_at timestamptz, status text, product_ids text) ON COMMIT DROP;
           COPY given FROM '${path}' (FORMAT csv, HEADER true); ANALYZE given`,
  },
  {
    name: 'merge customers',
    text: `INSERT INTO customers (retailer_id, id, external_id, email, import_id)
      SELECT DISTINCT ON (customer_id) ${R}, md5(customer_id)::uuid, 'till:' || customer_id, lower(email), ${IMPORT}
        FROM given ORDER BY customer_id, ordered_at DESC
      ON CONFLICT (retailer_id, id) DO UPDATE SET email = excluded.email`,
  },
  {
    name: 'merge orders',
    text: `INSERT INTO orders (retailer_id, external_id, customer_id, currency, other_currency, total, refunded, net,
                               counted, reason, financial_status, test, product_ids, ordered_at, platform_updated_at,
                               import_id)
      SELECT DISTINCT ON (order_id) ${R}, 'till:' || order_id, md5(customer_id)::uuid, currency, currency <> 'USD',
             total, refunded, CASE WHEN status = 'paid' THEN greatest(total - refunded, 0) ELSE 0 END, status = 'paid',
             status, status, false, ${PRODUCTS}, ordered_at, now(), ${IMPORT}
        FROM given ORDER BY order_id
      ON CONFLICT (retailer_id, external_id) DO UPDATE SET customer_id = excluded.customer_id, total = excluded.total,
        refunded = excluded.refunded, net = excluded.net, counted = excluded.counted, reason = excluded.reason,
        financial_status = excluded.financial_status, product_ids = excluded.product_ids,
        ordered_at = excluded.ordered_at`,
  },
  {
    name: 'aggregate facts',
    text: `UPDATE customers c SET orders_count = f.orders_count, total_spent = f.total_spent,
             first_order_at = f.first_order_at, last_order_at = f.last_order_at, largest_order = f.largest_order
        FROM (SELECT customer_id, count(*) AS orders_count, sum(net) AS total_spent, min(ordered_at) AS first_order_at,
                     max(ordered_at) AS last_order_at, max(net) AS largest_order
                FROM orders WHERE retailer_id = ${R} AND counted GROUP BY customer_id) f
       WHERE c.retailer_id = ${R} AND c.id = f.customer_id`,
  },
  {
    name: 'queue the customers',
    text: `INSERT INTO customer_changes (retailer_id, customer_id, cause)
      SELECT ${R}, id, 'import:${RETAILER_ID}' FROM customers WHERE retailer_id = ${R}
      ON CONFLICT (retailer_id, customer_id) DO UPDATE SET changed_at = excluded.changed_at`,
  },
  { name: 'commit', text: 'COMMIT' },
];

/** Runs the statements in one transaction, with the commit. */
export async function copyAndMerge(client: Client, path: string): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const { name, text } of statements(path)) {
    const start = performance.now();
    await client.query(text);
    steps.push({ name, seconds: (performance.now() - start) / 1_000 });
  }
  return steps;
}
