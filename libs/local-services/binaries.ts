import { execFile } from 'node:child_process';
import { access, constants, readdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { embeddedPostgres } from './embedded-postgres.js';
import type { LocalServerOptions } from './options.js';

const run = promisify(execFile);

/** A folder that contains `postgres` and `initdb`. */
export interface PostgresBinaries {
  readonly folder: string;
  readonly major: number;
}

/** A Redis or Valkey server program, with the folders of its shared libraries where the system has none. */
export interface RedisBinary {
  readonly file: string;
  readonly libraryPath?: string;
}

type Search = Pick<LocalServerOptions, 'binaries' | 'searchPath'>;

/** The oldest major version that is still maintained. */
const OLDEST_POSTGRES = 14;
const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const REDHAT_POSTGRES = '/usr';
const HOMEBREW = ['/opt/homebrew/opt', '/usr/local/opt'];
const REDIS_NAMES = ['redis-server', 'valkey-server'];

/**
 * The Postgres installations of this machine, best first: PATH, the usual places from the newest, the npm package.
 * Empty when there is none.
 */
export async function findPostgres(search: Search, packaged = embeddedPostgres): Promise<PostgresBinaries[]> {
  const folders = search.binaries === 'packaged' ? [] : await systemPostgresFolders(search.searchPath);
  const embedded = await packaged();
  const found = await Promise.all([...new Set([...folders, ...(embedded ? [embedded] : [])])].map(inspectPostgres));
  return found.filter((binaries) => binaries !== undefined);
}

/** A client program of Postgres, from PATH or from the newest installation; undefined where there is none. */
export async function findPostgresProgram(name: string): Promise<string | undefined> {
  const usual = (await systemPostgresFolders()).map((folder) => join(folder, name));
  const onPath = await findProgram(name);
  for (const file of [...usual, ...(onPath ? [onPath] : [])]) if (await runs({ file })) return file;
  return undefined;
}

/** The installed Redis or Valkey; undefined when there is none or only packaged binaries are allowed. */
export async function findRedis(search: Search): Promise<RedisBinary | undefined> {
  if (search.binaries === 'packaged') return undefined;
  const onPath = await Promise.all(REDIS_NAMES.map((name) => findProgram(name, search.searchPath)));
  const usual = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', ...HOMEBREW.flatMap(redisKegs)];
  const files = [...onPath, ...usual.flatMap((folder) => REDIS_NAMES.map((name) => join(folder, name)))];
  for (const file of files) {
    if (file && (await runs({ file }))) return { file };
  }
  return undefined;
}

/** Whether the program can start: a shared library may be missing. */
export async function runs({ file, libraryPath }: RedisBinary): Promise<boolean> {
  try {
    await run(file, ['--version'], libraryPath ? { env: { LD_LIBRARY_PATH: libraryPath } } : {});
    return true;
  } catch {
    return false;
  }
}

/** The full path of a program on the search path, from the shell, which knows the PATH of this process. */
export async function findProgram(name: string, searchPath?: string): Promise<string | undefined> {
  const env = searchPath === undefined ? {} : { env: { PATH: searchPath } };
  const found = await run('/bin/sh', ['-c', 'command -v "$1"', 'sh', name], env).catch(() => undefined);
  return found?.stdout.trim() || undefined;
}

async function systemPostgresFolders(searchPath?: string): Promise<string[]> {
  const onPath = await findProgram('postgres', searchPath);
  const linked = onPath && (await realpath(onPath).catch(() => undefined));
  const usual = await Promise.all([
    versions(DEBIAN_POSTGRES, /^\d+$/),
    versions(REDHAT_POSTGRES, /^pgsql-\d+$/),
    ...HOMEBREW.map((folder) => versions(folder, /^postgresql(@\d+)?$/)),
  ]);
  return [...(linked ? [dirname(linked)] : []), ...usual.flat()];
}

async function versions(folder: string, pattern: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const newestFirst = names.filter((name) => pattern.test(name)).sort((a, b) => trailingNumber(b) - trailingNumber(a));
  return newestFirst.map((name) => join(folder, name, 'bin'));
}

function trailingNumber(name: string): number {
  return Number(/\d+$/.exec(name)?.[0] ?? 0);
}

async function inspectPostgres(folder: string): Promise<PostgresBinaries | undefined> {
  try {
    await access(join(folder, 'initdb'), constants.X_OK);
    const { stdout } = await run(join(folder, 'postgres'), ['--version']);
    const major = Number(/PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
    return major >= OLDEST_POSTGRES ? { folder, major } : undefined;
  } catch {
    return undefined;
  }
}

function redisKegs(folder: string): string[] {
  return ['redis', 'valkey'].map((keg) => join(folder, keg, 'bin'));
}
