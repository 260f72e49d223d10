import { redisClient, type RedisClient } from '#libs/redis';

/** What Bull uses a connection for: commands, events, or the wait for the next job of one queue. */
export type ConnectionUse = 'client' | 'subscriber' | 'bclient';

/** A server that leaves a command unanswered for so long is gone. Bull waits at most 5 s for a job. */
const SILENCE_MS = 15_000;

/**
 * The connections of all queues. They share one for commands and one for events. Redis serves no other command of a
 * connection that waits for a job, so each queue waits on a connection of its own.
 */
export class QueueConnections {
  private readonly shared = new Map<ConnectionUse, RedisClient>();
  private readonly all: RedisClient[] = [];

  constructor(private readonly redisUrl: string) {}

  open(use: ConnectionUse): RedisClient {
    const known = this.shared.get(use);
    if (known) return known;
    // Bull reconnects by itself, repeats nothing, and refuses a client that would wait for a ready server.
    const client = redisClient(this.redisUrl, {
      maxRetriesPerRequest: null,
      enableReadyCheck: false,
      socketTimeout: SILENCE_MS,
    });
    this.all.push(client);
    if (use !== 'bclient') this.shared.set(use, client);
    return client;
  }

  /** From now on, what Bull closes stays closed. Called before the queues are paused for the last time. */
  stopReopening(): void {
    for (const client of this.all) staysClosed(client);
  }

  /** Bull closes no connection that it did not open itself. */
  close(): void {
    for (const client of this.all) client.disconnect();
  }
}

/**
 * To pause a queue, Bull asks the connection that waits for jobs to quit, waits for its end and opens it again. A
 * client for clusters does not end where it is disconnected twice or while its cluster does not answer, so Bull waits
 * forever.
 */
function staysClosed(client: RedisClient): void {
  const close = client.disconnect.bind(client);
  let closed = false;
  const disconnect = (): void => {
    if (!closed) close();
    closed = true;
    setImmediate(() => client.emit('end'));
  };
  const quit = (): Promise<'OK'> => {
    disconnect();
    return Promise.resolve('OK');
  };
  Object.assign(client, { disconnect, quit, connect: () => Promise.resolve() });
}
