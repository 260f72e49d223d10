UPDATE messages m
        SET state = r.state, reason = r.reason, address = coalesce(r.address, m.address),
            due_at = coalesce(r.due_at, m.due_at),
            attempts = m.attempts + (r.state = 'sending')::int,
            sent_at = CASE WHEN r.state = 'sending' THEN $8::timestamptz ELSE m.sent_at END,
            leased_until = CASE WHEN r.state = 'sending' THEN m.leased_until END,
            settled_at = CASE WHEN r.state IN ('skipped', 'failed') THEN $8::timestamptz END
       FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::text[])
AS r (retailer_id, id, state, reason, address, due_at, response)
      WHERE m.retailer_id = r.retailer_id AND m.id = r.id AND m.state = 'queued';
