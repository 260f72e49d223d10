import Bull from 'bull';

/** Empties the benchmark's own Redis, which may still contain jobs of an earlier run. */
export async function emptyQueues(redisUrl: string): Promise<void> {
  await withRedis(redisUrl, (client) => client.flushall());
}

export async function redisVersion(redisUrl: string): Promise<string> {
  const info = await withRedis(redisUrl, (client) => client.info('server'));
  return /(?:redis|valkey)_version:(\S+)/.exec(info)?.[1] ?? 'unknown';
}

async function withRedis<T>(redisUrl: string, work: (client: Bull.Queue['client']) => Promise<T>): Promise<T> {
  const queue = new Bull('bench', redisUrl);
  try {
    await queue.isReady();
    return await work(queue.client);
  } finally {
    await queue.close();
  }
}
