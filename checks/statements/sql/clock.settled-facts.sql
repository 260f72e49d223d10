SELECT id, orders_count AS "ordersCount", total_spent AS "totalSpent", largest_order AS "largestOrder",
(extract(epoch FROM first_order_at) * 1000)::float8 AS "firstOrderAt",
(extract(epoch FROM last_order_at) * 1000)::float8 AS "lastOrderAt",
marketing, email, coalesce(country, billing_country) AS country FROM unnest($2::uuid[]) AS wanted (key) CROSS JOIN LATERAL
 (SELECT * FROM customers WHERE retailer_id = $1 AND id = wanted.key OFFSET 0) found WHERE NOT EXISTS (SELECT FROM customer_changes x WHERE x.retailer_id = $1 AND x.customer_id = found.id AND NOT x.held);
