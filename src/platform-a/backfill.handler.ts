import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type BackfillRef, JobProducer, OnJob } from '#libs/queue';
import { BackfillsService } from '../retailers/backfills.service.js';
import { type OpenStore, StoreClient } from './store-client.js';
import { readStorePage } from './store-page.js';
import { StorePageWriter } from './store-page-writer.js';

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
    private readonly writer: StorePageWriter,
    private readonly jobs: JobProducer,
  ) {}

  /** A stop does not wait for a whole run: the page under way is written, and another process goes on. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** Safe to run twice, at once or late: only the run whose place is still the saved one goes on. */
  @OnJob('platform-a.backfill')
  async backfill(ref: BackfillRef): Promise<void> {
    await this.stores.withStore(ref.retailerId, async (store) => {
      if ((await this.readPages(store, ref)) === 'more') this.jobs.ring('platform-a.backfill', ref);
    });
  }

  private async readPages(store: OpenStore, { retailerId, resource }: BackfillRef): Promise<Progress> {
    const end = Date.now() + RUN_MS;
    for (let pages = 0; pages < PAGES_PER_RUN && Date.now() < end && !this.stopping; pages += 1) {
      const place = await this.backfills.place(retailerId, resource);
      if (!place) return 'done';
      const page = await readStorePage(store.graphql, place);
      const written = await this.writer.write(store, page, 'backfill', (tx) =>
        this.backfills.advance(tx, place, page.next, page.items),
      );
      if (!written) return 'done';
    }
    return 'more';
  }
}
