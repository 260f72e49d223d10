/** The facts of a customer as columns of `customers`, in the order of `FACTS_OF_ORDERS`. */
export const FACT_COLUMNS =
  'orders_count, other_currency_orders, total_spent, first_order_at, last_order_at, largest_order, billing_country';

/**
 * The facts computed from counted orders `o`. This is their only definition. Amounts are in the store's currency: an
 * order in another currency counts as an order, without its amount. Times are times of purchase.
 */
export const FACTS_OF_ORDERS = `count(*), count(*) FILTER (WHERE o.other_currency),
  coalesce(sum(o.net) FILTER (WHERE NOT o.other_currency), 0), min(o.ordered_at), max(o.ordered_at),
  max(o.net) FILTER (WHERE NOT o.other_currency),
  (array_agg(o.billing_country ORDER BY o.ordered_at DESC, o.external_id DESC)
     FILTER (WHERE o.billing_country IS NOT NULL))[1]`;

/** The facts in the row `f`, which is missing for a customer without counted orders. */
export const FACTS_IF_ANY = `coalesce(f.orders_count, 0), coalesce(f.other_currency_orders, 0),
  coalesce(f.total_spent, 0), f.first_order_at, f.last_order_at, f.largest_order, f.billing_country`;
