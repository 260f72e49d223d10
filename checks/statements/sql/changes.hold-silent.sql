UPDATE customer_changes x SET held = true
 WHERE x.retailer_id = $1 AND x.customer_id = ANY (ARRAY(
   SELECT customer_id FROM customer_changes WHERE retailer_id = $1 AND (cause LIKE 'import:%' OR cause = 'backfill') AND NOT held
    LIMIT $2 FOR UPDATE SKIP LOCKED))
RETURNING x.customer_id AS "customerId", x.cause;
