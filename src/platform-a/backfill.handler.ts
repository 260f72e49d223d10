import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '#libs/database';
import { PlatformAError } from '#libs/platform-a-client';
import { type BackfillRef, JobProducer, OnJob } from '#libs/queue';
import { CommerceService } from '../commerce/commerce.service.js';
import type { BackfillPlace } from '../retailers/backfill.repository.js';
import { BackfillsService } from '../retailers/backfills.service.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { type BackfillPage, readBackfillPage } from './backfill-page.js';
import { type OpenStore, StoreClient } from './store-client.js';

/** A run ends after so much, and well within the time for which its token is good; the next one goes on. */
const PAGES_PER_RUN = 200;
const RUN_MS = 2 * 60_000;

type Progress = 'more' | 'done';

/** Reads what a store had before it was installed, page after page; the place is saved with each page. */
@Injectable()
export class BackfillHandler implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly stores: StoreClient,
    private readonly backfills: BackfillsService,
    private readonly retailers: RetailersService,
    private readonly commerce: CommerceService,
    private readonly database: Database,
    private readonly jobs: JobProducer,
  ) {}

  /** A stop does not wait for a whole run: the page under way is written, and another process goes on. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** Safe to run twice, at once or late: only the run whose place is still the saved one goes on. */
  @OnJob('platform-a.backfill')
  backfill(ref: BackfillRef): Promise<void> {
    return this.stores.withStore(ref.retailerId, async (store) => {
      if ((await this.readPages(store, ref)) === 'more') this.jobs.ring('platform-a.backfill', ref);
    });
  }

  private async readPages(store: OpenStore, { retailerId, resource }: BackfillRef): Promise<Progress> {
    const end = Date.now() + RUN_MS;
    for (let pages = 0; pages < PAGES_PER_RUN && Date.now() < end && !this.stopping; pages += 1) {
      const place = await this.backfills.place(retailerId, resource);
      if (!place) return 'done';
      const page = await readBackfillPage(store.graphql, place).catch(nothingToRead);
      if (!(await this.savePage(store, place, page))) return 'done';
    }
    return 'more';
  }

  /** The records and the new place together; false where the store is gone or another run is ahead of this one. */
  private savePage({ retailer }: OpenStore, place: BackfillPlace, page: BackfillPage): Promise<boolean> {
    const { id: retailerId, installedAt } = retailer;
    return this.database.transaction(async (tx) => {
      const present = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
      if (present?.status !== 'installed' || present.installedAt.getTime() !== installedAt.getTime()) return false;
      const rules = { countUnpaidOrders: present.settings.countUnpaidOrders ?? false };
      const commands = page.records.map((record) => ({ record, cause: 'backfill' }));
      await this.commerce.apply(tx, { retailerId, rules }, commands);
      return this.backfills.advance(tx, place, page.next, page.items);
    });
  }
}

/** Without the scope there is nothing for us: the retailer's missing scopes tell it, and a new grant reads all again. */
function nothingToRead(error: unknown): BackfillPage {
  if (error instanceof PlatformAError && error.code === 'ACCESS_DENIED') return { records: [], items: 0, next: null };
  throw error;
}
