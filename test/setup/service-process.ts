import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitFor } from './wait-for.js';

const MAIN = join(import.meta.dirname, '../../dist/src/main.js');

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The built service in a separate process, for tests that kill it. `npm test` builds it first. */
export class ServiceProcess {
  /** Set when the process has ended for any reason. */
  exit: Exit | undefined;
  /** The output of the process. */
  output = '';
  readonly ended: Promise<Exit>;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    this.ended = once(child, 'exit').then(([code, signal]) => {
      this.exit = { code: code as number | null, signal: signal as NodeJS.Signals | null };
      return this.exit;
    });
  }

  /** Starts the service on the port of the environment and returns when it answers. */
  static async start(
    environment: Readonly<Record<string, string>>,
    flags: readonly string[] = [],
  ): Promise<ServiceProcess> {
    const child = spawn(process.execPath, [...flags, MAIN], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    const service = new ServiceProcess(child, `http://127.0.0.1:${environment['PORT']}`);
    await waitFor(() => service.exit !== undefined || service.isLive(), 30_000);
    if (service.exit) throw new Error(`the service did not start: ${service.output}`);
    return service;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Sends the signal and returns when the process has ended. */
  end(signal: NodeJS.Signals): Promise<Exit> {
    this.signal(signal);
    return this.ended;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  private async isLive(): Promise<boolean> {
    const answer = await fetch(`${this.url}/health/live`).catch(() => undefined);
    return answer?.status === 200;
  }
}
