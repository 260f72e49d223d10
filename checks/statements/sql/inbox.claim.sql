WITH locked AS MATERIALIZED (SELECT d.retailer_id AS "retailerId", d.id, r.platform, d.topic, d.triggered_at AS "triggeredAt",
d.received_at AS "receivedAt", d.attempts, d.body FROM unnest($1::uuid[], $2::uuid[]) AS wanted (retailer_id, id)
   JOIN deliveries d USING (retailer_id, id) JOIN retailers r ON r.id = d.retailer_id
  WHERE d.status = 'pending' AND d.due_at <= now()
    FOR UPDATE OF d SKIP LOCKED)
SELECT "retailerId", id, platform, topic, "triggeredAt", "receivedAt", attempts, body
  FROM (SELECT *, sum(octet_length(body)) OVER (ROWS UNBOUNDED PRECEDING) - octet_length(body) AS before
          FROM locked) counted
 WHERE before < $3;
