import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processIdentity } from './processes.js';

/**
 * Who uses a running server: one small file for each use, named by process. The server is stopped by the last user,
 * and a user that was killed does not count. Call these only under the server's lock.
 */
export async function addLease(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const lease = join(folder, `${process.pid}.${randomUUID()}`);
  await writeFile(lease, (await processIdentity(process.pid)) ?? '');
  return lease;
}

/** Ends one use. 'unknown' when the server it was for has been replaced since, 'last' when nobody else is left. */
export async function endLease(folder: string, lease: string): Promise<'unknown' | 'last' | 'others'> {
  try {
    await rm(lease);
  } catch {
    return 'unknown';
  }
  for (const name of await readdir(folder)) {
    if (await isLive(join(folder, name))) return 'others';
  }
  return 'last';
}

/** Forgets all uses: they were of a server that no longer runs. */
export async function clearLeases(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

async function isLive(lease: string): Promise<boolean> {
  const pid = Number.parseInt(lease.slice(lease.lastIndexOf('/') + 1), 10);
  const identity = await readFile(lease, 'utf8').catch(() => undefined);
  return identity !== undefined && (await processIdentity(pid)) === identity;
}
