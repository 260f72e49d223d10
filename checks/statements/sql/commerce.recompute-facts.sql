UPDATE customers c
        SET (orders_count, other_currency_orders, total_spent, first_order_at, last_order_at, largest_order, billing_country) = (
              SELECT count(*), count(*) FILTER (WHERE o.other_currency),
coalesce(sum(o.net) FILTER (WHERE NOT o.other_currency), 0), min(o.ordered_at), max(o.ordered_at),
max(o.net) FILTER (WHERE NOT o.other_currency),
(array_agg(o.billing_country ORDER BY o.ordered_at DESC, o.external_id DESC)
   FILTER (WHERE o.billing_country IS NOT NULL))[1]
                FROM orders o WHERE o.retailer_id = c.retailer_id AND o.customer_id = c.id AND o.counted)
      WHERE c.retailer_id = $1 AND c.id = ANY ($2::uuid[]);
