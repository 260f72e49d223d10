import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tells that a delivery came in under the name of a store or topic that it does not belong to. */
export class WebhookOrigins1763907000000 implements MigrationInterface {
  name = 'WebhookOrigins1763907000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE retailers ADD COLUMN store_id text`);
    await runner.query(`ALTER TABLE deliveries ADD COLUMN body_hash uuid`);
    await runner.query(
      `CREATE INDEX deliveries_body_hash_idx ON deliveries (body_hash, retailer_id) WHERE body_hash IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE deliveries DROP COLUMN body_hash`);
    await runner.query(`ALTER TABLE retailers DROP COLUMN store_id`);
  }
}
