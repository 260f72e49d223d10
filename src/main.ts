import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { ConfigurationError, readConfig } from './config/app-config.js';
import { loadEnvironment } from './config/environment.js';
import { start } from './start.js';

try {
  const config = readConfig(loadEnvironment());
  // Bodies on their way through count as old space, so V8 would collect all of it every few milliseconds under load.
  // A worker has time to collect, and rather stays small.
  setFlagsFromString(`--heap-growing-percent=${config.role === 'worker' ? 50 : 150}`);
  const service = await start(config);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      service.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  process.stderr.write(
    `${error instanceof ConfigurationError || !(error instanceof Error) ? String(error) : (error.stack ?? error.message)}\n`,
  );
  process.exit(1);
}
