SELECT external_id AS "externalId", customer_id AS "customerId", gone_customer AS "goneCustomer", currency, other_currency AS "otherCurrency", total,
           financial_status AS "financialStatus", cancelled_at AS "cancelledAt", test, product_ids AS "productIds",
           discount_codes AS "discountCodes", billing_country AS "billingCountry", ordered_at AS "orderedAt", platform_updated_at AS "updatedAt",
           triggered_at AS "triggeredAt"
      FROM unnest($2::text[]) AS wanted (key) CROSS JOIN LATERAL
(SELECT * FROM orders WHERE retailer_id = $1 AND external_id = wanted.key OFFSET 0) found;
