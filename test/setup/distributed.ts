import { join } from 'node:path';
import { startLocalServices } from '#libs/local-services';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { distribute } from '../../src/database/distribute.js';
import { migrate } from '../../src/database/migrate.js';
import { cacheDir, TEMPLATE, withDatabase } from './servers.js';
import { dropDatabase } from './test-database.js';

const dataDir = join(cacheDir, '../distributed');
/** Few, because each database of a test has all of them. */
const SHARDS = 4;

/**
 * For `npm run test:distributed`: a private Redis, and the Citus cluster whose coordinator is CITUS_DATABASE_URL. That
 * URL needs a superuser and a database that knows the workers. The workers accept the same login at the addresses in
 * `pg_dist_node`. All databases with names that begin with `rekindle_` are dropped.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const coordinator = process.env['CITUS_DATABASE_URL'];
  if (!coordinator) throw new Error('CITUS_DATABASE_URL is missing: the URL of the coordinator of a Citus cluster');
  const services = await startLocalServices({ dataDir, cacheDir, redis: true, durable: false });
  const nodes = [coordinator, ...(await workersOf(coordinator))];
  const templateUrl = withDatabase(coordinator, TEMPLATE);
  for (const node of nodes) await prepareNode(node);
  await connected(templateUrl, async (client) => {
    for (const { hostname, port } of nodes.slice(1).map((node) => new URL(node))) {
      await client.query('SELECT citus_add_node($1, $2)', [hostname, Number(port)]);
    }
  });
  await migrate(templateUrl);
  await distribute(templateUrl, SHARDS);
  for (const node of nodes) await closeTemplate(node);
  project.provide('templateUrl', templateUrl);
  project.provide('redisUrl', services.redisUrl ?? '');
  project.provide('nodes', nodes);
  return () => services.stop();
}

async function workersOf(coordinator: string): Promise<string[]> {
  const rows = await connected(coordinator, async (client) => {
    const found = await client.query<{ host: string; port: number }>(
      `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 AND noderole = 'primary'`,
    );
    return found.rows;
  });
  return rows.map(({ host, port }) => {
    const url = new URL(coordinator);
    url.hostname = host;
    url.port = String(port);
    return url.toString();
  });
}

async function prepareNode(node: string): Promise<void> {
  await connected(withDatabase(node, 'postgres'), async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname LIKE 'rekindle\\_%'`,
    );
    for (const { datname } of rows) await dropDatabase(node, datname);
    await client.query(`CREATE DATABASE ${TEMPLATE}`);
  });
  await connected(withDatabase(node, TEMPLATE), (client) => client.query('CREATE EXTENSION citus'));
}

/** Nobody may be connected to a template, and Citus connects to each of its databases. */
async function closeTemplate(node: string): Promise<void> {
  await connected(withDatabase(node, 'postgres'), async (client) => {
    await client.query(`ALTER DATABASE ${TEMPLATE} ALLOW_CONNECTIONS false`);
    await client.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1`, [TEMPLATE]);
  });
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
