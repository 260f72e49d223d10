import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The start time of a running process, which tells it from a later process with the same id. Undefined when no such
 * process runs. A zombie does not count as running, although `kill(pid, 0)` finds it.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name in parentheses may contain spaces. After it come the state and, 19 fields later, the start time.
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

/** The command line of a process, joined by spaces; empty when it does not run. */
export async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return words.replaceAll('\0', ' ').trim();
  }
  return ps(pid, 'command=');
}

/** Waits until the process has ended; false when it still runs after the given milliseconds. */
export async function waitForExit(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (await isRunning(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

/** Sends a signal, and ignores a process that has already ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The environment is fixed, because the format of a date depends on it. */
async function ps(pid: number, ...columns: string[]): Promise<string> {
  const words = ['-ww', ...columns.flatMap((column) => ['-o', column]), '-p', String(pid)];
  const env = { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' };
  const listed = await run('ps', words, { env }).catch(() => ({ stdout: '' }));
  return listed.stdout.trim();
}
