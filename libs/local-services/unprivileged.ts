import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, lchown, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './binaries.js';

const run = promisify(execFile);

/** The user that a server runs as. */
export interface Account {
  /** Options of `spawn`; empty when the server runs as the user of this process. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
  /** Arguments before the command. */
  readonly prefix: readonly string[];
}

/** The data folder of a server and the user that it runs as. */
export interface Place {
  readonly folder: string;
  readonly account: Account;
}

const SAME_USER: Account = { ids: {}, prefix: [] };

/** Survives a restart of the machine, unlike /tmp on many systems. */
const OPEN_FOLDER = '/var/tmp';

/**
 * Postgres refuses to run as root. For root this chooses the first account that can enter `home` and the folder of the
 * programs: the user `postgres`, the user `nobody`, the owner of the folder that contains the data folder, or a user
 * namespace in which root has another user id. Without one it chooses the first of these users who can enter `home`, or
 * else a folder under /var/tmp. The programs are then copied for the user.
 * @throws Error when there is no user to run as.
 */
export async function placeFor(home: string, programs: string, searchPath?: string): Promise<Place> {
  if (process.getuid?.() !== 0) return { folder: home, account: SAME_USER };
  const users = await otherUsers(home);
  const everybody = [...users, ...(await userNamespace(searchPath))];
  const inHome = (await firstToEnter(everybody, [home, programs])) ?? (await firstToEnter(users, [home]));
  if (inHome) return { folder: home, account: inHome };
  const folder = await openFolder(home);
  const account = await firstToEnter(users, [folder]);
  if (account) return { folder, account };
  throw new Error('Postgres refuses to run as root, and root can become no other user here');
}

/** Whether the account can enter all of these folders. */
export async function canEnter(account: Account, folders: readonly string[]): Promise<boolean> {
  const test = ['/bin/sh', '-c', 'for folder; do test -x "$folder" || exit 1; done', 'sh', ...folders];
  const { file, args } = asAccount(account, test);
  try {
    await run(file, args, { ...account.ids, cwd: '/', env: {} });
    return true;
  } catch {
    return false;
  }
}

async function firstToEnter(accounts: readonly Account[], folders: readonly string[]): Promise<Account | undefined> {
  for (const account of accounts) {
    if (await canEnter(account, folders)) return account;
  }
  return undefined;
}

/** The program and arguments of a command that is run as the account. */
export function asAccount(account: Account, command: readonly string[]): { file: string; args: string[] } {
  const [file, ...args] = [...account.prefix, ...command];
  if (file === undefined) throw new Error('an empty command');
  return { file, args };
}

/**
 * Makes the account the owner of the folder and its content. The folder itself is last, so its owner shows completion.
 */
export async function giveTo({ ids }: Account, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid = 0, gid = 0 } = ids;
  const before = await lstat(path);
  if (before.uid === uid) return;
  if (before.isDirectory()) {
    for (const name of await readdir(path)) await giveTo({ ids, prefix: [] }, join(path, name));
  }
  await lchown(path, uid, gid);
}

async function otherUsers(home: string): Promise<Account[]> {
  const named = await Promise.all(['postgres', 'nobody'].map(userNamed));
  const { uid, gid } = await stat(join(home, '..', '..'));
  const owner = uid === 0 ? undefined : { ids: { uid, gid }, prefix: [] };
  return [...named, owner].filter((account) => account !== undefined);
}

async function userNamed(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, name])).stdout)),
    );
    return { ids: { uid, gid }, prefix: [] };
  } catch {
    return undefined;
  }
}

async function userNamespace(searchPath?: string): Promise<Account[]> {
  const unshare = await findProgram('unshare', searchPath);
  return unshare ? [{ ids: {}, prefix: [unshare, '--user', '--map-user=1000', '--map-group=1000'] }] : [];
}

/** Refuses a folder of this name that another user created, because every user can write to /var/tmp. */
async function openFolder(home: string): Promise<string> {
  const folder = join(OPEN_FOLDER, `rekindle-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
  await mkdir(folder, { mode: 0o755 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const made = await lstat(folder);
  if (!made.isDirectory() || made.uid !== 0) throw new Error(`${folder} belongs to somebody else`);
  await chmod(folder, 0o755);
  return folder;
}
