import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { ConfigurationError, readConfig } from './config/app-config.js';
import { loadEnvironment } from './config/environment.js';
import { start } from './start.js';

try {
  const config = readConfig(loadEnvironment());
  // Left to itself V8 collects later under load, and holds what it once took. Bodies on their way through are young: the
  // size of the nursery (--max-semi-space-size, see the Dockerfile) decides about the speed.
  setFlagsFromString('--heap-growing-percent=50');
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
