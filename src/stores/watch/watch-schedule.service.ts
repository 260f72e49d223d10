import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Leases, pauseAfter, waitUntil } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { StoreConnectorsService } from '../store-connectors.service.js';
import type { Progress, StoreConnector } from '../store-connector.js';
import { type LeasedWatch, StoreWatchRepository } from './store-watch.repository.js';

const MINUTE_MS = 60_000;
const POLL_MS = 100;

/** Decides when each store is watched. Postgres holds the times; a job only says that a store may be due. */
@Injectable()
export class WatchScheduleService implements OnModuleInit {
  constructor(
    private readonly connectors: StoreConnectorsService,
    private readonly jobs: JobProducer,
    private readonly watches: StoreWatchRepository,
    private readonly leases: Leases,
  ) {}

  onModuleInit(): void {
    this.leases.register('store_watches', 'true');
  }

  /** Leases a store for this worker; undefined where it is not due, or where another worker has it. */
  async lease(retailerId: string): Promise<LeasedWatch | undefined> {
    return this.watches.lease(retailerId, await this.leases.holder());
  }

  /**
   * After a complete watch the next one is due after the interval, up to a tenth sooner or later. After an incomplete
   * watch the next one is due at once.
   */
  async finished({ watchSeconds }: StoreConnector, watch: LeasedWatch, progress: Progress): Promise<void> {
    if (progress === 'more') return this.makeDue(watch.retailerId);
    const dueAt = inMs(watchSeconds * (0.9 + 0.2 * Math.random()) * 1_000);
    await this.watches.end(watch, { attempts: 0, watchedAt: new Date(), dueAt });
  }

  /**
   * The next watch comes after a pause that grows up to the interval, and not before the platform wants to be asked.
   */
  async failed({ watchSeconds }: StoreConnector, watch: LeasedWatch, retryAfterSeconds = 0): Promise<void> {
    const attempts = watch.attempts + 1;
    const pauseMs = pauseAfter({ firstMs: MINUTE_MS, longestMs: watchSeconds * 1_000, jitter: 0.5 }, attempts);
    await this.watches.end(watch, { attempts, dueAt: inMs(Math.max(pauseMs, retryAfterSeconds * 1_000)) });
  }

  /** Makes the store due now, whatever its time is, and enqueues its watch. */
  async makeDue(retailerId: string): Promise<void> {
    await this.watches.makeDue(retailerId);
    this.jobs.enqueue('stores.watch', { retailerId });
  }

  /** Does the same as `makeDue`, and waits up to `waitSeconds`. True where a watch has become complete by then. */
  async watchNow(retailerId: string, waitSeconds: number): Promise<boolean> {
    const before = await this.watches.watchedAt(retailerId);
    await this.makeDue(retailerId);
    const isWatched = (at: Date | null): boolean => at !== null && at.getTime() !== before?.getTime();
    const read = (): Promise<Date | null> => this.watches.watchedAt(retailerId);
    return isWatched(await waitUntil(read, isWatched, { seconds: waitSeconds, everyMs: POLL_MS }));
  }

  async enqueueDue(): Promise<void> {
    const period = Math.floor(Date.now() / MINUTE_MS);
    for (const { platform, watchSeconds } of this.connectors.configured()) {
      await this.watches.enrol(platform, watchSeconds);
      for (const retailerId of await this.watches.due(platform)) {
        // Every sweep and every worker uses the same id: while Redis still has the job, no second one is added.
        this.jobs.enqueue('stores.watch', { retailerId }, { jobId: `${retailerId}-${period}` });
      }
    }
  }
}

const inMs = (milliseconds: number): Date => new Date(Date.now() + milliseconds);
