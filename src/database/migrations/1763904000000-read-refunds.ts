import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refund says how far its amount can be relied on, and when its order is to be read because nothing told the amount. */
export class ReadRefunds1763904000000 implements MigrationInterface {
  name = 'ReadRefunds1763904000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE refunds ADD COLUMN source text NOT NULL DEFAULT 'told', ADD COLUMN as_of timestamptz,
         ADD COLUMN read_due_at timestamptz, ADD COLUMN reads integer NOT NULL DEFAULT 0`,
    );
    await runner.query(`CREATE INDEX refunds_read_due_idx ON refunds (read_due_at) WHERE read_due_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX refunds_read_due_idx`);
    await runner.query(
      `ALTER TABLE refunds DROP COLUMN source, DROP COLUMN as_of, DROP COLUMN read_due_at, DROP COLUMN reads`,
    );
  }
}
