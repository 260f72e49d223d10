INSERT INTO products (retailer_id, external_id, title, handle, page_path, status, image_url, price,
                      compare_at_price, available, tracks_stock, published_at, price_since, former_price,
                      price_dropped_at, back_in_stock_at, platform_updated_at)
SELECT $1, "externalId", title, handle, "pagePath", status, "imageUrl", price, "compareAtPrice", available,
       "tracksStock", "publishedAt", "priceSince", "formerPrice", "priceDroppedAt", "backInStockAt", "updatedAt"
  FROM json_to_recordset($2::json) AS r ("externalId" text, title text, handle text, "pagePath" text,
       status text, "imageUrl" text, price numeric, "compareAtPrice" numeric, available boolean,
       "tracksStock" boolean, "publishedAt" timestamptz, "priceSince" timestamptz, "formerPrice" numeric,
       "priceDroppedAt" timestamptz, "backInStockAt" timestamptz, "updatedAt" timestamptz)
ON CONFLICT (retailer_id, external_id) DO UPDATE SET title = excluded.title, handle = excluded.handle,
  page_path = excluded.page_path, status = excluded.status, image_url = excluded.image_url,
  price = excluded.price, compare_at_price = excluded.compare_at_price, available = excluded.available,
  tracks_stock = excluded.tracks_stock, published_at = excluded.published_at,
  price_since = excluded.price_since, former_price = excluded.former_price,
  price_dropped_at = excluded.price_dropped_at, back_in_stock_at = excluded.back_in_stock_at,
  platform_updated_at = excluded.platform_updated_at;
