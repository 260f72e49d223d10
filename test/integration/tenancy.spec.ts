import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, TestDatabase } from '../setup/test-database.js';

/**
 * Every key of every table with its first columns. Citus distributes by one column and needs it in each primary key,
 * unique index and foreign key. Here it is the first column, so that the rows of one retailer are also stored together.
 */
const KEYS = `
  SELECT t.relname AS "table", k.name, k.kind,
         (SELECT attname FROM pg_attribute WHERE attrelid = t.oid AND attnum = k.first) AS "column",
         k.refers_to AS "refersTo"
    FROM pg_class t
    CROSS JOIN LATERAL (
      SELECT i.indexrelid::regclass::text AS name, CASE WHEN i.indisprimary THEN 'primary' ELSE 'unique' END AS kind,
             i.indkey[0] AS first, NULL AS refers_to
        FROM pg_index i WHERE i.indrelid = t.oid AND (i.indisprimary OR i.indisunique)
      UNION ALL
      SELECT c.conname, 'foreign', c.conkey[1], (
               SELECT c.confrelid::regclass || '.' || attname FROM pg_attribute
                WHERE attrelid = c.confrelid AND attnum = c.confkey[1])
        FROM pg_constraint c WHERE c.conrelid = t.oid AND c.contype = 'f') k
   WHERE t.relkind IN ('r', 'p') AND t.relnamespace = 'public'::regnamespace AND t.relname <> 'migrations'`;

interface Key {
  readonly table: string;
  readonly name: string;
  readonly kind: 'primary' | 'unique' | 'foreign';
  readonly column: string;
  /** Table and column that a foreign key refers to first. */
  readonly refersTo: string | null;
}

let database: TestDatabase;
beforeAll(async () => {
  database = new TestDatabase(await createDatabase());
});
afterAll(() => database.end());

const keys = (): Promise<Key[]> => database.sql(KEYS);

/** The column with the retailer's id. */
const tenantColumn = (table: string): string => (table === 'retailers' ? 'id' : 'retailer_id');

const breaksTheRule = ({ table, column, refersTo }: Key): boolean =>
  column !== tenantColumn(table) || (refersTo !== null && refersTo !== referredTenant(refersTo));
const referredTenant = (refersTo: string): string => {
  const [table = ''] = refersTo.split('.');
  return `${table}.${tenantColumn(table)}`;
};

describe('the schema', () => {
  it('can be distributed by retailer: every primary key, unique index and foreign key begins with it', async () => {
    const all = await keys();
    expect(all.filter(breaksTheRule)).toEqual([]);
    const tables = new Set(all.filter(({ kind }) => kind === 'primary').map(({ table }) => table));
    expect(tables.size).toBeGreaterThanOrEqual(15);
  });

  it('has a primary key on every table', async () => {
    const bare = await database.sql(
      `SELECT relname FROM pg_class t WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT 1 FROM pg_index WHERE indrelid = t.oid AND indisprimary)`,
    );
    expect(bare).toEqual([]);
  });

  it('fails the check with a key of any kind that breaks the rule', async () => {
    await database.sql(
      `CREATE TABLE stray (
         id uuid PRIMARY KEY, retailer_id uuid, name text, order_id text, UNIQUE (name, retailer_id),
         FOREIGN KEY (order_id, retailer_id) REFERENCES orders (external_id, retailer_id))`,
    );
    const caught = (await keys()).filter(breaksTheRule).map(({ table, kind }) => `${table} ${kind}`);
    expect(caught.sort()).toEqual(['stray foreign', 'stray primary', 'stray unique']);
  });
});
