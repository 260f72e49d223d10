import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { BACKFILL_RESOURCES, type BackfillResource } from '#libs/queue';
import { UnreadableRecordsService } from '../../backfills/unreadable-records.service.js';
import { NewsQueries } from '../../commerce/news.queries.js';
import { InstallationsService } from '../../retailers/installations.service.js';
import type { OpenStore } from '../client/store.client.js';
import { readStorePage } from './store-page.js';
import { PlatformAStoreWriterService } from './store-writer.service.js';
import { PlatformADriftMetrics } from './drift.metrics.js';
import { type CatchUpPlace, PlatformAStoreCatchUpRepository } from './store-catch-up.repository.js';

/** A store with a large gap makes room for the others after so long, and comes again. */
const RUN_MS = 30_000;
/** A delivery of what changed later may still be on its way: reading it is no find. */
const UNDER_WAY_MS = 2 * 60_000;

export type Progress = 'more' | 'done';

/** Reads what has changed in a store since the last good moment, so that a missed delivery is not missed for long. */
@Injectable()
export class PlatformACatchUpService implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly places: PlatformAStoreCatchUpRepository,
    private readonly writer: PlatformAStoreWriterService,
    private readonly news: NewsQueries,
    private readonly installations: InstallationsService,
    private readonly metrics: PlatformADriftMetrics,
    private readonly unreadable: UnreadableRecordsService,
  ) {}

  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** Goes on where the last run stopped. Safe to run twice, at once or late. */
  async run(store: OpenStore): Promise<Progress> {
    const end = Date.now() + RUN_MS;
    for (const resource of BACKFILL_RESOURCES) {
      if ((await this.readChanges(store, resource, end)) === 'more') return 'more';
    }
    return 'done';
  }

  private async readChanges(store: OpenStore, resource: BackfillResource, end: number): Promise<Progress> {
    const { id, installedAt } = store.retailer;
    while (Date.now() < end && !this.stopping) {
      const place = await this.places.place(id, resource, installedAt);
      const next = await this.readPage(store, place);
      if (next === null) return 'done';
    }
    return 'more';
  }

  /** Null after the last page, and where another run is ahead of this one or the installation is over. */
  private async readPage(store: OpenStore, place: CatchUpPlace): Promise<string | null> {
    const { retailerId, resource } = place;
    const page = await readStorePage(store.graphql, place);
    let late = 0;
    const written = await this.writer.write(store, page, 'watch', async (tx) => {
      if (!(await this.places.advance(tx, place, page.next))) return false;
      late = await this.news.count(tx, retailerId, page.records, new Date(Date.now() - UNDER_WAY_MS));
      await this.installations.addDrift(retailerId, { lateRecords: late }, tx);
      return true;
    });
    if (!written) return null;
    this.metrics.foundLate(resource, late);
    this.unreadable.report(retailerId, resource, page.unreadable);
    return page.next;
  }
}
