import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { JobProducer, OnJob } from '#libs/queue';
import type { BackfillRef } from '../../jobs/payloads.js';
import { HISTORY } from '../../commerce/model/causes.js';
import { InstallationWriterService } from '../installation-writer.service.js';
import type { OpenStore, Progress, StoreConnector } from '../store-connector.js';
import { StoreConnectorsService } from '../store-connectors.service.js';
import { UnreadableRecordsService } from '../unreadable-records.service.js';
import { BackfillsService } from './backfills.service.js';

/** A run ends after so much, and well within the time for which its token is good; the next one goes on. */
const PAGES_PER_RUN = 200;
const RUN_MS = 2 * 60_000;

/** Reads what a store had before it was installed, page after page; the place is saved with each page. */
@Injectable()
export class BackfillHandler implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly connectors: StoreConnectorsService,
    private readonly backfills: BackfillsService,
    private readonly writer: InstallationWriterService,
    private readonly unreadable: UnreadableRecordsService,
    private readonly jobs: JobProducer,
  ) {}

  /** A stop does not wait for a whole run: the page under way is written, and another process goes on. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  /**
   * Safe to run twice, at once or late: only the run whose place is still the saved one goes on. A store that is over its
   * rate limit is left alone for as long as it says.
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

  private async readPages(
    connector: StoreConnector,
    store: OpenStore,
    { retailerId, resource }: BackfillRef,
  ): Promise<Progress> {
    const end = Date.now() + RUN_MS;
    for (let count = 0; count < PAGES_PER_RUN && Date.now() < end && !this.stopping; count += 1) {
      const place = await this.backfills.place(retailerId, resource);
      if (!place) return 'done';
      const { records, unreadable, items, next } = await connector.readPage(store, place);
      const written = await this.writer.write(store.retailer, { records, cause: HISTORY }, (tx) =>
        this.backfills.advance(tx, place, next, items),
      );
      if (!written) return 'done';
      this.unreadable.report(retailerId, resource, unreadable);
    }
    return 'more';
  }
}
