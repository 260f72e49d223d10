import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Readable } from 'node:stream';

const MAIN = join('dist', 'src', 'demo', 'main.js');
/** Servers that were downloaded once serve each demo. */
const CACHE = join('.data', 'cache');
const SIGNED_IN = /the studio, signed in\b.* (http\S+)\n/;
/** The demo prints its token when it has played its store. */
const TOKEN = /export TOKEN=(\S+)\n/;

/** A running `npm run demo` with a data folder of its own. */
export class Demo {
  private text = '';

  private constructor(
    private readonly child: ChildProcess,
    private readonly stdout: Readable,
    private readonly dataDir: string,
  ) {
    stdout.setEncoding('utf8').on('data', (chunk: string) => (this.text += chunk));
  }

  /** `args` are more options of the demo, and `redisUrl` a Redis instead of a private one. */
  static async start(args: readonly string[] = [], redisUrl?: string): Promise<Demo> {
    const dataDir = await mkdtemp(join(tmpdir(), 'rekindle-studio-'));
    await mkdir(CACHE, { recursive: true });
    await symlink(resolve(CACHE), join(dataDir, 'cache'));
    const child = spawn(process.execPath, [MAIN, '--data-dir', dataDir, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }) },
    });
    return new Demo(child, child.stdout, dataDir);
  }

  /** The address that opens the studio of the demo's store. Rejects when the demo ends before it prints the address. */
  link(): Promise<string> {
    return this.printed(SIGNED_IN);
  }

  /** The token of an admin. Resolves when the demo has played its store. */
  adminToken(): Promise<string> {
    return this.printed(TOKEN);
  }

  /** What the demo has printed so far. */
  get output(): string {
    return this.text;
  }

  /** Resolves with the first group of the pattern once it is printed. Rejects when the demo ends before. */
  async printed(line: RegExp): Promise<string> {
    for (;;) {
      const found = line.exec(this.text)?.[1];
      if (found !== undefined) return found;
      if (this.stdout.readableEnded) throw new Error(`the demo has ended too early:\n${this.text}`);
      await pause(50);
    }
  }

  /** The exit code, once the demo has ended by itself. It was started with `--exit`. */
  async done(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }

  /** The exit code. */
  async stop(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGINT');
      await ended;
    }
    await rm(this.dataDir, { recursive: true, force: true });
    return this.child.exitCode;
  }
}
