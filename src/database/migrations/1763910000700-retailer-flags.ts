import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Flags by retailer, each with the person who set it. */
export class RetailerFlags1763910000700 implements MigrationInterface {
  name = 'RetailerFlags1763910000700';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE retailer_flags (
      retailer_id uuid NOT NULL,
      name text NOT NULL,
      number integer NOT NULL,
      enabled boolean NOT NULL,
      set_by text NOT NULL,
      set_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT retailer_flags_pkey PRIMARY KEY (retailer_id, name, number),
      CONSTRAINT retailer_flags_retailer_id_fkey FOREIGN KEY (retailer_id) REFERENCES retailers (id) ON DELETE CASCADE
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE retailer_flags');
  }
}
