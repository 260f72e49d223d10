import { type AppLogger, createLogger } from '#libs/kernel';
import { freePort, type LocalServices, startLocalServices } from '#libs/local-services';
import type { AppConfig } from './config/app-config.js';
import { Runtime } from './config/runtime.js';
import { migrate } from './database/migrate.js';
import { createApp, listen } from './http.js';

export interface RunningService {
  readonly runtime: Runtime;
  readonly url: string;
  /** Stops accepting, finishes what runs, closes; then stops the private stores. */
  stop(): Promise<void>;
}

/** Starts the role that the configuration asks for, with private stores where it names none. */
export async function start(config: AppConfig): Promise<RunningService> {
  const logger = createLogger({ level: config.logLevel, pretty: !config.production });
  const stores = await privateStores(config, logger);
  try {
    return await startOn(config, stores, logger);
  } catch (error) {
    await stores.stop();
    throw error;
  }
}

async function startOn(config: AppConfig, stores: LocalServices, logger: AppLogger): Promise<RunningService> {
  const databaseUrl = must(config.databaseUrl ?? stores.databaseUrl);
  const applied = await migrate(databaseUrl);
  if (applied.length > 0) logger.info({ applied }, 'migrations applied');
  // Known before the start, because PUBLIC_URL holds it.
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const publicUrl =
    config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  const runtime = new Runtime(config, databaseUrl, must(config.redisUrl ?? stores.redisUrl), publicUrl);
  const app = await createApp(runtime, logger);
  const url = await listen(app, config.host, port);
  logger.info({ role: config.role, url, publicUrl }, 'listening');
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    // Nest shuts its modules down first and the door last; a module may have long to wait, and nobody should knock then.
    await Promise.all([app.getHttpAdapter().close(), app.close()]);
    await stores.stop();
  };
  return { runtime, url, stop: () => (stopping ??= stop()) };
}

async function privateStores(config: AppConfig, logger: AppLogger): Promise<LocalServices> {
  return startLocalServices({
    dataDir: config.dataDir,
    postgres: config.databaseUrl === undefined,
    redis: config.redisUrl === undefined,
    log: (message) => logger.info(message),
  });
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a store was asked for and not started');
  return value;
}
