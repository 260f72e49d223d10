import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who approved that a version of a sequence starts by itself. */
export class AutomaticApprovals1763990000600 implements MigrationInterface {
  name = 'AutomaticApprovals1763990000600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE sequence_versions ADD approvals jsonb NOT NULL DEFAULT '[]'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sequence_versions DROP approvals');
  }
}
