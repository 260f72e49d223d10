import 'reflect-metadata';
import { ConfigurationError, readConfig } from './config/app-config.js';
import { loadEnvironment } from './config/environment.js';
import { tameHeap } from './memory.js';
import { start } from './start.js';

try {
  const config = readConfig(loadEnvironment());
  const service = await start(config);
  tameHeap();
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
