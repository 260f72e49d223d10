INSERT INTO customers (retailer_id, id, external_id, email, first_name, last_name, country, language,
                       language_said_at, marketing, marketing_updated_at, platform_updated_at)
SELECT $1, id, "externalId", email, "firstName", "lastName", country, language, "languageSaidAt", marketing,
       "marketingUpdatedAt", "updatedAt"
  FROM json_to_recordset($2::json) AS r (id uuid, "externalId" text, email text, "firstName" text,
       "lastName" text, country text, language text, "languageSaidAt" timestamptz, marketing text,
       "marketingUpdatedAt" timestamptz, "updatedAt" timestamptz)
ON CONFLICT (retailer_id, id) DO UPDATE SET email = excluded.email, first_name = excluded.first_name,
  last_name = excluded.last_name, country = excluded.country, language = excluded.language,
  language_said_at = excluded.language_said_at, marketing = excluded.marketing,
  marketing_updated_at = excluded.marketing_updated_at, platform_updated_at = excluded.platform_updated_at;
