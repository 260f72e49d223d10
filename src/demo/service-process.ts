import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inheritedEnvironment } from '../config/environment.js';

const MAIN = join(import.meta.dirname, '../main.js');
const START_MS = 120_000;

/** The real service in a process of its own, configured for the simulated platforms. */
export class ServiceProcess {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  /** Starts the service; `ready` waits until it answers. */
  static start(folder: string, port: number, environment: Readonly<Record<string, string>>): ServiceProcess {
    const child = spawn(process.execPath, [MAIN], {
      // Ctrl-C reaches the demo alone, and the demo then stops the service in order.
      detached: true,
      // The service ends when this channel closes, also when the demo is killed.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Not the present working folder, whose `.env` may name datastores that are not the demo's.
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
