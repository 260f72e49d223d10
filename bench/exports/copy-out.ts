import { once } from 'node:events';
import pg from 'pg';

/** Runs `COPY … TO STDOUT`, and reads what Postgres sends. Returns the number of lines. */
export async function copyOut(client: pg.Client, select: string): Promise<number> {
  let lines = 0;
  // The driver hands the lines to the query that runs, and drops them by default.
  const query = Object.assign(new pg.Query(`COPY (${select}) TO STDOUT (FORMAT csv)`), {
    handleCopyData: () => {
      lines += 1;
    },
  });
  const end = once(query, 'end');
  client.query(query);
  await end;
  return lines;
}
