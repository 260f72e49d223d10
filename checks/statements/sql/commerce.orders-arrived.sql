SELECT wanted.id FROM unnest($2::uuid[], $3::timestamptz[]) AS wanted (id, since)
WHERE EXISTS (SELECT FROM orders o WHERE o.retailer_id = $1 AND o.customer_id = wanted.id
     AND o.arrived_at > wanted.since AND o.ordered_at > wanted.since - interval '7 days');
