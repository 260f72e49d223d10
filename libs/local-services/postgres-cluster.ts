import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.js';
import type { LocalServerOptions } from './options.js';
import { asAccount, canEnter, giveTo, placeFor, type Account } from './unprivileged.js';

const run = promisify(execFile);

/** A data folder that Postgres can start on. */
export interface Cluster {
  readonly data: string;
  readonly programs: string;
  readonly account: Account;
}

/** Sets UTC, so initdb does not search all time zones of the system for the local one. */
const INITDB_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Locales with case rules for all letters, on Debian and macOS. Without them only ASCII letters have case. */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** The data folder of this home, created when missing, with its programs and the user that runs them. */
export async function openCluster(
  home: string,
  binaries: PostgresBinaries,
  password: string,
  options: LocalServerOptions,
): Promise<Cluster> {
  const place = await placeFor(home, binaries.folder, options.searchPath);
  const { account } = place;
  if (place.folder !== home) options.log?.(`Postgres cannot run in ${home}, its data is in ${place.folder}`);
  const canRun = await canEnter(account, [binaries.folder]);
  const programs = canRun ? binaries.folder : await copyPrograms(binaries.folder, place.folder);
  const cluster = { data: join(place.folder, 'data'), programs, account };
  const isNew = !(await exists(join(cluster.data, 'PG_VERSION')));
  if (isNew) await createCluster(cluster, password, options.durable ?? true);
  return cluster;
}

/**
 * The cluster is created under another name first, so that a start that is killed half way leaves no half cluster
 * behind. The name is new each time, because the initdb of the killed start may still run.
 */
async function createCluster(cluster: Cluster, password: string, durable: boolean): Promise<void> {
  await removeDrafts(cluster.data);
  const draft = `${cluster.data}.draft-${randomUUID()}`;
  const passwordFile = `${draft}.password`;
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(cluster.account, passwordFile);
  try {
    await runInitdb(cluster, draft, [`--pwfile=${passwordFile}`, ...(durable ? [] : ['--no-sync'])]);
    await rename(draft, cluster.data);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function removeDrafts(data: string): Promise<void> {
  const folder = dirname(data);
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(`${basename(data)}.draft-`));
  await Promise.allSettled(drafts.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

async function runInitdb({ programs, account }: Cluster, draft: string, flags: readonly string[]): Promise<void> {
  let refusal: unknown;
  for (const characterType of CHARACTER_TYPES) {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await giveTo(account, draft);
    const words = ['-D', draft, '-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', ...flags];
    const initdb = [join(programs, 'initdb'), ...words, `--lc-ctype=${characterType}`];
    const { file, args } = asAccount(account, initdb);
    try {
      await run(file, args, { ...account.ids, cwd: '/', env: INITDB_ENVIRONMENT });
      return;
    } catch (error) {
      refusal = error;
      if (!/locale/.test(String(error))) break;
    }
  }
  throw refusal;
}

/** Copies the npm package where the other user can't enter its folder. A Postgres of the system could not be moved. */
async function copyPrograms(folder: string, to: string): Promise<string> {
  const copy = join(to, 'programs');
  const version = await readFile(join(dirname(folder), '..', 'package.json'), 'utf8').catch(() => undefined);
  if (version === undefined) throw new Error(`Postgres would run as a user who cannot enter ${folder}`);
  const stamp = join(copy, 'package.json');
  if ((await readFile(stamp, 'utf8').catch(() => '')) !== version) {
    await rm(copy, { recursive: true, force: true });
    await cp(dirname(folder), copy, { recursive: true, verbatimSymlinks: true });
    await writeFile(stamp, version);
  }
  return join(copy, 'bin');
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
