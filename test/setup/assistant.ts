import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const CLIENT = join(import.meta.dirname, 'mcp-client.mjs');
const SERVER = join(import.meta.dirname, '../../dist/src/mcp/main.js');

interface Heard {
  readonly text: string;
  readonly isError: boolean;
  /** The data behind the text. */
  readonly data: Record<string, unknown>;
}

export interface ListedTool {
  readonly name: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations?: { readonly readOnlyHint?: boolean };
}

/** An assistant: a client of the official library, which starts the built MCP server. `npm test` builds it first. */
export class Assistant {
  /** All that the server has written. */
  heard = '';
  private readonly lines: AsyncIterator<string>;

  private constructor(private readonly child: ChildProcess) {
    if (!child.stdout) throw new Error('the client has no output');
    this.lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    child.stderr?.on('data', (text: Buffer) => (this.heard += text.toString()));
  }

  static start(url: string, token: string): Assistant {
    const env = { REKINDLE_URL: url, REKINDLE_TOKEN: token };
    return new Assistant(spawn(process.execPath, [CLIENT, SERVER], { env, stdio: ['pipe', 'pipe', 'pipe'] }));
  }

  async tools(): Promise<readonly ListedTool[]> {
    return (await this.ask<{ tools: readonly ListedTool[] }>({})).tools;
  }

  async call(name: string, input: object): Promise<Heard> {
    interface Result {
      readonly isError?: boolean;
      readonly content: readonly { readonly text: string }[];
    }
    const { content, isError = false } = await this.ask<Result>({ name, arguments: input });
    const [text = '', data = '{}'] = content.map((each) => each.text);
    return { text, isError, data: JSON.parse(data) as Record<string, unknown> };
  }

  async stop(): Promise<void> {
    const ended = this.child.exitCode === null ? once(this.child, 'exit') : undefined;
    this.child.stdin?.end();
    await ended;
  }

  private async ask<T>(call: object): Promise<T> {
    this.child.stdin?.write(`${JSON.stringify(call)}\n`);
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`the client ended: ${this.heard}`);
    this.heard += value;
    return JSON.parse(value) as T;
  }
}
