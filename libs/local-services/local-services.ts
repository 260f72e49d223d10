import type { LocalServer, LocalServerOptions } from './options.js';
import { startPostgres } from './postgres.js';
import { startRedis } from './redis.js';
import { LocalServiceUnavailable } from './unavailable.js';

/** Which servers are wanted, and how. */
export interface LocalServicesOptions extends Omit<LocalServerOptions, 'port'> {
  readonly postgres?: boolean;
  readonly redis?: boolean;
}

/** The servers in use by this process. */
export interface LocalServices {
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
  /** Ends this use; the last user's stop ends the servers, in order. Can be called more than once. */
  readonly stop: () => Promise<void>;
}

/**
 * A private Postgres and Redis on 127.0.0.1 with their data under `dataDir`, each when it is asked for. Servers that
 * run on this folder already, of another process or left over by one that was killed, are used and not started again.
 * @throws LocalServiceUnavailable with one message for all that is missing.
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
