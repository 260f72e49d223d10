import type { MigrationInterface, QueryRunner } from 'typeorm';

/** In which order imports have replaced something, and indexes by which undoing, erasures and merges find it. */
export class ImportsInOrder1763990000610 implements MigrationInterface {
  name = 'ImportsInOrder1763990000610';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE import_replacements ADD kept_at timestamptz NOT NULL DEFAULT now()');
    await runner.query(
      'CREATE INDEX IF NOT EXISTS import_replacements_key_idx ON import_replacements (retailer_id, key)',
    );
    await runner.query(
      'CREATE INDEX IF NOT EXISTS import_replacements_customer_idx ON import_replacements (retailer_id, customer_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX import_replacements_customer_idx');
    await runner.query('DROP INDEX import_replacements_key_idx');
    await runner.query('ALTER TABLE import_replacements DROP kept_at');
  }
}
