import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a store and its products are on the web, and what the store says of itself as a sender. */
export class Storefronts1763903000000 implements MigrationInterface {
  name = 'Storefronts1763903000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE retailers ADD COLUMN storefront_url text`);
    await runner.query(
      `UPDATE retailers SET storefront_url = 'https://' || external_id
        WHERE platform = 'platform-a' AND status <> 'uninstalled'`,
    );
    await runner.query(
      `UPDATE retailers r SET storefront_url = s.storefront_origin
         FROM platform_b_stores s WHERE s.retailer_id = r.id AND s.storefront_origin LIKE 'https:%'`,
    );
    await runner.query(`ALTER TABLE products ADD COLUMN page_path text`);
    await runner.query(
      `UPDATE products p
          SET page_path = CASE r.platform WHEN 'platform-a' THEN '/products/' || p.handle ELSE '/' || p.handle || '/' END
         FROM retailers r WHERE r.id = p.retailer_id AND p.handle IS NOT NULL AND p.status = 'active'`,
    );
    await runner.query(`ALTER TABLE brands ADD COLUMN store_sender jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE brands DROP COLUMN store_sender`);
    await runner.query(`ALTER TABLE products DROP COLUMN page_path`);
    await runner.query(`ALTER TABLE retailers DROP COLUMN storefront_url`);
  }
}
