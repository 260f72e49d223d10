WITH memberships AS (DELETE FROM segment_memberships WHERE retailer_id = $1 AND segment_id = $2 AND customer_id > $3::uuid AND customer_id <= $4::uuid),
     transitions AS (DELETE FROM segment_transitions WHERE retailer_id = $1 AND segment_id = $2 AND customer_id > $3::uuid AND customer_id <= $4::uuid)
DELETE FROM segment_next_changes WHERE retailer_id = $1 AND segment_id = $2 AND customer_id > $3::uuid AND customer_id <= $4::uuid;
