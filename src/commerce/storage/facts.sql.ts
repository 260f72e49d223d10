/** The facts of a customer as columns of `customers`, in the order of `FACTS_OF_ORDERS`. */
export const FACT_COLUMNS =
  'orders_count, other_currency_orders, total_spent, first_order_at, last_order_at, largest_order, billing_country';

/**
 * The facts computed from counted orders `o`. This is their definition, and `FACTS_ADDED` is the same as a sum. Amounts
 * are in the store's currency: an order in another currency counts as an order, without its amount. Times are times of
 * purchase.
 */
export const FACTS_OF_ORDERS = `count(*), count(*) FILTER (WHERE o.other_currency),
  coalesce(sum(o.net) FILTER (WHERE NOT o.other_currency), 0), min(o.ordered_at), max(o.ordered_at),
  max(o.net) FILTER (WHERE NOT o.other_currency),
  (array_agg(o.billing_country ORDER BY o.ordered_at DESC, o.external_id DESC)
     FILTER (WHERE o.billing_country IS NOT NULL))[1]`;

/**
 * Adds the facts of more orders, in `excluded`, to those of the customer `c`. The result is `FACTS_OF_ORDERS` of all
 * orders, because those of an import have no billing country.
 */
export const FACTS_ADDED = `orders_count = c.orders_count + excluded.orders_count,
  other_currency_orders = c.other_currency_orders + excluded.other_currency_orders,
  total_spent = c.total_spent + excluded.total_spent,
  first_order_at = least(c.first_order_at, excluded.first_order_at),
  last_order_at = greatest(c.last_order_at, excluded.last_order_at),
  largest_order = greatest(c.largest_order, excluded.largest_order)`;

/** The facts in the row `f`, which is missing for a customer without counted orders. */
export const FACTS_IF_ANY = `coalesce(f.orders_count, 0), coalesce(f.other_currency_orders, 0),
  coalesce(f.total_spent, 0), f.first_order_at, f.last_order_at, f.largest_order, f.billing_country`;
