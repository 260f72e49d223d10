import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Dry runs that are over are found by their age. */
export class DryRunRetention1763800900000 implements MigrationInterface {
  name = 'DryRunRetention1763800900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX executions_dry_runs_idx ON executions (finished_at) WHERE mode = 'dryRun'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX executions_dry_runs_idx`);
  }
}
