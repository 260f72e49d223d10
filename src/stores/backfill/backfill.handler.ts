import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { isDatastoreDown, problemText } from '#libs/kernel';
import { JobProducer, OnJob } from '#libs/queue';
import type { BackfillRef } from '../../jobs/payloads.js';
import { HISTORY } from '../../commerce/model/causes.js';
import { InstallationWriterService, type Readings } from '../installation-writer.service.js';
import type { OpenStore, PastPage, StoreConnector } from '../store-connector.js';
import { StoreConnectorsService } from '../store-connectors.service.js';
import { UnreadableRecordsService } from '../unreadable-records.service.js';
import { BackfillMetrics } from './backfill.metrics.js';
import { type BackfillPlace, BackfillRepository } from './backfill.repository.js';
import { pastPages } from './past-pages.js';

/** A run ends long before its token expires; the next run goes on, after those of other stores. */
const PAGES_PER_RUN = 200;
const RUN_MS = 2 * 60_000;

/** What follows a run: nothing, the next run, or the next run after a wait. */
type Outcome = 'done' | { readonly delayMs: number };

/** Reads the past of a store page by page; the place is saved with each page. */
@Injectable()
export class BackfillHandler implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly connectors: StoreConnectorsService,
    private readonly backfills: BackfillRepository,
    private readonly writer: InstallationWriterService,
    private readonly unreadable: UnreadableRecordsService,
    private readonly metrics: BackfillMetrics,
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
    if (!connector) return;
    try {
      const read = (store: OpenStore): Promise<Outcome> => this.readPages(connector, store, ref);
      const outcome = (await connector.withStore(ref.retailerId, read, 'background')) ?? 'done';
      if (outcome !== 'done') this.jobs.enqueue('stores.backfill', ref, outcome);
    } catch (error) {
      const seconds = connector.retryAfterSeconds(error);
      if (seconds !== undefined) this.jobs.enqueue('stores.backfill', ref, { delayMs: seconds * 1_000 });
      else await this.fail(ref, error);
    }
  }

  private async readPages(connector: StoreConnector, store: OpenStore, ref: BackfillRef): Promise<Outcome> {
    const end = Date.now() + RUN_MS;
    const start = await this.backfills.place(ref);
    if (!start) return 'done';
    const estimate = start.estimate ?? (await this.estimate(connector, store, ref));
    let place: BackfillPlace = start;
    let count = 0;
    for await (const page of pastPages(connector, store, { ...start, estimate })) {
      if (!(await this.write(store, place, page))) return 'done';
      if (page.waitMs !== undefined) return { delayMs: page.waitMs };
      count += 1;
      if (count >= PAGES_PER_RUN || Date.now() >= end || this.stopping) return { delayMs: 0 };
      const now = await this.backfills.place(ref);
      if (now?.cursor !== page.next) return 'done';
      place = now;
    }
    return { delayMs: 0 };
  }

  /** Null where the platform does not say it. */
  private async estimate(connector: StoreConnector, store: OpenStore, ref: BackfillRef): Promise<number | null> {
    const estimate = await connector.countRecords?.(store, ref.resource);
    if (estimate !== undefined) await this.backfills.saveEstimate(ref, estimate);
    return estimate ?? null;
  }

  /** Writes the page with the place after it. False where another run is ahead. */
  private async write({ retailer }: OpenStore, place: BackfillPlace, page: PastPage): Promise<boolean> {
    if (page.waitMs !== undefined && page.next === place.cursor) return this.backfills.wait(place);
    const { records, afterwards, unreadable, items } = page;
    const readings: Readings = { records, cause: HISTORY, ...(afterwards ? { afterwards } : {}) };
    const written = await this.writer.write(retailer, readings, (tx) => this.backfills.advance(tx, place, page));
    if (!written) return false;
    this.unreadable.report(place, unreadable);
    this.metrics.read(place.resource, items);
    return true;
  }

  /** @throws the error, for the next try of the job */
  private async fail(ref: BackfillRef, error: unknown): Promise<never> {
    if (!isDatastoreDown(error)) {
      this.metrics.failed(ref.resource);
      await this.backfills.recordFailure(ref, problemText(error));
    }
    throw error;
  }
}
