SELECT FROM unnest($2::uuid[]) AS wanted (id) CROSS JOIN LATERAL
(SELECT FROM segment_next_changes
  WHERE retailer_id = $1 AND customer_id = wanted.id AND next_change_at <= clock_timestamp() FOR UPDATE) due;
