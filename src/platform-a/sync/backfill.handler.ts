import { Injectable } from '@nestjs/common';
import { type BackfillRef, JobProducer, OnJob } from '#libs/queue';
import { BackfillRunnerService } from '../../backfills/backfill-runner.service.js';
import { HISTORY } from '../../commerce/causes.js';
import { PlatformAStoreClient } from '../client/store.client.js';
import { readStorePage } from './store-page.js';
import { PlatformAStoreWriterService } from './store-writer.service.js';

/** Reads what a store had before it was installed. */
@Injectable()
export class PlatformABackfillHandler {
  constructor(
    private readonly stores: PlatformAStoreClient,
    private readonly runner: BackfillRunnerService,
    private readonly writer: PlatformAStoreWriterService,
    private readonly jobs: JobProducer,
  ) {}

  /** Safe to run twice, at once or late. */
  @OnJob('platform-a.backfill')
  async backfill(ref: BackfillRef): Promise<void> {
    await this.stores.withStore(ref.retailerId, async (store) => {
      const progress = await this.runner.run(ref, {
        read: (place) => readStorePage(store.graphql, place),
        write: (page, advance) => this.writer.write(store, page, HISTORY, advance),
      });
      if (progress === 'more') this.jobs.ring('platform-a.backfill', ref);
    });
  }
}
