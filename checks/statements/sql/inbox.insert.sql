INSERT INTO deliveries (retailer_id, id, topic, delivery_id, event_id, triggered_at, body_hash, body)
SELECT d."retailerId", d.id, d.topic, d."deliveryId", d."eventId", d."triggeredAt", d."bodyHash",
       substring($3::bytea FROM (b.ends - b.length + 1)::int FOR b.length)
  FROM ROWS FROM (json_to_recordset($1::json) AS ("retailerId" uuid, id uuid, topic text, "deliveryId" text,
                  "eventId" text, "triggeredAt" timestamptz, "bodyHash" uuid)) WITH ORDINALITY AS d
  JOIN (SELECT length, place, sum(length) OVER (ORDER BY place) AS ends
          FROM unnest($2::int[]) WITH ORDINALITY AS u (length, place)) AS b ON b.place = d.ordinality
ON CONFLICT (retailer_id, id) DO NOTHING;
