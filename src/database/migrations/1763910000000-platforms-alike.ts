import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables of one platform bear its name; when a store is watched lies in one table for all platforms. */
const TABLES: readonly (readonly [before: string, after: string])[] = [
  ['oauth_states', 'platform_a_oauth_states'],
  ['used_proofs', 'platform_a_used_proofs'],
  ['app_subscription_copies', 'platform_a_app_subscriptions'],
];
const CONSTRAINTS: readonly (readonly [before: string, after: string, constraint: string])[] = [
  ...TABLES.map(([before, after]) => [before, after, 'pkey'] as const),
  ['used_proofs', 'platform_a_used_proofs', 'retailer_id_fkey'],
  ['app_subscription_copies', 'platform_a_app_subscriptions', 'retailer_id_fkey'],
];
const INDEXES: readonly (readonly [before: string, after: string])[] = [
  ['oauth_states_created_at_idx', 'platform_a_oauth_states_created_at_idx'],
  ['used_proofs_expires_at_idx', 'platform_a_used_proofs_expires_at_idx'],
];

export class PlatformsAlike1763910000000 implements MigrationInterface {
  name = 'PlatformsAlike1763910000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [before, after] of TABLES) await queryRunner.query(`ALTER TABLE ${before} RENAME TO ${after}`);
    for (const [before, after, name] of CONSTRAINTS) {
      await queryRunner.query(`ALTER TABLE ${after} RENAME CONSTRAINT ${before}_${name} TO ${after}_${name}`);
    }
    for (const [before, after] of INDEXES) await queryRunner.query(`ALTER INDEX ${before} RENAME TO ${after}`);
    await queryRunner.query('ALTER TABLE platform_b_stores DROP watched_at');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE platform_b_stores ADD watched_at timestamptz NOT NULL DEFAULT now()');
    for (const [before, after] of INDEXES) await queryRunner.query(`ALTER INDEX ${after} RENAME TO ${before}`);
    for (const [before, after, name] of CONSTRAINTS) {
      await queryRunner.query(`ALTER TABLE ${after} RENAME CONSTRAINT ${after}_${name} TO ${before}_${name}`);
    }
    for (const [before, after] of TABLES) await queryRunner.query(`ALTER TABLE ${after} RENAME TO ${before}`);
  }
}
