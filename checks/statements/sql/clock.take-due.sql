SELECT segment_id AS "segmentId", customer_id AS "customerId",
(extract(epoch FROM next_change_at) * 1000)::float8 AS due FROM segment_next_changes k
      WHERE k.retailer_id = $1 AND k.next_change_at <= $2
        AND EXISTS (SELECT FROM segments s WHERE s.retailer_id = $1 AND s.id = k.segment_id AND s.status = 'ready')
        AND NOT EXISTS (SELECT FROM customer_changes x WHERE x.retailer_id = $1 AND x.customer_id = k.customer_id AND NOT x.held)
      ORDER BY k.next_change_at LIMIT $3 FOR UPDATE OF k SKIP LOCKED;
