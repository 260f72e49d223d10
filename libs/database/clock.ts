import type { Sql } from './database.service.js';

/**
 * The time of the database, one for all processes. Statements that change rows are given the instant as a parameter, so
 * that it is the same for every row and on every node of the database.
 */
export async function clockOf(sql: Sql): Promise<Date> {
  const [row] = await sql.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  if (!row) throw new Error('the database told no time');
  return row.now;
}
