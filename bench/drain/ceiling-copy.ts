import { Client } from 'pg';
import { migrate } from '../../src/database/migrate.js';

const SCHEMA = 'ceiling';
const COPIED = ['retailers', 'brands', 'segments', 'deliveries'];

/** Creates a second schema with the same migrations and a copy of the pending deliveries. */
export async function copyForCeiling(databaseUrl: string, client: Client): Promise<void> {
  await client.query(`CREATE SCHEMA ${SCHEMA}`);
  await migrate(inCeiling(databaseUrl));
  for (const table of COPIED) await client.query(`INSERT INTO ${SCHEMA}.${table} SELECT * FROM public.${table}`);
  // Postgres would do this by itself within a minute. The other tables are new for both contenders.
  await client.query(`VACUUM ANALYZE public.deliveries, ${SCHEMA}.deliveries`);
  await client.query('CHECKPOINT');
}

/** A connection on which the usual table names mean the copy. */
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
