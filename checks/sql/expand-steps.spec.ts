import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describe, expect, it } from 'vitest';
import { packageVersion } from '../../src/config/package-version.js';
import { MIGRATIONS } from '../../src/database/data-source.js';
import type { ContractStep } from '../../src/database/migrations/step.js';
import { breaches } from './expand-steps.js';

/** What a migration would run, in its order. */
async function statementsOf(migration: MigrationInterface): Promise<string[]> {
  const statements: string[] = [];
  const runner = {
    query(text: string) {
      statements.push(text);
      return Promise.resolve([]);
    },
  };
  await migration.up(runner as unknown as QueryRunner);
  return statements;
}

const contractOf = (migration: MigrationInterface & Partial<ContractStep>): string | undefined => migration.contracts;
const [, ...later] = MIGRATIONS.map((Migration) => new Migration() as MigrationInterface & Partial<ContractStep>);

describe('the migrations after the baseline', () => {
  it('leave the version before working, where they are not marked as contract steps', async () => {
    for (const migration of later.filter((each) => contractOf(each) === undefined)) {
      expect(await breaches(await statementsOf(migration)), migration.name).toEqual([]);
    }
  });

  it('contract only what an earlier release stopped using', () => {
    const early = later.filter((each) => (contractOf(each) ?? '') >= packageVersion());
    expect(early.map(({ name }) => name)).toEqual([]);
  });
});

describe('a step that expands', () => {
  it.each([
    'ALTER TABLE orders ADD note text',
    `ALTER TABLE orders ADD came_in_at timestamptz NOT NULL DEFAULT now()`,
    'ALTER TABLE orders ADD number bigint NOT NULL GENERATED ALWAYS AS IDENTITY',
    'ALTER TABLE orders ALTER note DROP NOT NULL',
    'CREATE TABLE notes (id uuid NOT NULL, CONSTRAINT notes_pkey PRIMARY KEY (id))',
    'CREATE TABLE notes (id uuid); CREATE UNIQUE INDEX notes_idx ON notes (id); ALTER TABLE notes ENABLE ROW LEVEL SECURITY',
    'CREATE INDEX IF NOT EXISTS orders_note_idx ON orders (note)',
    'CREATE INDEX IF NOT EXISTS orders_by_note_idx ON orders (note); DROP INDEX orders_note_idx',
    'UPDATE orders SET note = $1',
    'ALTER INDEX orders_idx RENAME TO former_idx',
    'ALTER TABLE orders DROP CONSTRAINT orders_retailer_id_brand_id_fkey',
    'ALTER TABLE orders ADD CONSTRAINT of_retailer FOREIGN KEY (retailer_id) REFERENCES retailers (id)',
    `ALTER TABLE orders RENAME TO former;
     CREATE TABLE orders (LIKE former, PRIMARY KEY (id)) PARTITION BY RANGE (id);
     ALTER TABLE orders ATTACH PARTITION former FOR VALUES FROM ('1') TO (MAXVALUE);
     ALTER TABLE former DROP CONSTRAINT bounded`,
    'CREATE FUNCTION one() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$; REVOKE ALL ON FUNCTION one() FROM PUBLIC',
  ])('may say: %s', async (statement) => {
    expect(await breaches([statement])).toEqual([]);
  });

  it.each([
    ['ALTER TABLE orders DROP note', 'DropColumn on orders'],
    ['ALTER TABLE orders ALTER note SET NOT NULL', 'SetNotNull on orders'],
    ['ALTER TABLE orders ALTER note TYPE integer', 'AlterColumnType on orders'],
    ['ALTER TABLE orders ADD note text NOT NULL', 'orders.note is NOT NULL without a default'],
    ['ALTER TABLE orders ADD note text UNIQUE', 'orders.note is unique'],
    ['ALTER TABLE orders ADD CONSTRAINT short CHECK (length(note) < 9)', 'AddConstraint on orders'],
    ['ALTER TABLE orders DROP CONSTRAINT orders_pkey', 'DropConstraint on orders'],
    ['ALTER TABLE orders ADD FOREIGN KEY (brand_id) REFERENCES brands (id)', 'AddConstraint on orders'],
    ['ALTER TABLE orders RENAME note TO remark', 'Rename of column'],
    ['ALTER TABLE orders RENAME TO purchases', 'Rename of table'],
    [
      'ALTER TABLE orders RENAME TO former; CREATE TABLE orders (LIKE former) PARTITION BY RANGE (id)',
      'Rename of table',
    ],
    [
      `ALTER TABLE orders RENAME TO former; CREATE TABLE orders (id uuid) PARTITION BY RANGE (id);
       ALTER TABLE orders ATTACH PARTITION former DEFAULT`,
      'Rename of table',
    ],
    ['DROP TABLE orders', 'Drop of table'],
    ['DROP INDEX orders_idx', 'Drop of index'],
    ['CREATE INDEX IF NOT EXISTS orders_note_idx ON orders (note); DROP INDEX orders_key', 'Drop of index'],
    ['CREATE INDEX IF NOT EXISTS notes_text_idx ON notes (text); DROP INDEX orders_note_idx', 'Drop of index'],
    ['CREATE UNIQUE INDEX IF NOT EXISTS orders_idx ON orders (note)', 'a unique index on orders'],
    ['CREATE INDEX orders_idx ON orders (note)', 'needs IF NOT EXISTS'],
    ['REVOKE SELECT ON orders FROM rekindle_service', 'Grant'],
    ['DELETE FROM orders', 'Delete'],
    ['TRUNCATE orders', 'Truncate'],
    [`DO $$ BEGIN DROP TABLE orders; END $$`, 'Do'],
    ['CREATE TRIGGER t BEFORE INSERT ON orders EXECUTE FUNCTION f()', 'CreateTrig'],
  ])('may not say: %s', async (statement, words) => {
    const [first = '', ...others] = await breaches([statement]);
    expect(first).toContain(words);
    expect(others).toEqual([]);
  });
});
