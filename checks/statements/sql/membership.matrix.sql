SELECT customer.place::int AS customer, 'open' AS what, '[' || string_agg(segment.place::text, ',') || ']' AS list
 FROM unnest($2::uuid[]) WITH ORDINALITY AS customer (id, place)
CROSS JOIN LATERAL (SELECT segment_id FROM segment_memberships
  WHERE retailer_id = $1 AND customer_id = customer.id AND left_at IS NULL OFFSET 0) stored
 JOIN unnest($3::uuid[]) WITH ORDINALITY AS segment (id, place) ON segment.id = stored.segment_id
GROUP BY customer.place UNION ALL SELECT customer.place::int AS customer, 'due' AS what, '[' || string_agg('[' || segment.place || ',' || (extract(epoch FROM stored.next_change_at) * 1000)::float8 || ']', ',') || ']' AS list
 FROM unnest($2::uuid[]) WITH ORDINALITY AS customer (id, place)
CROSS JOIN LATERAL (SELECT segment_id, next_change_at FROM segment_next_changes WHERE retailer_id = $1 AND customer_id = customer.id OFFSET 0) stored
 JOIN unnest($3::uuid[]) WITH ORDINALITY AS segment (id, place) ON segment.id = stored.segment_id
GROUP BY customer.place;
