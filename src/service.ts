import 'reflect-metadata';
import { once } from 'node:events';
import { readConfig } from './config/app-config.js';
import { ConfigurationError } from './config/read-values.js';
import { loadEnvironment } from './config/environment.js';
import { tameHeap } from './memory.js';
import { start } from './start.js';

/** Runs the service of this process until a signal ends it. Wrong settings end the process with a message. */
export async function runService(): Promise<void> {
  // The demo starts this process with an IPC channel. The channel closes when the demo ends, also when it is killed.
  const abandoned = once(process, 'disconnect');
  try {
    const config = readConfig(loadEnvironment());
    const service = await start(config);
    tameHeap();
    const end = (): void => {
      service.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
    void abandoned.then(end);
  } catch (error) {
    process.stderr.write(
      `${error instanceof ConfigurationError || !(error instanceof Error) ? String(error) : (error.stack ?? error.message)}\n`,
    );
    process.exit(1);
  }
}
