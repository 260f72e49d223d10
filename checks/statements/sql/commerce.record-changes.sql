INSERT INTO customer_changes AS x (retailer_id, customer_id, cause)
SELECT $1, customer_id, cause FROM unnest($2::uuid[], $3::text[]) AS r (customer_id, cause)
 ORDER BY customer_id
ON CONFLICT (retailer_id, customer_id) DO UPDATE
  SET cause = CASE WHEN (excluded.cause LIKE 'import:%' OR excluded.cause = 'backfill') THEN x.cause ELSE excluded.cause END,
      changed_at = excluded.changed_at, held = false;
