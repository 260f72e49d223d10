INSERT INTO refunds (retailer_id, order_external_id, external_id, amount, source, as_of, read_due_at)
SELECT $1, "orderExternalId", "externalId", amount, coalesce(source, 'told'), "asOf", CASE WHEN "readOwed" THEN now() END
  FROM json_to_recordset($2::json) AS r ("orderExternalId" text, "externalId" text, amount numeric, source text,
       "asOf" timestamptz, "readOwed" boolean)
ON CONFLICT (retailer_id, order_external_id, external_id) DO UPDATE SET amount = excluded.amount,
  source = excluded.source, as_of = excluded.as_of,
  read_due_at = CASE WHEN excluded.read_due_at IS NOT NULL
                     THEN coalesce(refunds.read_due_at, excluded.read_due_at) END;
