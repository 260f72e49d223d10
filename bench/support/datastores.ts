import { join } from 'node:path';
import { startLocalServices } from '#libs/local-services';
import { Client } from 'pg';
import { migrate } from '../../src/database/migrate.js';
import { emptyQueues } from './queues.js';

/** The benchmarks' own servers with default settings: every commit is flushed to the disk. */
export interface Datastores {
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  stop(): Promise<void>;
}

/** The project's folder, relative to the compiled file. */
export const PROJECT = join(import.meta.dirname, '../../..');

export async function startDatastores(): Promise<Datastores> {
  const dataDir = join(PROJECT, '.data/bench');
  const services = await startLocalServices({
    dataDir,
    cacheDir: join(PROJECT, '.data/cache'),
    postgres: true,
    redis: true,
    log: (message) => console.log(message),
  });
  const { databaseUrl, redisUrl, stop } = services;
  if (!databaseUrl || !redisUrl) throw new Error('the servers did not start');
  await emptyQueues(redisUrl);
  return { dataDir, databaseUrl, redisUrl, stop };
}

/** Creates a database and drops an earlier one of that name. Returns its URL. */
export async function newDatabase({ databaseUrl }: Datastores, name: string): Promise<string> {
  await dropDatabase({ databaseUrl }, name);
  await onServer(databaseUrl, `CREATE DATABASE ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.toString();
}

export const dropDatabase = ({ databaseUrl }: Pick<Datastores, 'databaseUrl'>, name: string): Promise<void> =>
  onServer(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

async function onServer(databaseUrl: string, statement: string): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Runs the work on a new database with the service's tables, then drops the database. */
export async function withDatabase<T>(
  datastores: Datastores,
  name: string,
  work: (client: Client, databaseUrl: string) => Promise<T>,
): Promise<T> {
  const databaseUrl = await newDatabase(datastores, name);
  await migrate(databaseUrl);
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    return await work(client, databaseUrl);
  } finally {
    await client.end();
    await dropDatabase(datastores, name);
  }
}
