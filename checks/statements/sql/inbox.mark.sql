UPDATE deliveries d
  SET status = result.status, problem = result.problem, attempts = d.attempts + 1,
      processed_at = CASE WHEN result.due_at IS NULL THEN $6::timestamptz END,
      due_at = coalesce(result.due_at, d.due_at),
      about = CASE WHEN d.emptied_at IS NULL THEN coalesce(string_to_array(result.about, ',')::int[], d.about) END
 FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $7::text[])
      AS result (retailer_id, id, status, problem, due_at, about)
WHERE d.retailer_id = result.retailer_id AND d.id = result.id;
