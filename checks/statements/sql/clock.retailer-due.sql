SELECT retailer_id AS id FROM segment_next_changes
WHERE next_change_at <= $1 AND retailer_id <> ALL ($2::uuid[]) ORDER BY next_change_at LIMIT 1;
