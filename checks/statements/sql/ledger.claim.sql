WITH due AS (
       SELECT id FROM messages
        WHERE retailer_id = $1 AND status = 'queued' AND NOT held AND due_at <= now()
          AND (leased_until IS NULL OR leased_until < now())
        ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED),
     leased AS (
       UPDATE messages SET leased_by = $2, leased_until = now() + make_interval(secs => $3)
        WHERE retailer_id = $1 AND id = ANY (ARRAY(SELECT id FROM due))
AND id >= (SELECT id FROM due ORDER BY id LIMIT 1) AND id <= (SELECT id FROM due ORDER BY id DESC LIMIT 1)
       RETURNING *)
     SELECT m.retailer_id AS "retailerId", m.id, m.execution_id AS "executionId", m.step_id AS "stepId", m.variant, m.offer_place AS "offerPlace", m.template_id AS "templateId", m.customer_id AS "customerId", m.address, m.entered_at AS "enteredAt", m.attempts, m.due_at AS "dueAt", m.waiting_since AS "waitingSince", d.brand_id AS "brandId", d.mode, d.segment_id AS "segmentId", d.frequency_cap AS "frequencyCap", d.quiet_hours AS "quietHours", d.time_zone AS "timeZone", d.conditions, d.tracking, d.id_month AS "idMonth"
       FROM leased m JOIN dispatches d USING (retailer_id, execution_id) ORDER BY m.due_at;
