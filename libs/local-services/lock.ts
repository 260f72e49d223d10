import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { processIdentity } from './processes.js';

interface Holder {
  readonly pid: number;
  readonly identity: string;
  readonly token: string;
}

/** Another process holds the lock and is alive. */
export class LockHeld extends Error {
  constructor(
    path: string,
    /** Undefined where the holder has just ended. */
    readonly pid: number | undefined,
  ) {
    super(`process ${pid ?? 'unknown'} still holds ${path}`);
  }
}

/**
 * Runs the task while no other process, and no other caller of this process, runs a task under the same lock file.
 * The lock of a killed holder is taken over at once.
 * @throws LockHeld when the holder is still alive after `patience` milliseconds.
 */
export async function withLock<T>(path: string, task: () => Promise<T>, patience = 180_000): Promise<T> {
  const mine = await acquire(path, Date.now() + patience);
  try {
    return await task();
  } finally {
    if ((await readHolder(path))?.token === mine) await rm(path, { force: true });
  }
}

async function acquire(path: string, deadline: number): Promise<string> {
  const identity = (await processIdentity(process.pid)) ?? '';
  const holder: Holder = { pid: process.pid, identity, token: randomUUID() };
  const draft = `${path}.${holder.token}`;
  await writeFile(draft, JSON.stringify(holder), { mode: 0o644 });
  try {
    // A link appears together with its content, so no process reads a half-written lock.
    while (!(await tryLink(draft, path))) {
      const other = await readHolder(path);
      if (other && (await processIdentity(other.pid)) !== other.identity) await removeStale(path, other);
      else if (Date.now() > deadline) throw new LockHeld(path, other?.pid);
      else await sleep(25);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return holder.token;
}

/**
 * Removes the lock file of a dead holder. Two waiters can find the same dead holder, and only one of them moves its
 * file away. The other may then move the new file of the first waiter: it notices the other token and puts the file
 * back.
 */
async function removeStale(path: string, dead: Holder): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readHolder(aside))?.token !== dead.token) await tryLink(aside, path);
  await rm(aside, { force: true });
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}
