import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * What tells a running process from a later one that got the same id: its start time.
 * Undefined when no such process runs; a zombie does not run, although `kill(pid, 0)` says that it does.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name in parentheses may hold spaces; after it come the state and, 19 fields later, the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[19] === undefined || /^[ZX]/.test(fields[0] ?? '') ? undefined : fields[19];
  }
  const listed = await ps(pid, 'stat=', 'lstart=');
  const [state, ...startTime] = listed.split(/\s+/);
  return !state || state.startsWith('Z') ? undefined : startTime.join(' ');
}

/** Whether a process with this id runs. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await processIdentity(pid)) !== undefined;
}

/** The words a process was started with, joined by spaces; empty when it does not run. */
export async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return words.replaceAll('\0', ' ').trim();
  }
  return ps(pid, 'command=');
}

/** Waits until the process is gone; false when it still runs after the given milliseconds. */
export async function waitForExit(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (await isRunning(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

/** Sends a signal; a process that is already gone is no error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The environment is a fixed one, as the form of a date depends on it. */
async function ps(pid: number, ...columns: string[]): Promise<string> {
  const words = ['-ww', ...columns.flatMap((column) => ['-o', column]), '-p', String(pid)];
  const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' };
  const listed = await run('ps', words, { env }).catch(() => ({ stdout: '' }));
  return listed.stdout.trim();
}
