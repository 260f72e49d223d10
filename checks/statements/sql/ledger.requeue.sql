SELECT 1 FROM dispatches d
WHERE d.retailer_id = $1 AND d.execution_id IN (
  SELECT m.execution_id FROM messages m WHERE m.retailer_id = $1 AND m.id = ANY ($2::uuid[]))
ORDER BY d.execution_id FOR SHARE;

UPDATE messages m
        SET status = r.status, reason = r.reason, response = r.response, due_at = coalesce(r.due_at, m.due_at),
            leased_until = NULL, settled_at = CASE WHEN r.status <> 'queued' THEN $9::timestamptz END
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
AS r (retailer_id, id, status, reason, address, due_at, response)
      WHERE m.retailer_id = r.retailer_id AND m.id = r.id AND m.status IN ('sending', 'unknown')
        AND m.leased_by = $8;

UPDATE messages m
  SET held = d.status = 'paused',
      status = CASE WHEN d.status = 'cancelled' THEN 'skipped' ELSE m.status END,
      reason = CASE WHEN d.status = 'cancelled' THEN 'cancelled' ELSE m.reason END,
      settled_at = CASE WHEN d.status = 'cancelled' THEN $3::timestamptz END
 FROM unnest($1::uuid[], $2::uuid[]) AS r (retailer_id, id), dispatches d
WHERE m.retailer_id = r.retailer_id AND m.id = r.id AND m.status = 'queued'
  AND d.retailer_id = m.retailer_id AND d.execution_id = m.execution_id AND d.status <> 'open';
