import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { BACKFILL_RESOURCES, type BackfillResource } from '../../jobs/payloads.js';
import { NewsQueries } from '../../commerce/queries/news.queries.js';
import { InstallationsService } from '../installations.service.js';
import { InstallationWriterService } from '../installation-writer.service.js';
import type { OpenStore, Progress, StoreConnector } from '../store-connector.js';
import { UnreadableRecordsService } from '../unreadable-records.service.js';
import { DriftMetrics } from './drift.metrics.js';
import { type CatchUpPlace, StoreCatchUpRepository } from './store-catch-up.repository.js';

/** A store with a large gap makes room for the others after so long, and comes again. */
const RUN_MS = 30_000;
/** A delivery of what changed later may still be on its way: reading it is no find. */
const UNDER_WAY_MS = 2 * 60_000;

/** What a catch-up asks of a platform. */
type Reads<S extends OpenStore> = Pick<StoreConnector<S>, 'readPage'>;

/**
 * Reads what has changed in a store since the last good moment, so that a missed delivery is not missed for long. For
 * platforms whose pages can be asked for by the time of a change.
 */
@Injectable()
export class CatchUpService implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly places: StoreCatchUpRepository,
    private readonly writer: InstallationWriterService,
    private readonly news: NewsQueries,
    private readonly installations: InstallationsService,
    private readonly metrics: DriftMetrics,
    private readonly unreadable: UnreadableRecordsService,
  ) {}

  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** Goes on where the last run stopped. Safe to run twice, at once or late. */
  async run<S extends OpenStore>(connector: Reads<S>, store: S): Promise<Progress> {
    const end = Date.now() + RUN_MS;
    for (const resource of BACKFILL_RESOURCES) {
      if ((await this.readChanges(connector, store, resource, end)) === 'more') return 'more';
    }
    return 'done';
  }

  private async readChanges<S extends OpenStore>(
    connector: Reads<S>,
    store: S,
    resource: BackfillResource,
    end: number,
  ): Promise<Progress> {
    const { id, installedAt } = store.retailer;
    while (Date.now() < end && !this.stopping) {
      const place = await this.places.place(id, resource, installedAt);
      const next = await this.readPage(connector, store, place);
      if (next === null) return 'done';
    }
    return 'more';
  }

  /** Null after the last page, and where another run is ahead of this one or the installation is over. */
  private async readPage<S extends OpenStore>(
    connector: Reads<S>,
    store: S,
    place: CatchUpPlace,
  ): Promise<string | null> {
    const { retailerId, resource } = place;
    const { records, unreadable, next } = await connector.readPage(store, place);
    let late = 0;
    const written = await this.writer.write(store.retailer, { records, cause: 'watch' }, async (tx, known) => {
      if (!(await this.places.advance(tx, place, next))) return false;
      late = await this.news.count(tx, retailerId, known, new Date(Date.now() - UNDER_WAY_MS));
      await this.installations.addDrift(retailerId, { lateRecords: late }, tx);
      return true;
    });
    if (!written) return null;
    this.metrics.foundLate(resource, late);
    this.unreadable.report(retailerId, resource, unreadable);
    return next;
  }
}
