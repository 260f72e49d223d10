import { IS_NO_PARTITION } from './rows.js';
import type { RunsSql } from './test-database.js';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

/** Every value of every column of every table as text, with its place. Bytes are decoded as text. */
async function dump(database: RunsSql): Promise<{ place: string; text: string }[]> {
  const columns = await database.sql<Column>(
    `SELECT c.table_name AS "table", c.column_name AS "column", c.udt_name AS type
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND ${IS_NO_PARTITION}`,
  );
  const values: { place: string; text: string }[] = [];
  for (const { table, column, type } of columns) {
    const rows = await database.sql<{ value: unknown }>(`SELECT "${column}" AS value FROM "${table}"`);
    for (const { value } of rows) {
      if (value === null) continue;
      const text = type === 'bytea' && Buffer.isBuffer(value) ? value.toString('utf8') : JSON.stringify(value);
      values.push({ place: `${table}.${column}`, text });
    }
  }
  return values;
}

/** Decodes JSON escapes, also nested ones. */
function plain(text: string): string {
  const once = text
    .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(.)/g, '$1');
  return once === text ? text : plain(once);
}

/** The places of the database that contain one of the texts, in upper or lower case and with any escapes. */
export async function placesOf(database: RunsSql, ...texts: readonly string[]): Promise<string[]> {
  const found = (await dump(database)).filter(({ text }) => {
    const lower = plain(text).toLowerCase();
    return texts.some((wanted) => lower.includes(wanted.toLowerCase()));
  });
  return [...new Set(found.map(({ place }) => place))].sort();
}
