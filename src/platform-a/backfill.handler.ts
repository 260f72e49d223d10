import { Injectable } from '@nestjs/common';
import { type BackfillRef, JobProducer, OnJob } from '#libs/queue';
import { BackfillRunner } from '../backfills/backfill-runner.js';
import { HISTORY } from '../commerce/causes.js';
import { StoreClient } from './store-client.js';
import { readStorePage } from './store-page.js';
import { StorePageWriter } from './store-page-writer.js';

/** Reads what a store had before it was installed. */
@Injectable()
export class BackfillHandler {
  constructor(
    private readonly stores: StoreClient,
    private readonly runner: BackfillRunner,
    private readonly writer: StorePageWriter,
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
