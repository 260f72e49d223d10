import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { PlatformAError } from '#libs/platform-a-client';
import { type BackfillRef, JobProducer, OnJob } from '#libs/queue';
import { type BackfillPage, BackfillRunner } from '../backfills/backfill-runner.js';
import { CommerceService } from '../commerce/commerce.service.js';
import type { CommerceRecord } from '../commerce/records.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { readBackfillPage } from './backfill-page.js';
import { type OpenStore, StoreClient } from './store-client.js';

/** Reads what a store had before it was installed. */
@Injectable()
export class BackfillHandler {
  constructor(
    private readonly stores: StoreClient,
    private readonly runner: BackfillRunner,
    private readonly retailers: RetailersService,
    private readonly commerce: CommerceService,
    private readonly database: Database,
    private readonly jobs: JobProducer,
  ) {}

  /** Safe to run twice, at once or late. */
  @OnJob('platform-a.backfill')
  backfill(ref: BackfillRef): Promise<void> {
    return this.stores.withStore(ref.retailerId, async (store) => {
      const progress = await this.runner.run(ref, {
        read: (place) => readBackfillPage(store.graphql, place).catch(nothingToRead),
        write: (records, advance) => this.savePage(store, records, advance),
      });
      if (progress === 'more') this.jobs.ring('platform-a.backfill', ref);
    });
  }

  /** The records and the new place together; false where the store is gone or another run is ahead of this one. */
  private savePage(
    { retailer }: OpenStore,
    records: readonly CommerceRecord[],
    advance: (tx: Tx) => Promise<boolean>,
  ): Promise<boolean> {
    const { id: retailerId, installedAt } = retailer;
    return this.database.transaction(async (tx) => {
      const present = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
      if (present?.status !== 'installed' || present.installedAt.getTime() !== installedAt.getTime()) return false;
      const rules = { countUnpaidOrders: present.settings.countUnpaidOrders ?? false };
      const commands = records.map((record) => ({ record, cause: 'backfill' }));
      await this.commerce.apply(tx, { retailerId, rules }, commands);
      return advance(tx);
    });
  }
}

/** Without the scope there is nothing for us: the retailer's missing scopes tell it, and a new grant reads all again. */
function nothingToRead(error: unknown): BackfillPage<CommerceRecord> {
  if (error instanceof PlatformAError && error.code === 'ACCESS_DENIED') return { records: [], items: 0, next: null };
  throw error;
}
