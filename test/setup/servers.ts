import { join } from 'node:path';
import { startLocalServices } from '#libs/local-services';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/database/migrate.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated, empty database that each spec file copies. */
    templateUrl: string;
    redisUrl: string;
    /** The servers that each have every database: one, or the coordinator and workers of a Citus cluster. */
    nodes: string[];
  }
}

export const TEMPLATE = 'rekindle_template';
const dataDir = join(import.meta.dirname, '../../.data/test');
/** The folder of downloaded binaries, which stays between runs. */
export const cacheDir = join(dataDir, '../cache');

/** One Postgres and one Redis for the run, with a data folder of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const services = await startLocalServices({
    dataDir,
    cacheDir,
    postgres: true,
    redis: true,
    durable: false,
  });
  const { databaseUrl, redisUrl } = services;
  if (!databaseUrl || !redisUrl) throw new Error('the servers did not start');
  await prepareServer(databaseUrl);
  const templateUrl = withDatabase(databaseUrl, TEMPLATE);
  await migrate(templateUrl);
  project.provide('templateUrl', templateUrl);
  project.provide('redisUrl', redisUrl);
  project.provide('nodes', [databaseUrl]);
  return () => services.stop();
}

/** Drops the databases of the run before. Hundreds of small databases would keep autovacuum busy, so it rests. */
async function prepareServer(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(`ALTER SYSTEM SET autovacuum_naptime = '1h'`);
  await client.query('SELECT pg_reload_conf()');
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname LIKE 'rekindle_%'`,
  );
  for (const { datname } of rows) await client.query(`DROP DATABASE "${datname}" WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}
