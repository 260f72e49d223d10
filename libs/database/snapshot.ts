import type { PoolClient, QueryResultRow } from 'pg';

/**
 * Begins the state, which Postgres takes with the first statement. A standby does not list the transactions that run,
 * so a name there would fit several states; it gets a name of its own.
 */
export async function nameOfSnapshot(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT CASE WHEN pg_is_in_recovery() THEN gen_random_uuid()::text ELSE pg_current_snapshot()::text END AS name`,
  );
  return rows[0]?.name ?? '';
}

let cursors = 0;

/** See `Snapshot.slices`. The connection is in a transaction. */
export async function* slicesOf<R extends QueryResultRow>(
  client: PoolClient,
  text: string,
  values: readonly unknown[],
  rowsAtOnce: number,
): AsyncGenerator<readonly R[]> {
  cursors += 1;
  const cursor = `slices_${cursors}`;
  await client.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, [...values]);
  for (;;) {
    const { rows } = await client.query<R>(`FETCH ${rowsAtOnce} FROM ${cursor}`);
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) break;
  }
  await client.query(`CLOSE ${cursor}`);
}
