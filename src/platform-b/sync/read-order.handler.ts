import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Leases, nextRunAfter, whileRenewing } from '#libs/durable-work';
import { PlatformBError } from '#libs/platform-b-client';
import { OnJob } from '#libs/queue';
import type { Tx } from '#libs/database';
import { isDatastoreDown, problemText } from '#libs/kernel';
import type { RetailerRef } from '../../jobs/payloads.js';
import { DELIVERY_RETRIES } from '../../inbox/retries.js';
import { InstallationWriterService } from '../../stores/installation-writer.service.js';
import type { Reading } from '../../stores/store-connector.js';
import { Unreadable } from '../../stores/unreadable.js';
import { mapOrder } from '../mapping/order.mapper.js';
import { PlatformBBuyersService } from './buyers.service.js';
import { type LeasedRead, PlatformBOrderReadsRepository, RENEW_LEASE_MS } from './order-reads.repository.js';
import { type OpenStore, PlatformBStoreClient } from '../client/store.client.js';
import { PlatformBStorePausesService } from '../client/store-pauses.service.js';
import { readWholeOrder } from './whole-order.js';

/** Calls of one store at the same time: what a store that hangs can hold of a process. */
const AT_ONCE = 4;
/** One answer is enough to know how the store is: what fails is tried again after a pause of the whole store. */
const HASTY = { attempts: 1, maxThrottleWaitMs: 0 };
/** Well within the time limit of the job; the next run goes on. */
const RUN_MS = 120_000;

/** What kept an order from being read, where it is the store's and the others would fare no better. */
type StoreProblem = PlatformBError | undefined;

/** Reads the orders of stores that deliveries asked for. One run for a store in a process, whatever rings. */
@Injectable()
export class PlatformBReadOrderHandler implements OnModuleInit, OnModuleDestroy {
  /** Stores that are being read; true where somebody rang meanwhile. */
  private readonly running = new Map<string, boolean>();
  private stopping = false;

  constructor(
    private readonly stores: PlatformBStoreClient,
    private readonly reads: PlatformBOrderReadsRepository,
    private readonly buyers: PlatformBBuyersService,
    private readonly writer: InstallationWriterService,
    private readonly pauses: PlatformBStorePausesService,
    private readonly leases: Leases,
  ) {}

  onModuleInit(): void {
    this.leases.register('platform_b_order_reads', 'due_at IS NOT NULL');
  }

  /** A stop waits for the reads under way only. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** Safe to run twice, at once or late. */
  @OnJob('platform-b.read-orders')
  async readOrders({ retailerId }: RetailerRef): Promise<void> {
    if (this.running.has(retailerId)) {
      this.running.set(retailerId, true);
      return;
    }
    const end = Date.now() + RUN_MS;
    try {
      do {
        this.running.set(retailerId, false);
        await this.stores.withStore(retailerId, (store) => this.readDue(store, end), HASTY);
      } while (this.running.get(retailerId) && Date.now() < end && !this.stopping);
    } finally {
      this.running.delete(retailerId);
    }
  }

  private async readDue(store: OpenStore, end: number): Promise<void> {
    while (Date.now() < end && !this.stopping) {
      const worker = await this.leases.holder();
      const leased = await this.reads.lease(store.retailer.id, worker, AT_ONCE);
      if (leased.length === 0) return;
      const ids = leased.map(({ orderId }) => orderId);
      const results = await whileRenewing(
        () => this.reads.renew(store.retailer.id, worker, ids),
        RENEW_LEASE_MS,
        () => Promise.allSettled(leased.map((read) => this.read(store, read))),
      );
      for (const result of results) if (result.status === 'rejected') throw result.reason;
      // Once for all of them: four calls that fail together are one failure of the store.
      const problem = results.find((result) => result.status === 'fulfilled' && result.value !== undefined);
      if (problem?.status === 'fulfilled' && problem.value) return this.pauses.failed(store.retailer.id, problem.value);
    }
  }

  private async read(store: OpenStore, leased: LeasedRead): Promise<StoreProblem> {
    const { id } = store.retailer;
    try {
      const reading = await this.readingOf(store, leased);
      await this.pauses.answered(id);
      const afterwards = (tx: Tx): Promise<void> => this.reads.finish(tx, id, leased);
      await this.writer.write(store.retailer, { records: [reading], cause: leased.cause, afterwards });
      return undefined;
    } catch (error) {
      if (isDatastoreDown(error)) throw error;
      if (error instanceof PlatformBError && error.kind !== 'bad_answer') {
        await this.reads.release(id, leased);
        return error;
      }
      await this.reads.recordFailure(id, leased, problemText(error), pauseAfter(error, leased));
      return undefined;
    }
  }

  private async readingOf({ rest, retailer }: OpenStore, { orderId }: LeasedRead): Promise<Reading> {
    const whole = await readWholeOrder(rest, orderId);
    if (!whole) return { kind: 'order-gone', externalId: orderId };
    const mapped = mapOrder(whole, retailer.currency);
    return (tx) => this.buyers.orderOf(tx, retailer.id, mapped);
  }
}

/** What can't be read now can't be read later; everything else is tried for a quarter of an hour. */
const pauseAfter = (error: unknown, { attempts }: LeasedRead): number | undefined =>
  error instanceof Unreadable ? undefined : nextRunAfter(DELIVERY_RETRIES, attempts + 1);
