import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A request that takes long keeps its claim of an idempotency key. */
export class RenewedClaims1763801200000 implements MigrationInterface {
  name = 'RenewedClaims1763801200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE idempotency_keys ADD COLUMN renewed_at timestamptz NOT NULL DEFAULT now()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE idempotency_keys DROP COLUMN renewed_at`);
  }
}
