WITH taken AS (
  UPDATE messages SET leased_by = $2, leased_until = now() + make_interval(secs => $3)
   WHERE retailer_id = $1 AND id = ANY (ARRAY(
     SELECT id FROM messages
      WHERE retailer_id = $1 AND state = 'queued' AND NOT held AND due_at <= now()
        AND (leased_until IS NULL OR leased_until < now())
      ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED))
  RETURNING *)
SELECT t.retailer_id AS "retailerId", t.id, t.execution_id AS "executionId", t.step_id AS "stepId",
       t.template_id AS "templateId", t.customer_id AS "customerId", t.address, t.attempts,
       m.brand_id AS "brandId", m.mode, m.segment_id AS "segmentId", m.frequency_cap AS "frequencyCap",
       m.quiet_hours AS "quietHours", m.time_zone AS "timeZone"
  FROM taken t JOIN mailings m USING (retailer_id, execution_id) ORDER BY t.due_at;
