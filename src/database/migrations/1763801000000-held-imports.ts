import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An import is looked at while all customers are evaluated for another segment; each slice has an instant of its own. */
export class HeldImports1763801000000 implements MigrationInterface {
  name = 'HeldImports1763801000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE customer_changes ADD held boolean NOT NULL DEFAULT false`);
    await runner.query(`ALTER TABLE segments DROP evaluation_at`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE segments ADD evaluation_at timestamptz`);
    await runner.query(`ALTER TABLE customer_changes DROP held`);
  }
}
