SET LOCAL enable_nestloop = off;

WITH leaving AS (
     UPDATE segment_memberships m SET left_at = $3 FROM customers c
      WHERE m.retailer_id = $1 AND m.segment_id = $2 AND m.left_at IS NULL AND m.customer_id > $4::uuid AND m.customer_id <= $5::uuid
        AND c.retailer_id = $1 AND c.id = m.customer_id AND NOT (coalesce(c.total_spent >= $8::numeric, false) AND (c.last_order_at IS NOT NULL AND c.last_order_at <= $7::timestamptz - $9::integer * interval '1 hour') AND ((EXISTS (SELECT FROM (SELECT * FROM orders WHERE retailer_id = $1 AND customer_id > $4::uuid AND customer_id <= $5::uuid) o WHERE o.customer_id = c.id AND o.counted
   AND ($10::text = ANY (o.product_ids)))) OR (coalesce(coalesce(c.country, c.billing_country) = ANY ($11::text[]), false))))
     RETURNING m.customer_id
   ), entering AS (
     INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at)
     SELECT $1, $2, c.id, $3 FROM customers c
      WHERE c.retailer_id = $1 AND c.id > $4::uuid AND c.id <= $5::uuid AND (coalesce(c.total_spent >= $8::numeric, false) AND (c.last_order_at IS NOT NULL AND c.last_order_at <= $7::timestamptz - $9::integer * interval '1 hour') AND ((EXISTS (SELECT FROM (SELECT * FROM orders WHERE retailer_id = $1 AND customer_id > $4::uuid AND customer_id <= $5::uuid) o WHERE o.customer_id = c.id AND o.counted
   AND ($10::text = ANY (o.product_ids)))) OR (coalesce(coalesce(c.country, c.billing_country) = ANY ($11::text[]), false))))
        AND NOT EXISTS (SELECT 1 FROM segment_memberships m WHERE m.retailer_id = $1 AND m.segment_id = $2 AND m.left_at IS NULL AND m.customer_id = c.id
                           AND m.customer_id > $4::uuid AND m.customer_id <= $5::uuid)
     RETURNING customer_id
   ), silent AS (
     SELECT customer_id, cause FROM customer_changes
WHERE retailer_id = $1 AND customer_id > $4::uuid AND customer_id <= $5::uuid AND (cause LIKE 'import:%' OR cause = 'backfill')
   ), moving AS (
     INSERT INTO segment_transitions (retailer_id, segment_id, customer_id, at, kind, cause)
     SELECT $1, $2, customer_id, $3, kind, coalesce(silent.cause, $6::text)
       FROM (SELECT customer_id, 'left' AS kind FROM leaving UNION ALL SELECT customer_id, 'entered' FROM entering) moved
       LEFT JOIN silent USING (customer_id)
     RETURNING retailer_id, segment_id, customer_id, at, kind, cause
   )
   INSERT INTO segment_events (retailer_id, segment_id, customer_id, at, kind, cause) SELECT * FROM moving
   ON CONFLICT DO NOTHING;

WITH coming AS (
  SELECT * FROM (
    SELECT c.id, least(CASE WHEN (c.last_order_at + $7::integer * interval '1 hour') > $5::timestamptz AND (c.last_order_at + $7::integer * interval '1 hour') <= '9999-12-31T23:59:59.999Z' AND (c.known_1 AND (c.last_order_at IS NOT NULL AND c.last_order_at <= (c.last_order_at + $7::integer * interval '1 hour') - $7::integer * interval '1 hour') AND ((c.known_2) OR (c.known_3))) <> c.known_0 THEN (c.last_order_at + $7::integer * interval '1 hour') END) AS at FROM (
      SELECT c.*, (coalesce(c.total_spent >= $6::numeric, false) AND (c.last_order_at IS NOT NULL AND c.last_order_at <= $5::timestamptz - $7::integer * interval '1 hour') AND ((EXISTS (SELECT FROM (SELECT * FROM orders WHERE retailer_id = $1 AND customer_id > $3::uuid AND customer_id <= $4::uuid) o WHERE o.customer_id = c.id AND o.counted
AND ($8::text = ANY (o.product_ids)))) OR (coalesce(coalesce(c.country, c.billing_country) = ANY ($9::text[]), false)))) AS known_0, coalesce(c.total_spent >= $6::numeric, false) AS known_1, EXISTS (SELECT FROM (SELECT * FROM orders WHERE retailer_id = $1 AND customer_id > $3::uuid AND customer_id <= $4::uuid) o WHERE o.customer_id = c.id AND o.counted
AND ($8::text = ANY (o.product_ids))) AS known_2, coalesce(coalesce(c.country, c.billing_country) = ANY ($9::text[]), false) AS known_3 FROM customers c
       WHERE c.retailer_id = $1 AND c.id > $3::uuid AND c.id <= $4::uuid OFFSET 0) c) c
   WHERE at IS NOT NULL
), gone AS (
  DELETE FROM segment_next_changes k
   WHERE k.retailer_id = $1 AND k.segment_id = $2 AND k.customer_id > $3::uuid AND k.customer_id <= $4::uuid AND NOT EXISTS (SELECT FROM coming WHERE coming.id = k.customer_id)
)
INSERT INTO segment_next_changes AS k (retailer_id, segment_id, customer_id, next_change_at)
SELECT $1, $2, id, at FROM coming
ON CONFLICT (retailer_id, segment_id, customer_id) DO UPDATE SET next_change_at = excluded.next_change_at
 WHERE k.next_change_at <> excluded.next_change_at;
