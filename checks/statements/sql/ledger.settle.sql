UPDATE messages m
        SET status = r.status, reason = r.reason, response = r.response, due_at = coalesce(r.due_at, m.due_at),
            leased_until = NULL, settled_at = CASE WHEN r.status <> 'queued' THEN $9::timestamptz END
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
AS r (retailer_id, id, status, reason, address, due_at, response)
      WHERE m.retailer_id = r.retailer_id AND m.id = r.id AND m.status IN ('sending', 'unknown')
        AND m.leased_by = $8;
