import { each } from '#libs/database';
import { FACT_COLUMNS, FACTS_OF_ORDERS } from './facts.sql.js';

/** For a FROM: customers as `c`. */
export const CUSTOMERS = 'customers c';

/** For a FROM: the retailer's ($1) customers whose ids are in $2, as `found`. */
export const CUSTOMERS_NAMED = each('customers', 'id', 'uuid');

/** Joins the customer `c` of each row of `alias`. Rows that are no table's have no retailer: name the parameter. */
export const customerOf = (alias: string, column = 'customer_id', retailer = `${alias}.retailer_id`): string =>
  `JOIN customers c ON c.retailer_id = ${retailer} AND c.id = ${alias}.${column}`;

/**
 * For a FROM: the retailer's ($1) customers with the facts of the orders up to `until`. Address, country and consent
 * are today's.
 */
export const customersThen = (until: string): string => `(
  SELECT k.retailer_id, k.id, k.external_id, k.email, k.country, k.marketing, coalesce(f.orders_count, 0) AS orders_count,
         coalesce(f.total_spent, 0) AS total_spent, f.first_order_at, f.last_order_at, f.largest_order, f.billing_country
    FROM customers k LEFT JOIN (
      SELECT o.customer_id, ${FACTS_OF_ORDERS} FROM orders o
       WHERE o.retailer_id = $1 AND o.counted AND o.ordered_at <= ${until} GROUP BY o.customer_id
    ) AS f (customer_id, ${FACT_COLUMNS}) ON f.customer_id = k.id
   WHERE k.retailer_id = $1) c`;

/** Whether one of these customers of the retailer ($1) has said no to emails. `customerIds` is an array. */
export const haveUnsubscribed = (customerIds: string): string =>
  `EXISTS (SELECT FROM customers WHERE retailer_id = $1 AND id = ANY (${customerIds}) AND marketing = 'unsubscribed')`;

/** The ids of the retailer's ($1) customers who have the address of this one. */
export const recordsWithAddressOf = (customerId: string): string =>
  `SELECT other.id FROM customers named
     JOIN customers other ON other.retailer_id = named.retailer_id AND other.email = named.email
    WHERE named.retailer_id = $1 AND named.id = ${customerId}`;
