import { Client } from 'pg';
import { migrate } from '../../src/database/migrate.js';

const SCHEMA = 'ceiling';
const COPIED = ['retailers', 'brands', 'segments', 'deliveries'];

/** The same tables and indexes, made by the same migrations, in a schema beside ours, with a copy of what waits. */
export async function copyForCeiling(databaseUrl: string, client: Client): Promise<void> {
  await client.query(`CREATE SCHEMA ${SCHEMA}`);
  await migrate(inCeiling(databaseUrl));
  for (const table of COPIED) await client.query(`INSERT INTO ${SCHEMA}.${table} SELECT * FROM public.${table}`);
  // As Postgres does by itself within a minute; the other tables are as new to the worker as to the ceiling.
  await client.query(`VACUUM ANALYZE public.deliveries, ${SCHEMA}.deliveries`);
  await client.query('CHECKPOINT');
}

/** A connection that sees the copy under the tables' usual names. */
export async function connectToCeiling(databaseUrl: string): Promise<Client> {
  const client = new Client(inCeiling(databaseUrl));
  await client.connect();
  return client;
}

function inCeiling(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `-c search_path=${SCHEMA}`);
  return url.toString();
}
