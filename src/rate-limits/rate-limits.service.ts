import { setTimeout } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { sha256Hex } from '#libs/crypto';
import { DomainError } from '#libs/kernel';
import { connect, redisClient, type RedisClient } from '#libs/redis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Runtime } from '../config/runtime.js';

/** `points` uses within `seconds`, counted from the first use. */
export interface RateLimit {
  /** Limits of the same name share their counters. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** An answer waits at most this long for a counter. */
const REDIS_MS = 250;
/** The start of the process waits at most this long for Redis. */
const CONNECT_MS = 5_000;

/**
 * Counts uses in Redis for all processes. While Redis is unreachable nothing is limited: a limit only protects against
 * abuse, and signing on must not depend on it.
 */
@Injectable()
export class RateLimitsService implements OnModuleInit, OnApplicationShutdown {
  private readonly redis: RedisClient;
  private readonly limiters = new Map<string, RateLimiterRedis>();

  constructor(private readonly runtime: Runtime) {
    this.redis = redisClient(runtime.redisUrl, {
      lazyConnect: true,
      enableOfflineQueue: false,
      commandTimeout: REDIS_MS,
      maxRetriesPerRequest: 0,
      maxRedirections: 2,
    });
    // Without a listener a lost connection would end the process. The client reconnects by itself.
    this.redis.on('error', () => undefined);
  }

  /** Requests that come before the connection are not counted, so the process answers none until then. */
  async onModuleInit(): Promise<void> {
    const connected = connect(this.redis).catch(() => undefined);
    await Promise.race([connected, setTimeout(CONNECT_MS, undefined, { ref: false })]);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  /** Counts one use by `key`. Throws 429 with `Retry-After` if there were too many. */
  async spend(limit: RateLimit, key: string): Promise<void> {
    try {
      // The key is hashed: it may contain an address or a token, and its length is up to the caller.
      await this.limiterOf(limit).consume(sha256Hex(key));
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) throw tooMany(Math.ceil(refusal.msBeforeNext / 1_000));
    }
  }

  private limiterOf({ name, points, seconds: duration }: RateLimit): RateLimiterRedis {
    const known = this.limiters.get(name);
    if (known) return known;
    const keyPrefix = `${this.runtime.config.queuePrefix}:limit:${name}`;
    const limiter = new RateLimiterRedis({ storeClient: this.redis, keyPrefix, points, duration });
    this.limiters.set(name, limiter);
    return limiter;
  }
}

const tooMany = (seconds: number): DomainError =>
  new DomainError(429, 'too_many_requests', `Too many requests; try again after ${Math.max(seconds, 1)} s.`, {
    headers: { 'retry-after': String(Math.max(seconds, 1)) },
  });
