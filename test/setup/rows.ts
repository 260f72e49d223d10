import type { RunsSql } from './test-database.js';

/** A condition on `table_name`: the rows of a partition are rows of its table. */
export const IS_NO_PARTITION = 'NOT EXISTS (SELECT FROM pg_class WHERE relname = table_name AND relispartition)';

/** The rows of every table as sorted text, for tests that check that nothing changes. */
export async function allRows(
  database: RunsSql,
  { except }: { readonly except: readonly string[] },
): Promise<Record<string, readonly string[]>> {
  const tables = await database.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1::text[])
        AND ${IS_NO_PARTITION} ORDER BY 1`,
    [except],
  );
  const rows: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const found = await database.sql<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`);
    rows[name] = found.map(({ row }) => row);
  }
  return rows;
}
