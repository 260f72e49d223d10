UPDATE deliveries d
  SET status = result.status, problem = result.problem, attempts = d.attempts + 1,
      processed_at = CASE WHEN result.due_at IS NULL THEN $6::timestamptz END,
      due_at = coalesce(result.due_at, d.due_at)
 FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
      AS result (retailer_id, id, status, problem, due_at)
WHERE d.retailer_id = result.retailer_id AND d.id = result.id;
