import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the batches of a dry run have written and taken back. */
export class DryRunRows1763990000620 implements MigrationInterface {
  name = 'DryRunRows1763990000620';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE history_import_dry_run_rows (
      retailer_id uuid NOT NULL,
      import_id uuid NOT NULL,
      key text NOT NULL,
      customer_id uuid,
      email text,
      row jsonb NOT NULL,
      CONSTRAINT history_import_dry_run_rows_pkey PRIMARY KEY (retailer_id, import_id, key),
      CONSTRAINT history_import_dry_run_rows_retailer_id_import_id_fkey FOREIGN KEY (retailer_id, import_id)
        REFERENCES history_imports (retailer_id, id) ON DELETE CASCADE
    )`);
    await runner.query(
      `CREATE INDEX history_import_dry_run_rows_email_idx ON history_import_dry_run_rows (email, retailer_id, import_id)
        WHERE email IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE history_import_dry_run_rows');
  }
}
