SELECT external_id AS "externalId", order_external_id AS "orderExternalId", amount, source, as_of AS "asOf",
           read_due_at IS NOT NULL AS "readOwed"
      FROM unnest($2::text[]) AS wanted (key) CROSS JOIN LATERAL
(SELECT * FROM refunds WHERE retailer_id = $1 AND order_external_id = wanted.key OFFSET 0) found;
