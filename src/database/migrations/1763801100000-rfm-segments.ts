import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose fifths are due is asked every few seconds; few segments ask for fifths. */
export class RfmSegments1763801100000 implements MigrationInterface {
  name = 'RfmSegments1763801100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX segments_rfm_idx ON segments (retailer_id, brand_id) WHERE jsonb_path_exists(criteria, '$.**.rfm')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX segments_rfm_idx`);
  }
}
