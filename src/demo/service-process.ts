import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inheritedEnvironment } from '../config/environment.js';

const MAIN = join(import.meta.dirname, '../main.js');
const START_MS = 120_000;

/** The real service as its own process, configured for the simulated platform. */
export class ServiceProcess {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /** Starts it; `ready` waits until it answers. */
  static start(folder: string, port: number, environment: Readonly<Record<string, string>>): ServiceProcess {
    const child = spawn(process.execPath, [MAIN], {
      // The terminal's Ctrl-C reaches the demo alone, which then ends the service in order.
      detached: true,
      // By the channel it notices when the demo is killed, and ends.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Away from a `.env`, which would lead the demo to stores that are not its own.
      cwd: folder,
      env: { ...inheritedEnvironment(), ...environment, DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(port) },
    });
    return new ServiceProcess(`http://127.0.0.1:${port}`, child);
  }

  async ready(): Promise<void> {
    const deadline = Date.now() + START_MS;
    while (Date.now() < deadline) {
      if (this.child.exitCode !== null) {
        throw new Error(`The service ended at its start (exit code ${this.child.exitCode}).`);
      }
      const answer = await fetch(`${this.url}/health/ready`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The service was not ready within two minutes.');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }
}
