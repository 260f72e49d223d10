import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram, runs, type RedisBinary } from './binaries.js';
import { withLock } from './lock.js';
import type { LocalServerOptions } from './options.js';

const run = promisify(execFile);

const TIME_LIMIT = 120_000;

/**
 * The servers in order of preference, each with its own packages, which are always downloaded. Missing dependencies are
 * found by `wantedPackages`. Valkey is for releases without Redis.
 */
const SERVERS = [
  { program: 'redis-server', packages: ['redis-server', 'redis-tools'] },
  { program: 'valkey-server', packages: ['valkey-server', 'valkey-tools'] },
];

/** Hooks of apt that would clean the system's own cache after our update. Nothing on the system may change. */
const NO_HOOKS = ['APT::Update::Post-Invoke', 'APT::Update::Post-Invoke-Success', 'APT::Update::Pre-Invoke'];

/**
 * Downloads Redis on Debian-like systems with apt into the cache folder, without installing it: it needs no root, and
 * apt checks the signatures. It downloads once; later calls only check that the server still starts.
 * @throws Error whose short message says why there is no Redis.
 */
export async function fetchRedis(cacheDir: string, options: LocalServerOptions): Promise<RedisBinary> {
  const [apt, dpkg] = await Promise.all(['apt-get', 'dpkg'].map((name) => findProgram(name, options.searchPath)));
  if (!apt || !dpkg) throw new Error('there is no redis-server or valkey-server, and no apt-get to download one');
  const folder = join(cacheDir, `redis-${await releaseName()}-${process.arch}`);
  await mkdir(cacheDir, { recursive: true });
  return (await unpacked(folder)) ?? withLock(`${folder}.lock`, () => fetchInto(folder, apt, dpkg, options));
}

async function fetchInto(folder: string, apt: string, dpkg: string, { log }: LocalServerOptions): Promise<RedisBinary> {
  const fetchedMeanwhile = await unpacked(folder);
  if (fetchedMeanwhile) return fetchedMeanwhile;
  log?.('downloading Redis with apt-get, without installing it (only the first time)');
  // The name is new each time, because the apt-get of a killed start may still run.
  const draft = `${folder}.draft-${randomUUID()}`;
  await rm(folder, { recursive: true, force: true });
  try {
    await download(draft, apt);
    for (const name of await debs(draft)) await run(dpkg, ['-x', join(draft, name), join(draft, 'root')]);
    await rename(join(draft, 'root'), folder);
  } catch (error) {
    const refusal = `there is no redis-server or valkey-server, and apt-get could not fetch one (${reasonOf(error)})`;
    throw new Error(refusal, { cause: error });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  const binary = await unpacked(folder);
  if (!binary) throw new Error(`the redis-server that apt-get fetched into ${folder} does not start`);
  return binary;
}

/** Downloads the package files into a draft folder. The lists and locks of apt are in it too. */
async function download(draft: string, apt: string): Promise<void> {
  await mkdir(join(draft, 'lists', 'partial'), { recursive: true });
  await mkdir(join(draft, 'cache', 'archives', 'partial'), { recursive: true });
  await mkdir(join(draft, 'root'));
  await writeFile(join(draft, 'apt.conf'), NO_HOOKS.map((hook) => `#clear ${hook};\n`).join(''));
  const settings = [
    `Dir::State::Lists=${join(draft, 'lists')}`,
    `Dir::Cache=${join(draft, 'cache')}`,
    'Debug::NoLocking=1',
    'APT::Sandbox::User=',
    'Acquire::Languages=none',
    'Acquire::Retries=2',
    'Acquire::http::Timeout=15',
    'Acquire::https::Timeout=15',
  ].flatMap((setting) => ['-o', setting]);
  const call = (...words: string[]) =>
    run('env', ['LC_ALL=C', apt, '-q', '-c', join(draft, 'apt.conf'), ...settings, ...words], {
      cwd: draft,
      timeout: TIME_LIMIT,
      maxBuffer: 16 << 20,
    });
  // An update that can't reach a source still succeeds; only the download then fails for a missing package.
  const { stderr } = await call('update');
  try {
    await call('download', ...(await wantedPackages(call)));
  } catch (error) {
    throw new Error(stderr.split('\n').find((line) => line.includes('Failed to fetch')) ?? reasonOf(error), {
      cause: error,
    });
  }
}

/** The packages of the server and its missing dependencies, as apt would install them. */
async function wantedPackages(call: (...words: string[]) => Promise<{ stdout: string }>): Promise<string[]> {
  let refusal: unknown;
  for (const { program, packages } of SERVERS) {
    try {
      const { stdout } = await call('install', '--simulate', '--no-install-recommends', program);
      const lacking = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name ?? '');
      return [...new Set([...packages, ...lacking])];
    } catch (error) {
      refusal ??= error;
    }
  }
  throw refusal;
}

async function unpacked(folder: string): Promise<RedisBinary | undefined> {
  const libraryPath = (await libraryFolders(folder)).join(':');
  for (const { program } of SERVERS) {
    const binary = { file: join(folder, 'usr', 'bin', program), libraryPath };
    if (await runs(binary)) return binary;
  }
  return undefined;
}

/** Debian keeps libraries in a folder named after the architecture, such as usr/lib/x86_64-linux-gnu. */
async function libraryFolders(root: string): Promise<string[]> {
  const parents = [join(root, 'usr', 'lib'), join(root, 'lib')];
  const lists = await Promise.all(
    parents.map(async (parent) => {
      const names = await readdir(parent).catch(() => []);
      return [parent, ...names.filter((name) => name.includes('-linux-')).map((name) => join(parent, name))];
    }),
  );
  return lists.flat();
}

/** Identifies the release, because releases with other libraries may share the cache. */
async function releaseName(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const value = (key: string) => new RegExp(`^${key}="?([\\w.-]+)`, 'm').exec(text)?.[1] ?? 'unknown';
  return `${value('ID')}-${value('VERSION_ID')}`;
}

async function debs(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.deb'));
}

function reasonOf(error: unknown): string {
  const output = (error as { stderr?: string }).stderr ?? '';
  const complaint = output.split('\n').findLast((line) => line.startsWith('E:'));
  return complaint ?? (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
}
