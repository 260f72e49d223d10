import type { LocalServer, LocalServerOptions } from './options.js';
import { startPostgres } from './postgres.js';
import { startRedis } from './redis.js';
import { LocalServiceUnavailable } from './unavailable.js';

/** Which servers to start, and how. */
export interface LocalServicesOptions extends Omit<LocalServerOptions, 'port'> {
  readonly postgres?: boolean;
  readonly redis?: boolean;
}

/** The servers in use by this process. */
export interface LocalServices {
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
  /** Ends this use. The stop of the last user shuts the servers down. A second call does nothing. */
  readonly stop: () => Promise<void>;
}

/**
 * A private Postgres and Redis on 127.0.0.1 with their data under `dataDir`, each where the options ask for it. A
 * server that already runs on this folder is used as it is, also where another process or a killed one started it.
 * @throws LocalServiceUnavailable with one message for all missing servers.
 */
export async function startLocalServices(options: LocalServicesOptions): Promise<LocalServices> {
  const [postgres, redis] = await Promise.allSettled([
    options.postgres ? startPostgres(options) : undefined,
    options.redis ? startRedis(options) : undefined,
  ]);
  const servers = [postgres, redis].map((result) => (result.status === 'fulfilled' ? result.value : undefined));
  const stop = async () => {
    await Promise.all(servers.map(async (server) => server?.stop()));
  };
  const failures = [postgres, redis]
    .filter((result) => result.status === 'rejected')
    .map(({ reason }) => reason as unknown);
  if (failures.length > 0) {
    await stop();
    throw asOneError(failures);
  }
  return { ...urlAs('databaseUrl', servers[0]), ...urlAs('redisUrl', servers[1]), stop };
}

function asOneError(failures: readonly unknown[]): unknown {
  const unavailable = failures.filter((failure) => failure instanceof LocalServiceUnavailable);
  return unavailable.length === failures.length ? LocalServiceUnavailable.merge(unavailable) : failures[0];
}

function urlAs<Key extends string>(key: Key, server?: LocalServer): { [name in Key]?: string } {
  return server ? ({ [key]: server.url } as { [name in Key]?: string }) : {};
}
