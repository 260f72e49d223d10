SELECT id, external_id AS "externalId", email, first_name AS "firstName", last_name AS "lastName", country,
           language, language_said_at AS "languageSaidAt", marketing, marketing_updated_at AS "marketingUpdatedAt",
           platform_updated_at AS "updatedAt"
      FROM unnest($2::uuid[]) AS wanted (key) CROSS JOIN LATERAL
(SELECT * FROM customers WHERE retailer_id = $1 AND id = wanted.key OFFSET 0) found;
