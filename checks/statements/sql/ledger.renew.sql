UPDATE messages m SET leased_until = now() + make_interval(secs => $4)
 FROM unnest($1::uuid[], $2::uuid[]) AS held (retailer_id, id)
WHERE m.retailer_id = held.retailer_id AND m.id = held.id AND m.leased_by = $3
  AND m.status IN ('queued', 'sending');
