import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LedgerPoint } from '../../src/email/sending/ledger-observer.js';
import type { MintingPoint } from '../../src/offers/minting-observer.js';
import { waitFor } from './wait-for.js';

const MAIN = join(import.meta.dirname, '../../dist/src/main.js');
const KILL_AT = join(import.meta.dirname, 'kill-at.mjs');

/** A step of a message, or of minting the codes of an offer. */
export type Step = `message ${LedgerPoint}` | `minting ${MintingPoint}`;

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

  /** Starts the service, or another build of it, on the port of the environment and returns when it answers. */
  static async start(environment: Readonly<Record<string, string>>, main = MAIN): Promise<ServiceProcess> {
    const service = ServiceProcess.begin(environment, main);
    await waitFor(() => service.exit !== undefined || service.isLive(), 120_000);
    if (service.exit) throw new Error(`the service did not start: ${service.output}`);
    return service;
  }

  /** Starts a service that is killed at the nth step of this kind, perhaps before it answers. */
  static startDoomed(environment: Readonly<Record<string, string>>, step: Step, nth: number): ServiceProcess {
    const service = ServiceProcess.begin(environment);
    service.child.send([step, nth]);
    return service;
  }

  private static begin(environment: Readonly<Record<string, string>>, main = MAIN): ServiceProcess {
    const child = spawn(process.execPath, ['--import', KILL_AT, main], {
      env: environment,
      // The channel closes with the process of the test. Then the service stops too.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    return new ServiceProcess(child, `http://127.0.0.1:${environment['PORT']}`);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Sends the signal and returns when the process has ended. */
  end(signal: NodeJS.Signals): Promise<Exit> {
    this.signal(signal);
    return this.ended;
  }

  /** From now on, kills the process as the kernel would, at the nth step of this kind. */
  async killAt(step: Step, nth: number): Promise<void> {
    const armed = once(this.child, 'message');
    this.child.send([step, nth]);
    await armed;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  private async isLive(): Promise<boolean> {
    const answer = await fetch(`${this.url}/health/live`).catch(() => undefined);
    return answer?.status === 200;
  }
}
