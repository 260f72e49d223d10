DELETE FROM refunds WHERE retailer_id = $1 AND order_external_id = ANY ($2::text[]);
