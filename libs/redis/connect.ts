import { once } from 'node:events';
import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from './redis-client.js';

/**
 * Connects a client that was made with `lazyConnect`. Of a cluster, also connects to each master, which otherwise waits
 * for its first command. Rejects where Redis is unreachable now; the client goes on trying.
 */
export async function connect(client: RedisClient): Promise<void> {
  await ready(client);
  if (client instanceof Cluster) await Promise.all(client.nodes('master').map(ready));
}

async function ready(client: Redis | Cluster): Promise<void> {
  if (client.status === 'ready') return;
  const isReady = once(client, 'ready');
  await Promise.all([isReady, ...(client.status === 'wait' ? [client.connect()] : [])]);
}
