import type { Sql } from './sql.js';

/**
 * The time of the database, which is the same for all processes. Statements that change rows get the instant as a
 * parameter, so every row and every node of the database has the same one.
 */
export async function clockOf(sql: Sql): Promise<Date> {
  const [row] = await sql.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  if (!row) throw new Error('Postgres returned no time');
  return row.now;
}
