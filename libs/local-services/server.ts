import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addLease, clearLeases, endLease } from './leases.js';
import { withLock } from './lock.js';
import type { LocalServer } from './options.js';
import { freePort } from './ports.js';
import { processIdentity, signal, waitForExit } from './processes.js';
import { asAccount, type Account } from './unprivileged.js';

/** A server that answers. */
export interface Running {
  readonly pid: number;
  readonly port: number;
}

/** What differs between Postgres and Redis. */
export interface ServerKind {
  readonly name: string;
  /** The file to which the output of the server is appended. Only its owner can read it. */
  readonly logFile: string;
  /** The signal for an orderly and quick stop. */
  readonly stopSignal: NodeJS.Signals;
  /** The running server on this data, whichever process started it. Waits for one that is starting or stopping. */
  findRunning(): Promise<Running | undefined>;
  /** Starts the server and returns when it answers. @throws ServerExited */
  launch(port: number): Promise<Running>;
  url(port: number): string;
}

/** A process to start. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly account: Account;
  readonly env?: Readonly<Record<string, string>>;
}

/** The server ended before it answered. */
export class ServerExited extends Error {
  constructor(
    name: string,
    /** The output of the server since its start. */
    readonly output: string,
  ) {
    super(`${name} did not start: ${output.trim().split('\n').slice(-5).join(' | ') || 'it wrote nothing'}`);
  }
}

/** A log larger than this many bytes is truncated at the next start. */
const LOG_LIMIT = 10 << 20;
const ATTEMPTS = 20;
const START_LIMIT = 120_000;
const STOP_LIMIT = 60_000;

/** Uses the server that runs in this folder, or starts one. `prepare` runs while no other process uses the folder. */
export async function useServer(
  home: string,
  prepare: () => Promise<ServerKind>,
  wantedPort?: number,
): Promise<LocalServer> {
  const lock = join(home, 'lock');
  const leases = join(home, 'users');
  const { kind, server, lease } = await withLock(lock, async () => {
    const kind = await prepare();
    const running = await kind.findRunning();
    if (!running) await clearLeases(leases);
    const server = running ?? (await launchOnFreePort(kind, wantedPort));
    return { kind, server, lease: await addLease(leases) };
  });
  // Where the server has ended by itself, its process id may belong to another process by now.
  const identity = await processIdentity(server.pid);
  const end = () =>
    withLock(lock, async () => {
      const isLast = (await endLease(leases, lease)) === 'last';
      if (isLast && (await processIdentity(server.pid)) === identity) await stopInOrder(server.pid, kind.stopSignal);
    });
  let ended: Promise<void> | undefined;
  return {
    url: kind.url(server.port),
    port: server.port,
    pid: server.pid,
    stop: () => (ended ??= end()),
    kill: async () => {
      signal(server.pid, 'SIGKILL');
      await waitForExit(server.pid, STOP_LIMIT);
    },
  };
}

/** Output of a server after which another start may succeed. */
const PASSING = /address already in use|still in use|lock file .* already exists/i;

/**
 * Starts a server. A start that failed is repeated where another program took the port first, or where processes of a
 * killed server have not ended yet. A server that a killed process had just started may appear meanwhile: it is used.
 */
async function launchOnFreePort(kind: ServerKind, wantedPort?: number): Promise<Running> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await kind.launch(wantedPort ?? (await freePort()));
    } catch (error) {
      const passes = error instanceof ServerExited && PASSING.test(error.output);
      if (!passes || attempt === ATTEMPTS) throw error;
      await sleep(100);
      const running = await kind.findRunning();
      if (running) return running;
    }
  }
}

/**
 * Starts a process that outlives this one and gets no Ctrl-C of the terminal, then waits until `answers`.
 * @throws ServerExited when it ends first, or does not answer in time.
 */
export async function launchProcess(
  kind: Pick<ServerKind, 'name' | 'logFile'>,
  command: Command,
  answers: () => Promise<boolean>,
): Promise<number> {
  const { name, logFile } = kind;
  const log = await open(logFile, (await sizeOf(logFile)) > LOG_LIMIT ? 'w' : 'a', 0o600);
  const { size: before } = await log.stat();
  const { file, args } = asAccount(command.account, [command.file, ...command.args]);
  const child = spawn(file, args, {
    ...command.account.ids,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', ...command.env },
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  });
  child.unref();
  try {
    await once(child, 'spawn');
  } finally {
    await log.close();
  }
  const pid = child.pid ?? 0;
  const exited = once(child, 'exit').then(() => 'exited' as const);
  const deadline = Date.now() + START_LIMIT;
  for (;;) {
    // Another program on the port may never reply, so the wait also ends when the started process ends.
    const state = await Promise.race([answers(), exited]);
    if (state === true) return pid;
    if (state === 'exited') throw new ServerExited(name, (await readFile(logFile)).subarray(before).toString());
    if (Date.now() > deadline) signal(pid, 'SIGKILL');
    await sleep(10);
  }
}

async function stopInOrder(pid: number, stopSignal: NodeJS.Signals): Promise<void> {
  signal(pid, stopSignal);
  if (await waitForExit(pid, STOP_LIMIT)) return;
  signal(pid, 'SIGKILL');
  await waitForExit(pid, STOP_LIMIT);
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}
