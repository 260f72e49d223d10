import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { JobProducer, OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';
import { InstallationWriterService } from '../../stores/installation-writer.service.js';
import { type OpenStore, PlatformBStoreClient } from '../client/store.client.js';
import type { SubscriberRow } from '../mapping/subscriber.mapper.js';
import { PlatformBSubscriberListService } from './subscriber-list.service.js';
import { type DueSubscriber, PlatformBSubscribersRepository } from './subscribers.repository.js';
import { PlatformBSubscribersService } from './subscribers.service.js';

/** One call of the platform reads as many. */
const AT_ONCE = 250;
/** A run ends after so many calls; the next run goes on. */
const CALLS_PER_RUN = 50;

/** Reads the rows of the newsletter list that deliveries named. */
@Injectable()
export class PlatformBReadSubscribersHandler implements OnModuleDestroy {
  private stopping = false;

  constructor(
    private readonly stores: PlatformBStoreClient,
    private readonly reads: PlatformBSubscribersRepository,
    private readonly list: PlatformBSubscriberListService,
    private readonly subscribers: PlatformBSubscribersService,
    private readonly writer: InstallationWriterService,
    private readonly jobs: JobProducer,
  ) {}

  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** The job is idempotent, also when it runs late or twice at once: rows are merged by their own times. */
  @OnJob('platform-b.read-subscribers')
  async read({ retailerId }: RetailerRef): Promise<void> {
    const progress = await this.stores.withStore(retailerId, (store) => this.readDue(store));
    if (progress === 'more') this.jobs.enqueue('platform-b.read-subscribers', { retailerId });
  }

  private async readDue(store: OpenStore): Promise<'more' | 'done'> {
    for (let calls = 0; calls < CALLS_PER_RUN && !this.stopping; calls += 1) {
      const due = await this.reads.due(store.retailer.id, AT_ONCE);
      if (due.length === 0) return 'done';
      const ids = due.map(({ subscriberId }) => subscriberId);
      const rows = await this.list.readRows(store, ids);
      const afterwards = (tx: Tx): Promise<void> => this.write(tx, store.retailer.id, due, rows);
      if (!(await this.writer.write(store.retailer, { records: [], cause: 'watch', afterwards }))) return 'done';
    }
    return 'more';
  }

  /** @param rows undefined without the scope: then nothing is known */
  private async write(
    tx: Tx,
    retailerId: string,
    due: readonly DueSubscriber[],
    rows: readonly SubscriberRow[] | undefined,
  ): Promise<void> {
    const present = new Map(rows?.map((row) => [row.subscriberId, row]));
    for (const [cause, ofCause] of rows ? groupBy(due, (each) => each.cause ?? 'watch') : []) {
      const found = ofCause.flatMap(({ subscriberId }) => present.get(subscriberId) ?? []);
      const gone = ofCause.filter(({ subscriberId }) => !present.has(subscriberId));
      await this.subscribers.save(tx, retailerId, found, cause);
      const deleted = gone.map(({ subscriberId, changedAt }) => ({ subscriberId, at: changedAt ?? new Date() }));
      await this.subscribers.markDeleted(tx, retailerId, deleted, cause);
    }
    await this.reads.done(tx, retailerId, due);
  }
}
