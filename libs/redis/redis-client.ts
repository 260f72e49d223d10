import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis';
import { parseRedisAddress, type RedisAddress } from './redis-address.js';

export type RedisClient = Redis | Cluster;

/** Options that mean the same for one server, a cluster and a master behind sentinels. */
export type ClientOptions = Pick<
  RedisOptions,
  | 'commandTimeout'
  | 'enableOfflineQueue'
  | 'enableReadyCheck'
  | 'lazyConnect'
  | 'maxRetriesPerRequest'
  | 'socketTimeout'
> &
  Pick<ClusterOptions, 'maxRedirections'>;

/** Reconnects forever, first after 100 ms and at most after two seconds. */
const pauseBefore = (times: number): number => Math.min(times * 100, 2_000);

/** A master that became a replica refuses writes. The client then looks for the new master and repeats the command. */
const AGAIN = 2;
const onError = (error: Error): false | typeof AGAIN => (error.message.startsWith('READONLY') ? AGAIN : false);

/** A client for the address, whichever kind of Redis it names. The caller listens to `error` and disconnects it. */
export function redisClient(text: string, options: ClientOptions): RedisClient {
  const client = clientFor(parseRedisAddress(text), options);
  // Every queue of the service listens to the shared clients.
  client.setMaxListeners(0);
  return client;
}

function clientFor(address: RedisAddress, { maxRedirections, ...options }: ClientOptions): RedisClient {
  const common = { ...options, retryStrategy: pauseBefore, reconnectOnError: onError };
  if (address.kind === 'single') return new Redis(address.url, common);
  const access = accessOf(address);
  if (address.kind === 'cluster') {
    const { enableOfflineQueue = true, lazyConnect = false, ...each } = options;
    const cluster = new Cluster([...address.nodes], {
      enableOfflineQueue,
      lazyConnect,
      clusterRetryStrategy: pauseBefore,
      redisOptions: { ...each, ...access },
      ...(maxRedirections === undefined ? {} : { maxRedirections }),
      // Nodes name each other by the hosts that their certificates have.
      ...(address.tls ? { dnsLookup: (host, found) => found(null, host) } : {}),
    });
    cluster.on('+node', askQuietly);
    return cluster;
  }
  return new Redis({
    ...common,
    ...access,
    sentinels: [...address.nodes],
    name: address.master,
    db: address.database,
    sentinelRetryStrategy: pauseBefore,
    ...(address.tls ? { sentinelTLS: {}, enableTLSForSentinelMode: true } : {}),
    ...(address.sentinelUsername ? { sentinelUsername: address.sentinelUsername } : {}),
    ...(address.sentinelPassword ? { sentinelPassword: address.sentinelPassword } : {}),
  });
}

/**
 * While a slot moves, the driver sends ASKING before the command and drops the promise. Where the node dies before it
 * answers, the rejection would end the process. The command itself is repeated.
 */
function askQuietly(node: Redis): void {
  const asking = node.asking.bind(node);
  const quietly = (): Promise<'OK'> => {
    const answer = asking();
    answer.catch(() => undefined);
    return answer;
  };
  Object.assign(node, { asking: quietly });
}

const accessOf = ({ tls, username, password }: Exclude<RedisAddress, { kind: 'single' }>): RedisOptions => ({
  ...(username ? { username } : {}),
  ...(password ? { password } : {}),
  ...(tls ? { tls: {} } : {}),
});
