SELECT id FROM messages
WHERE retailer_id = $1 AND id = ANY ($2::uuid[]) AND leased_by = $3 AND status = 'queued' AND NOT held
  AND leased_until > clock_timestamp()
ORDER BY id FOR UPDATE;
