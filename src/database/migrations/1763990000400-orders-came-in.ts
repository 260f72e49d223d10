import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an order came in. */
export class OrdersCameIn1763990000400 implements MigrationInterface {
  name = 'OrdersCameIn1763990000400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE orders ADD came_in_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', now())`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders DROP came_in_at');
  }
}
