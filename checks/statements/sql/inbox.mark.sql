UPDATE deliveries d
  SET status = result.status, problem = result.problem, attempts = d.attempts + 1,
      processed_at = CASE WHEN result.retry_ms IS NULL THEN clock_timestamp() END,
      due_at = CASE WHEN result.retry_ms IS NULL THEN d.due_at
                    ELSE now() + make_interval(secs => result.retry_ms / 1000.0) END
 FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::int[])
      AS result (retailer_id, id, status, problem, retry_ms)
WHERE d.retailer_id = result.retailer_id AND d.id = result.id;
