import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgresProgram } from '#libs/local-services';
import pg from 'pg';
import { quietPort } from '../setup/quiet-port.js';
import { waitFor } from '../setup/wait-for.js';

const run = promisify(execFile);

const PROGRAMS = ['etcd', 'patroni', 'haproxy', 'pgbouncer'] as const;
const FOLDERS = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
const PASSWORD = 'only-on-loopback';
const DATABASE = 'rekindle';

/** In seconds: how long a dead primary keeps its lease, how often Patroni looks, and how long it tries again. */
const LEASE = { ttl: 8, loop_wait: 2, retry_timeout: 3 };

/** Paths of the programs by name, with the folder of Postgres. */
export interface Programs {
  readonly files: Readonly<Record<(typeof PROGRAMS)[number], string>>;
  readonly postgres: string;
}

/** The programs of the recipe, or the names of those that this machine lacks. */
export async function findPrograms(): Promise<Programs | { readonly missing: readonly string[] }> {
  const files: Partial<Record<string, string>> = {};
  for (const name of PROGRAMS) {
    for (const folder of FOLDERS) if (await exists(join(folder, name))) files[name] ??= join(folder, name);
  }
  const initdb = await findPostgresProgram('initdb');
  const missing = [...PROGRAMS.filter((name) => !files[name]), ...(initdb ? [] : ['postgresql'])];
  if (missing.length > 0 || !initdb) return { missing };
  return { files: files as Programs['files'], postgres: join(initdb, '..') };
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** One Patroni with its Postgres. */
interface Node {
  readonly name: string;
  readonly rest: number;
  readonly postgres: number;
  readonly folder: string;
  process: ChildProcess;
}

/**
 * Three Postgres servers under Patroni, of which one standby is synchronous. etcd holds the lease, HAProxy finds the
 * servers, and PgBouncer is before the primary. Everything listens on loopback.
 */
export class PatroniCluster {
  private readonly processes: ChildProcess[] = [];
  readonly nodes: Node[] = [];

  private constructor(
    private readonly programs: Programs,
    private readonly folder: string,
    private readonly ids: { readonly uid?: number; readonly gid?: number },
    private readonly ports: { etcd: number; peer: number; primary: number; standbys: number; bouncer: number },
  ) {}

  static async start(programs: Programs): Promise<PatroniCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'rekindle-patroni-'));
    await chmod(folder, 0o755);
    const ports = {
      etcd: await quietPort(),
      peer: await quietPort(),
      primary: await quietPort(),
      standbys: await quietPort(),
      bouncer: await quietPort(),
    };
    const cluster = new PatroniCluster(programs, folder, await idsForPostgres(), ports);
    try {
      await cluster.launchAll();
    } catch (error) {
      const logs = await cluster.logs();
      await cluster.stop();
      throw new Error(`the cluster did not start: ${logs}`, { cause: error });
    }
    return cluster;
  }

  /** PgBouncer, which leads to the primary: the value of DATABASE_URL. */
  get url(): string {
    return this.at(this.ports.bouncer);
  }

  /** HAProxy, which leads to the standbys: the value of DATABASE_REPLICA_URL. */
  get replicaUrl(): string {
    return this.at(this.ports.standbys);
  }

  /** The node whose Postgres is the primary. */
  async primary(): Promise<Node | undefined> {
    for (const node of this.nodes) if (await says(node, 'primary')) return node;
    return undefined;
  }

  /** Resolves when one standby commits together with the primary, and so many standbys stream. */
  async protected(standbys: number): Promise<void> {
    await waitFor(async () => {
      const kinds = await Promise.all(this.nodes.map((node) => says(node, 'synchronous')));
      const streaming = await Promise.all(this.nodes.map((node) => says(node, 'replica?replication_state=streaming')));
      return kinds.some(Boolean) && streaming.filter(Boolean).length >= standbys;
    }, 60_000);
  }

  /** Ends Patroni and Postgres of the node at once, as if its machine had lost power. */
  async kill(node: Node): Promise<void> {
    const postmaster = Number((await readFile(join(node.folder, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    node.process.kill('SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    if (node.process.exitCode === null && node.process.signalCode === null) await once(node.process, 'exit');
  }

  /** Starts a killed node again. It rejoins as a standby. */
  async revive(node: Node): Promise<void> {
    node.process = this.launch(this.programs.files.patroni, [join(node.folder, 'patroni.yml')], node.name);
    await waitFor(() => says(node, 'replica?replication_state=streaming'), 60_000);
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await this.kill(node).catch(() => undefined);
    for (const child of this.processes) child.kill('SIGKILL');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** What the programs printed, for a failed test. */
  async logs(): Promise<string> {
    const names = ['etcd', 'haproxy', 'pgbouncer', ...this.nodes.map(({ name }) => name)];
    const texts = await Promise.all(
      names.map((name) => readFile(join(this.folder, `${name}.log`), 'utf8').catch(() => '')),
    );
    return texts.map((text, index) => `${names[index]}:\n${text.slice(-2_000)}`).join('\n');
  }

  private at(port: number): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${DATABASE}`;
  }

  private async launchAll(): Promise<void> {
    await this.own(this.folder);
    this.launchEtcd();
    for (const name of ['one', 'two', 'three']) await this.addNode(name);
    await waitFor(async () => (await this.primary()) !== undefined, 60_000);
    await this.createDatabase();
    await this.launchHaproxy();
    await this.launchBouncer();
    await this.protected(2);
  }

  private launchEtcd(): void {
    const { etcd, peer } = this.ports;
    const [client, peers] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peer}`];
    const listens = ['--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peers];
    const cluster = ['--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`];
    this.launch(this.programs.files.etcd, ['--data-dir', join(this.folder, 'etcd'), ...listens, ...cluster], 'etcd');
  }

  private async addNode(name: string): Promise<void> {
    const folder = join(this.folder, name);
    const [rest, postgres] = [await quietPort(), await quietPort()];
    await mkdir(folder);
    // JSON is YAML.
    await writeFile(join(folder, 'patroni.yml'), JSON.stringify(this.settingsOf(name, folder, rest, postgres)));
    await this.own(folder);
    const child = this.launch(this.programs.files.patroni, [join(folder, 'patroni.yml')], name);
    this.nodes.push({ name, rest, postgres, folder, process: child });
  }

  private settingsOf(name: string, folder: string, rest: number, postgres: number): object {
    const login = { username: 'postgres', password: PASSWORD };
    return {
      scope: 'rekindle',
      name,
      restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
      etcd3: { host: `127.0.0.1:${this.ports.etcd}` },
      bootstrap: {
        dcs: {
          ...LEASE,
          synchronous_mode: true,
          // Without it, a primary without standbys acknowledges what it alone has.
          synchronous_mode_strict: true,
          maximum_lag_on_failover: 1_048_576,
          postgresql: {
            use_pg_rewind: true,
            use_slots: true,
            parameters: {
              max_connections: 100,
              wal_log_hints: 'on',
              shared_buffers: '32MB',
              // How long a standby waits before it asks the new primary. Until then, no commit is acknowledged.
              wal_retrieve_retry_interval: '500ms',
            },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, { 'auth-host': 'scram-sha-256' }],
        pg_hba: [
          'host all all 127.0.0.1/32 scram-sha-256',
          'host replication all 127.0.0.1/32 scram-sha-256',
          'local all all trust',
        ],
      },
      postgresql: {
        listen: `127.0.0.1:${postgres}`,
        connect_address: `127.0.0.1:${postgres}`,
        bin_dir: this.programs.postgres,
        data_dir: join(folder, 'data'),
        pgpass: join(folder, 'pgpass'),
        basebackup: [{ checkpoint: 'fast' }],
        authentication: { superuser: login, replication: login, rewind: login },
        parameters: { unix_socket_directories: '' },
      },
    };
  }

  private async createDatabase(): Promise<void> {
    const primary = await this.primary();
    const client = new pg.Client(`postgres://postgres:${PASSWORD}@127.0.0.1:${primary?.postgres}/postgres`);
    await client.connect();
    await client.query(`CREATE DATABASE ${DATABASE}`);
    await client.end();
  }

  private async launchHaproxy(): Promise<void> {
    const servers = this.nodes.map(
      ({ name, rest, postgres }) => `  server ${name} 127.0.0.1:${postgres} check port ${rest}`,
    );
    const listen = (name: string, port: number, path: string): string[] => [
      `listen ${name}`,
      `  bind 127.0.0.1:${port}`,
      `  option httpchk OPTIONS ${path}`,
      '  http-check expect status 200',
      '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ...servers,
    ];
    const lines = [
      'defaults',
      '  mode tcp',
      '  timeout connect 2s',
      '  timeout client 30m',
      '  timeout server 30m',
      ...listen('primary', this.ports.primary, '/primary'),
      ...listen('standbys', this.ports.standbys, '/replica?lag=16MB'),
    ];
    const file = join(this.folder, 'haproxy.cfg');
    await writeFile(file, `${lines.join('\n')}\n`);
    this.launch(this.programs.files.haproxy, ['-f', file, '-db'], 'haproxy');
  }

  private async launchBouncer(): Promise<void> {
    const users = join(this.folder, 'users.txt');
    const lines = [
      '[databases]',
      `${DATABASE} = host=127.0.0.1 port=${this.ports.primary} dbname=${DATABASE}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${this.ports.bouncer}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = session',
      'default_pool_size = 40',
      'server_login_retry = 1',
      'server_connect_timeout = 3',
      'query_wait_timeout = 5',
    ];
    await writeFile(users, `"postgres" "${PASSWORD}"\n`);
    const file = join(this.folder, 'pgbouncer.ini');
    await writeFile(file, `${lines.join('\n')}\n`);
    this.launch(this.programs.files.pgbouncer, [file], 'pgbouncer');
    await waitFor(() => answers(this.url), 30_000);
  }

  private launch(file: string, args: readonly string[], name: string): ChildProcess {
    const child = spawn(file, args, { ...this.ids, cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const log = createWriteStream(join(this.folder, `${name}.log`), { flags: 'a' });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    child.on('error', () => undefined);
    this.processes.push(child);
    return child;
  }

  private async own(path: string): Promise<void> {
    const { uid, gid } = this.ids;
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
  }
}

/** Whether the node's Patroni answers 200 for this kind of server. */
async function says({ rest }: Node, kind: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${rest}/${kind}`).catch(() => undefined);
  await answer?.text();
  return answer?.status === 200;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Postgres and PgBouncer refuse to run as root. For root, the user that Debian's package creates. */
async function idsForPostgres(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { ...(uid === undefined ? {} : { uid }), ...(gid === undefined ? {} : { gid }) };
}
