UPDATE messages m
        SET status = r.status, reason = r.reason, address = coalesce(r.address, m.address),
            due_at = coalesce(r.due_at, m.due_at),
            attempts = m.attempts + (r.status = 'sending')::int,
            sent_at = CASE WHEN r.status = 'sending' THEN $8::timestamptz ELSE m.sent_at END,
            leased_until = CASE WHEN r.status = 'sending' THEN m.leased_until END,
            settled_at = CASE WHEN r.status IN ('skipped', 'failed') THEN $8::timestamptz END
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
AS r (retailer_id, id, status, reason, address, due_at, response)
      WHERE m.retailer_id = r.retailer_id AND m.id = r.id AND m.status = 'queued';
