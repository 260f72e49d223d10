import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { JobProducer } from '#libs/queue';
import { PlatformBOrderReadsRepository, type OrderToRead } from './order-reads.repository.js';

/** Requests reads of orders. */
@Injectable()
export class PlatformBOrderReadsService {
  constructor(
    private readonly repository: PlatformBOrderReadsRepository,
    private readonly jobs: JobProducer,
    private readonly database: Database,
  ) {}

  /**
   * Requests reads of the orders and enqueues the job after the commit. An order with several requests is read once.
   */
  async request(tx: Tx, retailerId: string, orders: readonly OrderToRead[]): Promise<void> {
    if (orders.length === 0) return;
    await this.repository.request(tx, retailerId, orders);
    tx.afterCommit(() => this.jobs.enqueue('platform-b.read-orders', { retailerId }));
  }

  /** Like `request`, in a transaction of its own. */
  requestNow(retailerId: string, orders: readonly OrderToRead[]): Promise<void> {
    return this.database.transaction(retailerId, (tx) => this.request(tx, retailerId, orders));
  }
}
