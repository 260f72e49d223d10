import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { JobProducer, OnJob } from '#libs/queue';
import type { BackfillRef } from '../../jobs/payloads.js';
import { HISTORY } from '../../commerce/model/causes.js';
import { InstallationWriterService, type Readings } from '../installation-writer.service.js';
import type { OpenStore, Progress, StoreConnector } from '../store-connector.js';
import { StoreConnectorsService } from '../store-connectors.service.js';
import { UnreadableRecordsService } from '../unreadable-records.service.js';
import { BackfillRepository } from './backfill.repository.js';

/** A run ends long before its token expires; the next run goes on. */
const PAGES_PER_RUN = 200;
const RUN_MS = 2 * 60_000;

/** Reads the past of a store page by page; the place is saved with each page. */
@Injectable()
export class BackfillHandler implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly connectors: StoreConnectorsService,
    private readonly backfills: BackfillRepository,
    private readonly writer: InstallationWriterService,
    private readonly unreadable: UnreadableRecordsService,
    private readonly jobs: JobProducer,
  ) {}

  /** A stop waits for the page under way only; another process goes on after it. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  /**
   * The job is idempotent, also when it runs late or twice at the same time: only the run whose place is still the
   * saved one goes on. A store over its rate limit is called again after the time that it names.
   */
  @OnJob('stores.backfill')
  async backfill(ref: BackfillRef): Promise<void> {
    const connector = await this.connectors.of(ref.retailerId);
    try {
      const progress = await connector?.withStore(ref.retailerId, (store) => this.readPages(connector, store, ref));
      if (progress === 'more') this.jobs.enqueue('stores.backfill', ref);
    } catch (error) {
      const seconds = connector?.retryAfterSeconds(error);
      if (seconds === undefined) throw error;
      this.jobs.enqueue('stores.backfill', ref, { delayMs: seconds * 1_000 });
    }
  }

  private async readPages(connector: StoreConnector, store: OpenStore, ref: BackfillRef): Promise<Progress> {
    const end = Date.now() + RUN_MS;
    for (let count = 0; count < PAGES_PER_RUN && Date.now() < end && !this.stopping; count += 1) {
      const place = await this.backfills.place(ref);
      if (!place) return 'done';
      const { records, unreadable, items, next, afterwards } = await connector.readPage(store, place);
      const readings: Readings = { records, cause: HISTORY, ...(afterwards ? { afterwards } : {}) };
      const written = await this.writer.write(store.retailer, readings, (tx) =>
        this.backfills.advance(tx, place, next, items),
      );
      if (!written) return 'done';
      this.unreadable.report(ref, unreadable);
    }
    return 'more';
  }
}
