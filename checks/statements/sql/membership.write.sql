DELETE FROM segment_next_changes k USING unnest($2::uuid[], $3::uuid[]) AS gone (segment_id, customer_id)
WHERE k.retailer_id = $1 AND k.segment_id = gone.segment_id AND k.customer_id = gone.customer_id;

INSERT INTO segment_next_changes (retailer_id, segment_id, customer_id, next_change_at)
SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[])
ON CONFLICT (retailer_id, segment_id, customer_id) DO UPDATE SET next_change_at = excluded.next_change_at;

UPDATE segment_memberships m SET left_at = ended.at
 FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) AS ended (segment_id, customer_id, at)
WHERE m.retailer_id = $1 AND m.segment_id = ended.segment_id AND m.customer_id = ended.customer_id
  AND m.left_at IS NULL;

WITH change AS (
  SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[])
    AS r (segment_id, customer_id, at, kind, cause)
), entering AS (
  INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at, left_at)
  SELECT $1, * FROM unnest($7::uuid[], $8::uuid[], $9::timestamptz[], $10::timestamptz[]) RETURNING 1
), recorded AS (
  INSERT INTO segment_transitions (retailer_id, segment_id, customer_id, at, kind, cause)
  SELECT $1, * FROM change RETURNING 1
)
INSERT INTO segment_events (retailer_id, segment_id, customer_id, at, kind, cause)
SELECT $1, * FROM change ON CONFLICT DO NOTHING;
