import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { BACKFILL_RESOURCES, type BackfillResource } from '../../jobs/payloads.js';
import { NewsQueries } from '../../commerce/queries/news.queries.js';
import { InstallationsService } from '../installations.service.js';
import { InstallationWriterService } from '../installation-writer.service.js';
import type { OpenStore, Progress, StoreConnector } from '../store-connector.js';
import { UnreadableRecordsService } from '../unreadable-records.service.js';
import { DriftMetrics } from './drift.metrics.js';
import { type CatchUpPlace, StoreCatchUpRepository } from './store-catch-up.repository.js';

/** After this time a store with a large gap gives its place to other stores; a later run goes on. */
const RUN_MS = 30_000;
/** The delivery of a younger change may still be on its way, so reading such a change does not count as drift. */
const UNDER_WAY_MS = 2 * 60_000;

type Reads<S extends OpenStore> = Pick<StoreConnector<S>, 'readPage'>;

/**
 * Reads what has changed in a store since the last catch-up, so that the loss of a delivery is repaired. Works for
 * platforms that can list their records by the time of the last change.
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

  /** Goes on where the last run stopped. Idempotent, also where two runs overlap. */
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

  /** Returns the next cursor; null after the last page, after the end of the installation, or behind another run. */
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
    this.unreadable.report(place, unreadable);
    return next;
  }
}
