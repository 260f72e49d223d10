import { join } from 'node:path';
import { Client } from 'pg';
import { migrate } from '../../src/database/migrate.js';
import { Child } from '../support/children.js';
import { CLIENT_SECRET, Service } from '../support/service.js';
import { cpuSeconds } from '../support/process-usage.js';
import { dropDatabase, newDatabase, type Datastores } from '../support/datastores.js';
import { installTenant, installThinTenant } from '../support/tenant.js';
import type { PeerStart, PeerStarted } from './listen.js';
import type { Sender } from './order-request.js';

/** A server under load. */
export interface Contender {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  /** The platform of its deliveries. */
  readonly sender: Sender;
  /** After a load: checks that accepted deliveries are stored, then empties the inbox. */
  settle(accepted: number): Promise<void>;
  /** CPU seconds so far of the server and, for the service, of its connections in Postgres. */
  cpu(): Promise<number>;
  stop(): Promise<void>;
}

/** A state of the schema or of the configuration that is compared. */
export interface Variant {
  readonly name: string;
  /** Statements that change the database before the start. */
  readonly changes?: readonly string[];
  /** Further variables of the configuration. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** In the order of measurement: the ceiling, the peer, the service with each platform. */
export const CONTENDERS: readonly ((datastores: Datastores) => Promise<Contender>)[] = [
  () => startPeer('bare node:http, HMAC only', new URL('./bare.process.js', import.meta.url)),
  () => startPeer('Express + official library', new URL('./express.process.js', import.meta.url)),
  (datastores) => startOurs(datastores, 'platform-b'),
  (datastores) => startOurs(datastores, 'platform-a'),
];

async function startPeer(name: string, entry: URL): Promise<Contender> {
  const child = Child.start<PeerStart, PeerStarted>(entry);
  const { port } = await child.ask({ secret: CLIENT_SECRET });
  return {
    name,
    pid: child.pid,
    port,
    sender: 'platform-a',
    settle: () => Promise.resolve(),
    cpu: () => Promise.resolve(cpuSeconds(child.pid)),
    stop: () => child.stop(),
  };
}

/** A service with a database of its own. */
export async function startOurs(
  datastores: Datastores,
  sender: Sender,
  { name, changes = [], environment = {} }: Variant = { name: sender },
): Promise<Contender> {
  const database = `bench_intake_${name.replaceAll(/\W/g, '_')}`;
  const databaseUrl = await newDatabase(datastores, database);
  await migrate(databaseUrl);
  const client = new Client(databaseUrl);
  await client.connect();
  for (const change of changes) await client.query(change);
  await (sender === 'platform-a' ? installTenant(client) : installThinTenant(client));
  const service = await Service.start({
    ...datastores,
    dataDir: join(datastores.dataDir, name.replaceAll(/\W/g, '_')),
    databaseUrl,
    role: 'api',
    environment,
  }).catch(async (error: unknown) => {
    await client.end();
    throw error;
  });
  return {
    name: `rekindle, durable, ${name}`,
    sender,
    pid: service.pid,
    port: service.port,
    settle: (accepted) => settle(client, service, accepted),
    cpu: async () => cpuSeconds(service.pid) + (await connectionSeconds(client)),
    stop: async () => {
      await service.stop();
      await client.end();
      await dropDatabase(datastores, database);
    },
  };
}

/** CPU seconds of all other connections to the database. */
export async function connectionSeconds(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  );
  return rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
}

/**
 * Checks that Postgres has each accepted delivery once. The next load starts with an empty inbox and no pending writes.
 */
async function settle(client: Client, service: Service, accepted: number): Promise<void> {
  service.assertAlive();
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM deliveries');
  const stored = Number(rows[0]?.count);
  if (stored !== accepted) throw new Error(`${accepted} deliveries were answered 200, but ${stored} are stored`);
  await client.query('TRUNCATE deliveries');
  await client.query('CHECKPOINT');
}
