import { Injectable } from '@nestjs/common';
import { type Backoff, pauseAfter } from '#libs/durable-work';
import type { PlatformBError } from '#libs/platform-b-client';
import { JobProducer } from '#libs/queue';
import { PlatformBStoresRepository } from './stores.repository.js';

const WHILE_DOWN: Backoff = { firstMs: 2_000, longestMs: 5 * 60_000, jitter: 0.5 };

/**
 * Pauses a store whose API is down or that is over its rate limit, so that it does not delay other stores. Postgres
 * keeps the pause for all processes. A delayed job at the end of the pause continues the work without a wait for the
 * next sweep.
 */
@Injectable()
export class PlatformBStorePausesService {
  /** Stores whose last call of this process failed. Successful calls of other stores need no statement. */
  private readonly ailing = new Set<string>();

  constructor(
    private readonly stores: PlatformBStoresRepository,
    private readonly jobs: JobProducer,
  ) {}

  async answered(retailerId: string): Promise<void> {
    if (this.ailing.delete(retailerId)) await this.stores.recordSuccess(retailerId);
  }

  /** @throws the error itself where the platform refuses the token, because a pause would not help */
  async failed(retailerId: string, error: PlatformBError): Promise<void> {
    if (error.kind === 'unauthorized' || error.kind === 'forbidden') throw error;
    const asked = (error.retryAfterSeconds ?? 0) * 1_000;
    const milliseconds = asked > 0 ? asked : await this.growingPause(retailerId);
    await this.stores.pause(retailerId, milliseconds);
    this.jobs.enqueue('platform-b.read-orders', { retailerId }, { delayMs: milliseconds + 50 });
  }

  private async growingPause(retailerId: string): Promise<number> {
    this.ailing.add(retailerId);
    return pauseAfter(WHILE_DOWN, await this.stores.recordFailure(retailerId));
  }
}
