SELECT id, sent_at AS "sentAt" FROM messages
WHERE retailer_id = $1 AND id = ANY ($2::uuid[]) AND status IN ('sending', 'sent', 'unknown')
  AND sent_at IS NOT NULL;
