import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobProducer, Sweeper } from '#libs/queue';
import { Runtime } from '../../config/runtime.js';
import type { Progress } from './catch-up.service.js';
import { PlatformAStoreWatchRepository } from './store-watch.repository.js';

const MINUTE_MS = 60_000;
const POLL_MS = 100;

/** Which store is looked after when. Postgres holds the times; the jobs only say "look". */
@Injectable()
export class PlatformAWatchSweep implements OnModuleInit {
  private readonly intervalSeconds: number;

  constructor(
    private readonly runtime: Runtime,
    private readonly sweeper: Sweeper,
    private readonly jobs: JobProducer,
    private readonly watches: PlatformAStoreWatchRepository,
  ) {
    this.intervalSeconds = runtime.config.watchSeconds;
  }

  onModuleInit(): void {
    if (this.runtime.config.platformA) this.sweeper.register('platform-a.watches', () => this.ringDue());
  }

  /** For one worker alone until it is finished or taken for lost; false where the store is not due. */
  claim(retailerId: string): Promise<boolean> {
    return this.watches.claim(retailerId);
  }

  async finished(retailerId: string, progress: Progress): Promise<void> {
    if (progress === 'done') await this.watches.rest(retailerId, this.intervalSeconds);
    else await this.makeDue(retailerId);
  }

  failed(retailerId: string, retryAfterSeconds = 0): Promise<void> {
    return this.watches.backOff(retailerId, this.intervalSeconds, retryAfterSeconds);
  }

  /** Due at once, whatever the schedule says. */
  async makeDue(retailerId: string): Promise<void> {
    await this.watches.makeDue(retailerId);
    this.jobs.ring('platform-a.watch-store', { retailerId });
  }

  /** As `makeDue`; true where the store was looked after to the end within the seconds. */
  async lookNow(retailerId: string, waitSeconds: number): Promise<boolean> {
    const before = await this.watches.lookedAt(retailerId);
    await this.makeDue(retailerId);
    for (const end = Date.now() + waitSeconds * 1_000; Date.now() < end; await pause(POLL_MS)) {
      const now = await this.watches.lookedAt(retailerId);
      if (now !== null && now.getTime() !== before?.getTime()) return true;
    }
    return false;
  }

  private async ringDue(): Promise<void> {
    await this.watches.enrol(this.intervalSeconds);
    const period = Math.floor(Date.now() / MINUTE_MS);
    for (const retailerId of await this.watches.due()) {
      // The same id from every sweep and every worker: while Redis still has the job, no second one is added.
      this.jobs.ring('platform-a.watch-store', { retailerId }, { jobId: `${retailerId}-${period}` });
    }
  }
}
