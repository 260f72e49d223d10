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

/**
 * When a row is due again, by how often it was tried before: the pauses double from the first to the longest. A statement
 * chooses one by a column, and adds no interval itself.
 */
export function doublingPauses(firstMs: number, longestMs: number, now = Date.now()): Date[] {
  const pauses = [Math.min(firstMs, longestMs)];
  for (let pause = firstMs; pause < longestMs; pauses.push(pause)) pause = Math.min(longestMs, pause * 2);
  return pauses.map((pause) => new Date(now + pause));
}
