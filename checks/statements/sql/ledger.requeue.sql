SELECT 1 FROM mailings x
      WHERE (x.retailer_id, x.execution_id) IN (
        SELECT m.retailer_id, m.execution_id FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
AS r (retailer_id, id, state, reason, address, due_at, response)
          JOIN messages m ON m.retailer_id = r.retailer_id AND m.id = r.id)
      ORDER BY x.execution_id FOR SHARE;

UPDATE messages m
        SET state = r.state, reason = r.reason, response = r.response, due_at = coalesce(r.due_at, m.due_at),
            leased_until = NULL, settled_at = CASE WHEN r.state <> 'queued' THEN $9::timestamptz END
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
AS r (retailer_id, id, state, reason, address, due_at, response)
      WHERE m.retailer_id = r.retailer_id AND m.id = r.id AND m.state IN ('sending', 'unknown')
        AND m.leased_by = $8;

UPDATE messages m
  SET held = x.status = 'paused',
      state = CASE x.status WHEN 'cancelled' THEN 'skipped' ELSE m.state END,
      reason = CASE x.status WHEN 'cancelled' THEN 'cancelled' ELSE m.reason END,
      settled_at = CASE x.status WHEN 'cancelled' THEN $3::timestamptz END
 FROM unnest($1::uuid[], $2::uuid[]) AS r (retailer_id, id), mailings x
WHERE m.retailer_id = r.retailer_id AND m.id = r.id AND m.state = 'queued'
  AND x.retailer_id = m.retailer_id AND x.execution_id = m.execution_id AND x.status <> 'open';
