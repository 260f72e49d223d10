import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Retailers take turns in having their pictures fetched and rendered. */
export class ImageTurns1763904001000 implements MigrationInterface {
  name = 'ImageTurns1763904001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE image_turns (
         retailer_id uuid NOT NULL,
         work text NOT NULL,
         taken_at timestamptz NOT NULL,
         CONSTRAINT image_turns_pkey PRIMARY KEY (retailer_id, work),
         CONSTRAINT image_turns_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers(id) ON DELETE CASCADE
       )`,
    );
    await runner.query(`ALTER TABLE image_requests ADD COLUMN lease uuid, ADD COLUMN leased_until timestamptz`);
    await runner.query(
      `CREATE INDEX image_requests_open_idx ON image_requests (retailer_id, due_at)
         WHERE render_id IS NULL AND problem IS NULL`,
    );
    await runner.query(
      `CREATE INDEX image_renders_open_idx ON image_renders (retailer_id, due_at) WHERE status IN ('queued', 'rendering')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX image_renders_open_idx`);
    await runner.query(`DROP INDEX image_requests_open_idx`);
    await runner.query(`ALTER TABLE image_requests DROP COLUMN lease, DROP COLUMN leased_until`);
    await runner.query(`DROP TABLE image_turns`);
  }
}
