INSERT INTO products (retailer_id, external_id, title, handle, page_path, status, image_url, price,
                      platform_updated_at)
SELECT $1, "externalId", title, handle, "pagePath", status, "imageUrl", price, "updatedAt"
  FROM json_to_recordset($2::json) AS r ("externalId" text, title text, handle text, "pagePath" text,
       status text, "imageUrl" text, price numeric, "updatedAt" timestamptz)
ON CONFLICT (retailer_id, external_id) DO UPDATE SET title = excluded.title, handle = excluded.handle,
  page_path = excluded.page_path, status = excluded.status, image_url = excluded.image_url, price = excluded.price,
  platform_updated_at = excluded.platform_updated_at
WHERE products.platform_updated_at <= excluded.platform_updated_at;
