import { Injectable } from '@nestjs/common';
import { waitUntil } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { StoreConnectorsService } from '../store-connectors.service.js';
import type { Progress, StoreConnector } from '../store-connector.js';
import { StoreWatchRepository } from './store-watch.repository.js';

const MINUTE_MS = 60_000;
const POLL_MS = 100;

/** Which store is watched when. Postgres holds the times; a job only says that a store may be due. */
@Injectable()
export class WatchScheduleService {
  constructor(
    private readonly connectors: StoreConnectorsService,
    private readonly jobs: JobProducer,
    private readonly watches: StoreWatchRepository,
  ) {}

  /** For one worker alone until it is finished or its lease is over; false where the store is not due. */
  claim(retailerId: string): Promise<boolean> {
    return this.watches.claim(retailerId);
  }

  async finished({ watchSeconds }: StoreConnector, retailerId: string, progress: Progress): Promise<void> {
    if (progress === 'done') await this.watches.rest(retailerId, watchSeconds);
    else await this.makeDue(retailerId);
  }

  failed({ watchSeconds }: StoreConnector, retailerId: string, retryAfterSeconds = 0): Promise<void> {
    return this.watches.backOff(retailerId, watchSeconds, retryAfterSeconds);
  }

  /** Due at once, whatever the schedule says. */
  async makeDue(retailerId: string): Promise<void> {
    await this.watches.makeDue(retailerId);
    this.jobs.enqueue('stores.watch', { retailerId });
  }

  /** As `makeDue`; true where the store was watched to the end within the seconds. */
  async lookNow(retailerId: string, waitSeconds: number): Promise<boolean> {
    const before = await this.watches.lookedAt(retailerId);
    await this.makeDue(retailerId);
    const isWatched = (at: Date | null): boolean => at !== null && at.getTime() !== before?.getTime();
    const read = (): Promise<Date | null> => this.watches.lookedAt(retailerId);
    return isWatched(await waitUntil(read, isWatched, { seconds: waitSeconds, everyMs: POLL_MS }));
  }

  async enqueueDue(): Promise<void> {
    const period = Math.floor(Date.now() / MINUTE_MS);
    for (const { platform, watchSeconds } of this.connectors.configured()) {
      await this.watches.enrol(platform, watchSeconds);
      for (const retailerId of await this.watches.due(platform)) {
        // The same id from every sweep and every worker: while Redis still has the job, no second one is added.
        this.jobs.enqueue('stores.watch', { retailerId }, { jobId: `${retailerId}-${period}` });
      }
    }
  }
}
