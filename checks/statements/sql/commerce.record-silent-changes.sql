INSERT INTO customer_changes AS x (retailer_id, customer_id, cause)
SELECT $1, customer_id, $3 FROM unnest($2::uuid[]) AS r (customer_id) ORDER BY customer_id
ON CONFLICT (retailer_id, customer_id) DO UPDATE SET changed_at = excluded.changed_at, held = false WHERE x.held;
