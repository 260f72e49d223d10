/**
 * For a FROM: orders of the retailer ($1). Without this subquery Postgres may scan the orders of all retailers, once
 * for each condition.
 */
export const ORDERS = '(SELECT * FROM orders WHERE retailer_id = $1)';

/** The orders of customers above `after` and not above `upTo`. */
export const ordersOf = (after: string, upTo: string): string =>
  `(SELECT * FROM orders WHERE retailer_id = $1 AND customer_id > ${after}::uuid AND customer_id <= ${upTo}::uuid)`;

/** The retailer's ($1) orders that were placed up to `until`. */
export const ordersUntil = (until: string): string =>
  `(SELECT * FROM orders WHERE retailer_id = $1 AND ordered_at <= ${until})`;

/** The counted orders of the customer $2, the newest first, at most 10,000. */
export const COUNTED_ORDERS = `
  SELECT external_id AS "externalId", (extract(epoch FROM ordered_at) * 1000)::float8 AS "orderedAt", net,
         other_currency AS "otherCurrency", product_ids AS "productIds"
    FROM orders WHERE retailer_id = $1 AND customer_id = $2 AND counted
   ORDER BY ordered_at DESC, external_id DESC LIMIT 10000`;

/**
 * The counted orders of customers above $2 and not above $3, by customer and time of purchase. Products are named only
 * where one of $4 is among them. Times are numbers, because a Date drops fractions of a millisecond.
 */
export const PAST_ORDERS = `
  SELECT customer_id AS "customerId", (extract(epoch FROM ordered_at) * 1000)::float8 AS "orderedAt", net,
         other_currency AS "otherCurrency", billing_country AS "billingCountry",
         CASE WHEN product_ids && $4::text[] THEN product_ids ELSE '{}' END AS "productIds"
    FROM ${ordersOf('$2', '$3')} o WHERE counted ORDER BY customer_id, ordered_at, external_id`;

/** For customers ($2) with a window from $3 to $4 each: the places in the lists, from 1, with a counted order in it. */
export const WINDOWS_WITH_ORDER = `
  SELECT visit.place::int AS place
    FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY AS visit (key, opens, closes, place)
   WHERE EXISTS (SELECT FROM orders WHERE retailer_id = $1 AND customer_id = visit.key AND counted
                    AND ordered_at >= visit.opens AND ordered_at < visit.closes)`;

/** For each customer in $2, the products in $3 that the customer's counted orders contain. */
export const PRODUCTS_BOUGHT = `
  SELECT wanted.key AS id, array_agg(DISTINCT bought.product) AS products
    FROM unnest($2::uuid[]) AS wanted (key) CROSS JOIN LATERAL
         (SELECT unnest(product_ids) AS product FROM orders
           WHERE retailer_id = $1 AND customer_id = wanted.key AND counted AND product_ids && $3::text[]) bought
   WHERE bought.product = ANY ($3::text[]) GROUP BY wanted.key`;

/** How long before an instant an order may have been placed to count as arriving after it: webhooks come late. */
const LATE_BY = `interval '7 days'`;

/**
 * Whether an order of the retailer's ($1) customer arrived after `since`. Imported orders and those of history never
 * arrive, and neither does an old order that a store reports for the first time. A later cancellation changes nothing,
 * except through a further `condition` on `o`.
 */
export const orderArrivedAfter = (customerId: string, since: string, condition = ''): string =>
  `EXISTS (SELECT FROM orders o WHERE o.retailer_id = $1 AND o.customer_id = ${customerId}
             AND o.arrived_at > ${since} AND o.ordered_at > ${since} - ${LATE_BY}${condition && ` AND ${condition}`})`;

/**
 * What these customers of the retailer ($1) ordered from an instant on and before another one: the number of counted
 * orders, and their net sum in the store's currency. Orders that the retailer imported from another system are left
 * out: they must not change results. `customerIds` is an array.
 */
export const orderedIn = (customerIds: string, from: string, before: string): string =>
  `SELECT count(*)::int AS orders, coalesce(sum(net) FILTER (WHERE NOT other_currency), 0) AS revenue FROM orders
    WHERE retailer_id = $1 AND customer_id = ANY (${customerIds}) AND counted AND import_id IS NULL
      AND ordered_at >= ${from} AND ordered_at < ${before}`;
