import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a stored body is about. A sweep reads the bodies that are stored already. */
export class DeliveriesAbout1763990000410 implements MigrationInterface {
  name = 'DeliveriesAbout1763990000410';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE deliveries ADD about integer[]');
    // The pending list makes a write cheap, and a search reads all of it, so it stays short.
    await runner.query(
      `CREATE INDEX IF NOT EXISTS deliveries_about_idx ON deliveries USING gin (about) WITH (gin_pending_list_limit = 256)
        WHERE about IS NOT NULL`,
    );
    await runner.query(
      `CREATE INDEX IF NOT EXISTS deliveries_unread_idx ON deliveries (retailer_id, id)
        WHERE about IS NULL AND emptied_at IS NULL AND status <> 'pending'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX deliveries_unread_idx');
    await runner.query('DROP INDEX deliveries_about_idx');
    await runner.query('ALTER TABLE deliveries DROP about');
  }
}
