import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { Sweeper } from '#libs/durable-work';
import { isUuid } from '#libs/kernel';
import { JobProducer, OnJob } from '#libs/queue';
import { lockRetailer } from '../../database/retailer-locks.js';
import type { RetailerRef } from '../../jobs/payloads.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { countingRules } from '../model/count-order.js';
import { RecountService } from './recount.service.js';
import { RecountRepository, type StoredDecision } from './recount.repository.js';

const CUSTOMERS_AT_ONCE = 200;
const ORDERS_AT_ONCE = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';
/** The prefix of a cursor among the orders without a customer. A cursor without the prefix is the id of a customer. */
const GUESTS = 'guests:';
/** After this number of batches a job ends and enqueues another job, so that it stays far from its time limit. */
const BATCHES_PER_JOB = 200;

/** Counts all orders of a retailer again after its counting rule has changed. The cursor is saved with each batch. */
@Injectable()
export class RecountHandler implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly recounts: RecountRepository,
    private readonly counter: RecountService,
    private readonly retailers: RetailersService,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('commerce.recounts', async () => {
      for (const retailerId of await this.recounts.claimForgotten()) {
        this.jobs.enqueue('commerce.recount', { retailerId });
      }
    });
  }

  /** To be called in the transaction that changes the rule. */
  async start(tx: Tx, retailerId: string): Promise<void> {
    await this.recounts.start(tx, retailerId);
    tx.afterCommit(() => this.jobs.enqueue('commerce.recount', { retailerId }));
  }

  /**
   * The job is idempotent, also when several run at the same time: the lock on the recount decides which of them counts
   * the next batch.
   */
  @OnJob('commerce.recount')
  async recount({ retailerId }: RetailerRef): Promise<void> {
    for (let batches = 0; batches < BATCHES_PER_JOB; batches += 1) {
      if (!(await this.database.transaction(retailerId, (tx) => this.recountSome(tx, retailerId)))) return;
    }
    this.jobs.enqueue('commerce.recount', { retailerId });
  }

  /** Returns whether there may be more batches. */
  private async recountSome(tx: Tx, retailerId: string): Promise<boolean> {
    // Deliveries lock the retailer before commerce too: the same order avoids a deadlock.
    const retailer = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
    if (!retailer) return false;
    await lockRetailer(tx, 'commerce', retailerId);
    const recount = await this.recounts.lock(tx, retailerId);
    if (!recount) return false;
    const { orders, next } = await this.next(tx, retailerId, recount.cursor);
    await this.counter.apply(tx, retailerId, orders, countingRules(retailer.settings));
    await this.recounts.advance(tx, retailerId, next);
    return next !== null;
  }

  /**
   * The next batch: first customers, each with all of its orders, so that the facts of a customer never mix two rules;
   * then the orders without a customer.
   */
  private async next(tx: Tx, retailerId: string, cursor: string | null): Promise<Batch> {
    if (!cursor?.startsWith(GUESTS)) {
      const customers = await this.recounts.customers(
        tx,
        retailerId,
        isUuid(cursor) ? cursor : FIRST,
        CUSTOMERS_AT_ONCE,
      );
      const orders = await this.recounts.ordersOf(tx, retailerId, customers);
      return { orders, next: customers.length === CUSTOMERS_AT_ONCE ? (customers.at(-1) ?? GUESTS) : GUESTS };
    }
    const orders = await this.recounts.ordersOfGuests(tx, retailerId, cursor.slice(GUESTS.length), ORDERS_AT_ONCE);
    return { orders, next: orders.length === ORDERS_AT_ONCE ? `${GUESTS}${orders.at(-1)?.externalId}` : null };
  }
}

interface Batch {
  readonly orders: readonly StoredDecision[];
  /** The cursor after these orders; null at the end. */
  readonly next: string | null;
}
