import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The language of a customer, and when an order said it. */
export class CustomerLanguages1763909000000 implements MigrationInterface {
  name = 'CustomerLanguages1763909000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE customers ADD COLUMN language text, ADD COLUMN language_said_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE customers DROP COLUMN language_said_at, DROP COLUMN language`);
  }
}
