import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { PlatformAError, readOrder } from '#libs/platform-a-client';
import { JobProducer, OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';
import { RefundReadsQueries } from '../../commerce/queries/refund-reads.queries.js';
import { mapAdminOrder } from '../mapping/admin.mapper.js';
import { InstallationWriterService } from '../../stores/installation-writer.service.js';
import { readEach } from '../../stores/unreadable.js';
import { type OpenStore, PlatformAStoreClient } from '../client/store.client.js';
import { PlatformARefundReadProblemsMetrics } from './refund-read-problems.metrics.js';

/** Reads orders with refunds whose amount in the store's currency was in no delivery. */
@Injectable()
export class PlatformAReadOrdersHandler implements OnModuleInit {
  constructor(
    private readonly stores: PlatformAStoreClient,
    private readonly reads: RefundReadsQueries,
    private readonly writer: InstallationWriterService,
    private readonly problems: PlatformARefundReadProblemsMetrics,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('platform-a.refund-reads', async () => {
      for (const retailerId of await this.reads.waitingStores('platform-a')) {
        this.jobs.enqueue('platform-a.read-orders', { retailerId });
      }
    });
  }

  /**
   * The job is idempotent, also when it runs late or twice at the same time: each order is claimed, and its record is
   * merged.
   */
  @OnJob('platform-a.read-orders')
  async read({ retailerId }: RetailerRef): Promise<void> {
    await this.stores.withStore(retailerId, async (store) => {
      for (const orderId of await this.reads.claim(retailerId)) await this.readOrder(store, orderId);
    });
  }

  /** Reports a refund whose amount is still unknown after the read. A later read tries it again. */
  private async readOrder(store: OpenStore, orderId: string): Promise<void> {
    const retailerId = store.retailer.id;
    const order = await readOrder(store.graphql, orderId).catch(nothingToRead);
    const { records, unreadable } = readEach(order ? [order] : [], mapAdminOrder);
    const written = await this.writer.write(store.retailer, { records, cause: 'refund-read' });
    if (!written) return;
    const unsettled = await this.reads.unsettled(retailerId, orderId);
    this.problems.report({
      retailerId,
      orderId,
      unsettled,
      problem: unreadable[0] ?? (order ? undefined : 'no such order'),
    });
  }
}

/** Without the scope no order can be read. */
function nothingToRead(error: unknown): null {
  if (error instanceof PlatformAError && error.code === 'ACCESS_DENIED') return null;
  throw error;
}
