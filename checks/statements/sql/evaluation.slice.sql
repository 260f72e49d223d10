SELECT c.id FROM customers c WHERE c.retailer_id = $1 AND c.id > $2 ORDER BY c.id OFFSET $3 LIMIT 1;
