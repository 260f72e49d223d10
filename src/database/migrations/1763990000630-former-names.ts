import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The names that segments had, which still lead to them. */
export class FormerNames1763990000630 implements MigrationInterface {
  name = 'FormerNames1763990000630';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE segments ADD former_names text[] NOT NULL DEFAULT '{}'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE segments DROP former_names');
  }
}
