import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRedis, type RedisBinary } from './binaries.js';
import { fetchRedis } from './debian-packages.js';
import type { LocalServer, LocalServerOptions } from './options.js';
import { commandLine, isRunning } from './processes.js';
import { redisCommands } from './resp.js';
import { keptPassword } from './secret.js';
import { launchProcess, useServer, type Running, type ServerKind } from './server.js';
import { LocalServiceUnavailable } from './unavailable.js';

const PATIENCE = 60_000;

/** The files of one private Redis. */
interface Home {
  readonly data: string;
  readonly configFile: string;
  readonly pidFile: string;
  readonly logFile: string;
  readonly password: string;
}

/**
 * A private Redis (or Valkey) under `<dataDir>/redis`. Acknowledged writes survive a crash of the server, and all but
 * the last second survive a crash of the machine.
 * @throws LocalServiceUnavailable when there is none and none can be downloaded.
 */
export async function startRedis(options: LocalServerOptions): Promise<LocalServer> {
  const binary = await redisBinary(options);
  const folder = join(options.dataDir, 'redis');
  await mkdir(folder, { recursive: true });
  const path = await realpath(folder);
  const prepareFolder = async () => {
    await mkdir(join(path, 'data'), { recursive: true, mode: 0o700 });
    const password = await keptPassword(join(path, 'password'));
    return redisKind(binary, {
      data: join(path, 'data'),
      configFile: join(path, 'redis.conf'),
      pidFile: join(path, 'redis.pid'),
      logFile: join(path, 'server.log'),
      password,
    });
  };
  return useServer(path, prepareFolder, options.port);
}

/**
 * The Redis (or Valkey) of this machine, or one downloaded into the cache folder.
 * @throws LocalServiceUnavailable when there is none and none can be downloaded.
 */
export async function redisBinary(options: LocalServerOptions): Promise<RedisBinary> {
  const found = await findRedis(options);
  if (found) return found;
  try {
    return await fetchRedis(resolve(options.cacheDir ?? join(options.dataDir, 'cache')), options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LocalServiceUnavailable([{ service: 'Redis', reason }]);
  }
}

function redisKind(binary: RedisBinary, home: Home): ServerKind {
  const identity = { name: 'Redis', logFile: home.logFile };
  return {
    ...identity,
    stopSignal: 'SIGTERM',
    url: (port) => `redis://:${home.password}@127.0.0.1:${port}`,
    findRunning: () => findRunning(home),
    launch: async (port) => {
      // The settings are in a file, because other users can read a command line. Later starts read the port from it.
      await writeFile(home.configFile, configuration(home, port), { mode: 0o600 });
      const command = {
        file: binary.file,
        args: [home.configFile],
        account: { ids: {}, prefix: [] },
        ...(binary.libraryPath ? { env: { LD_LIBRARY_PATH: binary.libraryPath } } : {}),
      };
      const pid = await launchProcess(identity, command, async () => (await answering(home, port)) !== undefined);
      return { pid, port };
    },
  };
}

function configuration({ data, pidFile, password }: Home, port: number): string {
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${quoted(data)}`,
    `pidfile ${quoted(pidFile)}`,
    'daemonize no',
    'logfile ""',
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    // When memory is full, Redis must refuse jobs instead of evicting others.
    'maxmemory-policy noeviction',
  ];
  return `${lines.join('\n')}\n`;
}

function quoted(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}

/** The port is in the configuration of the last start. The pid file is for a server that does not answer. */
async function findRunning(home: Home): Promise<Running | undefined> {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    const port = Number(/^port (\d+)$/m.exec(await read(home.configFile))?.[1]);
    const pid = port ? await answering(home, port) : undefined;
    if (pid) return { pid, port };
    const kept = Number(await read(home.pidFile));
    const words = kept && (await isRunning(kept)) ? await commandLine(kept) : '';
    if (!words.includes(home.configFile) && !words.includes(`127.0.0.1:${port}`)) return undefined;
    if (Date.now() > deadline) throw new Error(`Redis (process ${kept}) runs on ${home.data} but does not answer`);
    await sleep(25);
  }
}

/** The process id of the server on this data when it answers there; undefined while it loads its data. */
async function answering({ password, data }: Home, port: number): Promise<number | undefined> {
  try {
    const commands = [['AUTH', password], ['PING'], ['CONFIG', 'GET', 'dir'], ['INFO', 'server']];
    const [, pong, folder, info] = await redisCommands(port, commands);
    const ours = pong === 'PONG' && Array.isArray(folder) && folder[1] === data;
    return ours ? Number(/^process_id:(\d+)/m.exec(String(info))?.[1]) : undefined;
  } catch {
    return undefined;
  }
}

function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}
