SELECT id, orders_count AS "ordersCount", total_spent AS "totalSpent", largest_order AS "largestOrder",
(extract(epoch FROM first_order_at) * 1000)::float8 AS "firstOrderAt",
(extract(epoch FROM last_order_at) * 1000)::float8 AS "lastOrderAt",
marketing, email, coalesce(country, billing_country) AS country FROM unnest($2::uuid[]) AS wanted (key) CROSS JOIN LATERAL
 (SELECT * FROM customers WHERE retailer_id = $1 AND id = wanted.key OFFSET 0) found;

SELECT wanted.key AS id, array_agg(DISTINCT bought.product) AS products
 FROM unnest($2::uuid[]) AS wanted (key) CROSS JOIN LATERAL
      (SELECT unnest(product_ids) AS product FROM orders
        WHERE retailer_id = $1 AND customer_id = wanted.key AND counted AND product_ids && $3::text[]) bought
WHERE bought.product = ANY ($3::text[]) GROUP BY wanted.key;
