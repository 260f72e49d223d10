SELECT external_id AS "externalId", title, handle, page_path AS "pagePath", status, image_url AS "imageUrl",
           price, compare_at_price AS "compareAtPrice", available, tracks_stock AS "tracksStock",
           published_at AS "publishedAt", price_since AS "priceSince", former_price AS "formerPrice",
           price_dropped_at AS "priceDroppedAt", back_in_stock_at AS "backInStockAt",
           platform_updated_at AS "updatedAt"
      FROM unnest($2::text[]) AS wanted (key) CROSS JOIN LATERAL
(SELECT * FROM products WHERE retailer_id = $1 AND external_id = wanted.key OFFSET 0) found;
