import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Leases, nextRunAfter, SingleFlight, whileRenewing } from '#libs/durable-work';
import { PlatformBError } from '#libs/platform-b-client';
import { OnJob } from '#libs/queue';
import type { Tx } from '#libs/database';
import { isDatastoreDown, problemText, tookWork } from '#libs/kernel';
import type { RetailerRef } from '../../jobs/payloads.js';
import { DELIVERY_RETRIES } from '../../inbox/retries.js';
import { InstallationWriterService } from '../../stores/installation-writer.service.js';
import { Unreadable } from '../../stores/unreadable.js';
import { type LeasedRead, PlatformBOrderReadsRepository, RENEW_LEASE_MS } from './order-reads.repository.js';
import { type OpenStore, PlatformBStoreClient } from '../client/store.client.js';
import { PlatformBStorePausesService } from '../client/store-pauses.service.js';
import { PlatformBOrderReaderService } from './order-reader.service.js';

/** Concurrent reads for one store. Limits what a store that does not answer can occupy in a process. */
const AT_ONCE = 4;
/** No retry of single calls: a failure pauses the whole store, and its orders are read after the pause. */
const HASTY = { attempts: 1, maxThrottleWaitMs: 0 };
/** A run ends after this time, which is far below the time limit of the job; the next run goes on. */
const RUN_MS = 120_000;

/** A failure of the store, which the reads of its other orders would have as well; undefined for none. */
type StoreProblem = PlatformBError | undefined;

/**
 * Reads the orders whose read was requested. A process has at most one run for a store, whatever the number of jobs.
 */
@Injectable()
export class PlatformBReadOrderHandler implements OnModuleInit, OnModuleDestroy {
  private readonly runs = new SingleFlight<void>();
  /** Stores with a job that no run has looked at. */
  private readonly wanted = new Set<string>();
  private stopping = false;

  constructor(
    private readonly stores: PlatformBStoreClient,
    private readonly reads: PlatformBOrderReadsRepository,
    private readonly orders: PlatformBOrderReaderService,
    private readonly writer: InstallationWriterService,
    private readonly pauses: PlatformBStorePausesService,
    private readonly leases: Leases,
  ) {}

  onModuleInit(): void {
    this.leases.register('platform_b_order_reads', 'due_at IS NOT NULL');
  }

  /** A stop waits only for the reads under way. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  /**
   * The job is idempotent, also when it runs late or twice at the same time. A job during a run ends at once, and the
   * run begins again for it.
   */
  @OnJob('platform-b.read-orders')
  async readOrders({ retailerId }: RetailerRef): Promise<void> {
    this.wanted.add(retailerId);
    if (this.runs.has(retailerId)) return;
    await this.runs.run(retailerId, () => this.readWanted(retailerId));
  }

  private async readWanted(retailerId: string): Promise<void> {
    const end = Date.now() + RUN_MS;
    while (this.wanted.delete(retailerId) && Date.now() < end && !this.stopping) {
      await this.stores.withStore(retailerId, (store) => this.readDue(store, end), HASTY);
    }
  }

  private async readDue(store: OpenStore, end: number): Promise<void> {
    while (Date.now() < end && !this.stopping) {
      const worker = await this.leases.holder();
      const leased = await this.reads.lease(store.retailer.id, worker, AT_ONCE);
      if (leased.length === 0) return;
      tookWork(leased.map(({ cause }) => cause));
      const ids = leased.map(({ orderId }) => orderId);
      const results = await whileRenewing(
        () => this.reads.renew(store.retailer.id, worker, ids),
        RENEW_LEASE_MS,
        () => Promise.allSettled(leased.map((read) => this.read(store, read))),
      );
      for (const result of results) if (result.status === 'rejected') throw result.reason;
      // Reads that fail together count as one failure of the store.
      const problem = results.find((result) => result.status === 'fulfilled' && result.value !== undefined);
      if (problem?.status === 'fulfilled' && problem.value) return this.pauses.failed(store.retailer.id, problem.value);
    }
  }

  private async read(store: OpenStore, leased: LeasedRead): Promise<StoreProblem> {
    const { id } = store.retailer;
    try {
      const reading = await this.orders.read(store, leased.orderId);
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
      await this.reads.recordFailure(id, leased, problemText(error), nextRun(error, leased));
      return undefined;
    }
  }
}

/** Null gives the order up: an unreadable order stays unreadable. Everything else is tried for a quarter of an hour. */
function nextRun(error: unknown, { attempts }: LeasedRead): Date | null {
  const pauseMs = error instanceof Unreadable ? undefined : nextRunAfter(DELIVERY_RETRIES, attempts + 1);
  return pauseMs === undefined ? null : new Date(Date.now() + pauseMs);
}
