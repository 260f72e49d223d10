import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processIdentity } from './processes.js';

/**
 * The uses of a running server: one small file for each, named after the process. The last user stops the server;
 * killed processes do not count. Call these functions only under the server's lock.
 */
export async function addLease(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const lease = join(folder, `${process.pid}.${randomUUID()}`);
  await writeFile(lease, (await processIdentity(process.pid)) ?? '');
  return lease;
}

/** Ends one use. 'unknown' when the server was replaced since, 'last' when no other use is left. */
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

/** Deletes all uses of a server that no longer runs. */
export async function clearLeases(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

async function isLive(lease: string): Promise<boolean> {
  const pid = Number.parseInt(lease.slice(lease.lastIndexOf('/') + 1), 10);
  const identity = await readFile(lease, 'utf8').catch(() => undefined);
  return identity !== undefined && (await processIdentity(pid)) === identity;
}
