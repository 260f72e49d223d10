WITH enrolled AS MATERIALIZED (
  SELECT e.execution_id, e.customer_id FROM enrolments e
    JOIN executions x ON x.retailer_id = $1 AND x.id = e.execution_id AND x.exit_on_order
   WHERE e.retailer_id = $1 AND e.customer_id = ANY ($2::uuid[]) AND e.status = 'active'
     AND EXISTS (SELECT FROM orders o WHERE o.retailer_id = $1 AND o.customer_id = e.customer_id
      AND o.arrived_at > e.enrolled_at AND o.ordered_at > e.enrolled_at - interval '7 days')
   ORDER BY e.execution_id, e.customer_id FOR UPDATE OF e),
ended AS (
  UPDATE enrolments e SET status = 'left', reason = $3 FROM enrolled
   WHERE e.retailer_id = $1 AND e.execution_id = enrolled.execution_id AND e.customer_id = enrolled.customer_id
     AND e.status = 'active'
  RETURNING e.execution_id, e.customer_id)
SELECT execution_id AS "executionId", array_agg(customer_id) AS "customerIds" FROM ended GROUP BY execution_id;
