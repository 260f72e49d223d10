import { ROW_SECURITY } from '#libs/database';
import { type AppLogger, createLogger } from '#libs/kernel';
import { type LocalServices, startLocalServices, tryPort } from '#libs/local-services';
import type { AppConfig } from './config/app-config.js';
import { ConfigurationError } from './config/read-values.js';
import { isSystemError, makeFolder } from './config/folder.js';
import { Runtime } from './config/runtime.js';
import { hasRowSecurity, migrate } from './database/migrate.js';
import { createApp, listen } from './http.js';
import { listenForOperations } from './operations/operations-port.js';
import type { PlatformModules } from './platforms.js';

export interface RunningService {
  readonly runtime: Runtime;
  readonly url: string;
  /** The URL of the operations port, if there is one. */
  readonly operationsUrl: string | undefined;
  /** Accepts nothing more, finishes running work and closes, then stops the private datastores. */
  stop(): Promise<void>;
}

/** Starts the configured role, with private datastores where the configuration names none. Default: all platforms. */
export async function start(config: AppConfig, platforms?: readonly PlatformModules[]): Promise<RunningService> {
  const logger = createLogger({ level: config.logLevel, pretty: !config.production });
  const datastores = await named('DATA_DIR', privateDatastores(config, logger));
  try {
    return await startOn(config, datastores, logger, platforms);
  } catch (error) {
    await datastores.stop();
    throw error;
  }
}

async function startOn(
  config: AppConfig,
  datastores: LocalServices,
  logger: AppLogger,
  platforms: readonly PlatformModules[] | undefined,
): Promise<RunningService> {
  const databaseUrl = must(config.databaseUrl ?? datastores.databaseUrl);
  const rowSecurity = await prepare(databaseUrl, config, logger);
  // PUBLIC_URL contains the port, so the port must be known before the start. It is tried before anything connects,
  // because an app that is closed while it connects to Redis leaves unhandled rejections.
  const port = await portFor('PORT', config.host, config.port);
  const operationsPort =
    config.operationsPort === undefined
      ? undefined
      : await portFor('OPERATIONS_PORT', config.host, config.operationsPort);
  const publicUrl = config.publicUrl ?? addressOf(config.host, port);
  const redisUrl = must(config.redisUrl ?? datastores.redisUrl);
  const runtime = new Runtime(config, databaseUrl, redisUrl, publicUrl, rowSecurity, operationsPort);
  const app = await createApp(runtime, logger, platforms);
  let operations: { close(): Promise<void> } | undefined;
  const close = async (): Promise<void> => {
    // Nest closes the HTTP server after its modules, which may take long. No new connection should come meanwhile.
    await Promise.all([app.getHttpAdapter().close(), operations?.close(), app.close()]);
  };
  const listenAll = async (): Promise<string> => {
    const url = await named(`HOST, PORT: ${config.host}, ${port}`, listen(app, config.host, port));
    if (operationsPort === undefined) return url;
    const second = listenForOperations(app.getHttpAdapter().getInstance(), config.host, operationsPort);
    operations = await named(`HOST, OPERATIONS_PORT: ${config.host}, ${operationsPort}`, second);
    return url;
  };
  const url = await listenAll().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const operationsUrl = operationsPort === undefined ? undefined : addressOf(config.host, operationsPort);
  const { roles } = config;
  logger.info({ role: String(roles), elsewhere: roles.elsewhere, url, publicUrl, operationsUrl }, 'listening');
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await close();
    await datastores.stop();
  };
  return { runtime, url, operationsUrl, stop: () => (stopping ??= stop()) };
}

/** The port itself, or a free one for 0. The error for a port in use names its variable. */
const portFor = (variable: string, host: string, port: number): Promise<number> =>
  named(`HOST, ${variable}: ${host}, ${port}`, tryPort(port, host));

/** Migrates the database. Returns whether row-level security works, which production requires. */
async function prepare(databaseUrl: string, config: AppConfig, logger: AppLogger): Promise<boolean> {
  const place = `DATABASE_URL: ${placeOf(databaseUrl)}`;
  const applied = await named(place, migrate(databaseUrl, config.databaseOwnerUrl));
  if (applied.length > 0) logger.info({ applied }, 'migrations applied');
  const rowSecurity = await hasRowSecurity(databaseUrl);
  if (rowSecurity) return true;
  if (config.production) throw new ConfigurationError([`${place}: ${NO_ROLES}`]);
  logger.warn({ reason: NO_ROLES }, 'row-level security is off');
  return false;
}

const NO_ROLES =
  `the login is not a member of the roles ${ROW_SECURITY.service} and ${ROW_SECURITY.tenant}. ` +
  `With a login that may create roles, run "CREATE ROLE ${ROW_SECURITY.service}; CREATE ROLE ${ROW_SECURITY.tenant}; ` +
  `GRANT ${ROW_SECURITY.service}, ${ROW_SECURITY.tenant} TO" the login, then npm run db:migrate`;

const addressOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

async function privateDatastores(config: AppConfig, logger: AppLogger): Promise<LocalServices> {
  const [postgres, redis] = [config.databaseUrl === undefined, config.redisUrl === undefined];
  if (postgres || redis) makeFolder(config.dataDir);
  return startLocalServices({
    dataDir: config.dataDir,
    postgres,
    redis,
    log: (message) => logger.info(message),
  });
}

/** Adds the variable to the error where the system or Postgres refuses a configured value. */
async function named<T>(what: string, outcome: Promise<T>): Promise<T> {
  try {
    return await outcome;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new ConfigurationError([`${what}: ${reasonOf(error)}`]);
  }
}

type Refusal = Error & { readonly code: string };

/** An error of the system, or of Postgres: class 28 refused login, 3D000 unknown database, 42501 missing privilege. */
const isRefusal = (error: unknown): error is Refusal =>
  isSystemError(error) ||
  (error instanceof Error && 'code' in error && /^(28\w{3}|3D000|42501)$/.test(String(error.code)));

const reasonOf = ({ code, message }: Refusal): string =>
  code === '42501'
    ? `${message}. Migrations are missing: run npm run db:migrate with DATABASE_OWNER_URL, or set it here`
    : message || code;

/** The host and the path of the address, without user and password. */
function placeOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a private datastore is missing');
  return value;
}
