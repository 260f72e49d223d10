INSERT INTO orders (retailer_id, external_id, customer_id, gone_customer, currency, other_currency, total, refunded, net, counted,
                    reason, financial_status, cancelled_at, test, product_ids, discount_codes, billing_country,
                    ordered_at, came_in_at,
                    platform_updated_at, triggered_at, arrived_at)
SELECT $1, "externalId", "customerId", "goneCustomer", currency, "otherCurrency", total, refunded, net, counted, reason,
       "financialStatus", "cancelledAt", test, "productIds", "discountCodes", "billingCountry", least("orderedAt", now_ms), now_ms,
       "updatedAt", "triggeredAt", CASE WHEN counted AND "isNews" THEN clock_timestamp() END
  FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS now_ms) AS clock, json_to_recordset($2::json) AS r ("externalId" text, "customerId" uuid, "goneCustomer" text, currency text,
       "otherCurrency" boolean, total numeric, refunded numeric, net numeric, counted boolean, reason text, "financialStatus" text,
       "cancelledAt" timestamptz, test boolean, "productIds" text[], "discountCodes" text[], "billingCountry" text,
       "orderedAt" timestamptz, "updatedAt" timestamptz, "triggeredAt" timestamptz, "isNews" boolean)
ON CONFLICT (retailer_id, external_id) DO UPDATE SET customer_id = excluded.customer_id,
  gone_customer = excluded.gone_customer, currency = excluded.currency, other_currency = excluded.other_currency, total = excluded.total, refunded = excluded.refunded, net = excluded.net,
  counted = excluded.counted, reason = excluded.reason, financial_status = excluded.financial_status,
  cancelled_at = excluded.cancelled_at, test = excluded.test, product_ids = excluded.product_ids,
  discount_codes = excluded.discount_codes, billing_country = excluded.billing_country, ordered_at = least(excluded.ordered_at, orders.came_in_at),
  platform_updated_at = excluded.platform_updated_at, triggered_at = excluded.triggered_at,
  arrived_at = CASE WHEN orders.counted THEN orders.arrived_at ELSE coalesce(orders.arrived_at, excluded.arrived_at) END;
