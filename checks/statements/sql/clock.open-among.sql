SELECT m.segment_id::text || m.customer_id AS pair
 FROM unnest($2::uuid[], $3::uuid[]) AS wanted (segment, customer)
CROSS JOIN LATERAL (SELECT segment_id, customer_id FROM segment_memberships
                     WHERE retailer_id = $1 AND customer_id = wanted.customer AND segment_id = wanted.segment
                       AND left_at IS NULL) m;
