import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** The demo prints this line when its figures are known; what follows are its links and names. */
const DONE = 'export AUTH=';
const SIGNED_IN = /the studio, signed in +(\S+)/;
const TOKEN = /export TOKEN=(\S+)/;

/** A running `npm run demo` with a data folder of its own. */
export class Demo {
  private constructor(
    private readonly child: ChildProcess,
    private readonly dataDir: string,
    /** The address that opens the studio of the demo's store. */
    readonly link: string,
    readonly adminToken: string,
  ) {}

  /** Resolves when the demo has played its store. Rejects when the demo ends before. */
  static async start(): Promise<Demo> {
    const dataDir = await mkdtemp(join(tmpdir(), 'rekindle-studio-'));
    const child = spawn(process.execPath, ['dist/src/demo/main.js', '--data-dir', dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const text = await printed(child.stdout);
    const [, link] = SIGNED_IN.exec(text) ?? [];
    const [, token] = TOKEN.exec(text) ?? [];
    if (link === undefined || token === undefined) throw new Error(`the demo has ended too early:\n${text}`);
    return new Demo(child, dataDir, link, token);
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGINT');
    await ended;
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** What the demo prints until its store is played, or until it ends. The stream stays open: the demo prints more. */
function printed(stream: Readable): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.includes(DONE)) resolve(text);
    });
    stream.on('end', () => resolve(text));
  });
}
