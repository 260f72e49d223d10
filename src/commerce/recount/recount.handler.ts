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
/** Before the place among the orders of nobody; a place without it is a customer. */
const NOBODY = 'nobody:';
/** A run ends after so many; the next one goes on, so that no job comes near its time limit. */
const BATCHES_PER_RUN = 200;

/** Counts all orders of a retailer anew after a change of what counts; the place is saved with each batch. */
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
      for (const retailerId of await this.recounts.claimForgotten()) this.jobs.enqueue('commerce.recount', { retailerId });
    });
  }

  /** Leaves word in the transaction that changed the rule. */
  async start(tx: Tx, retailerId: string): Promise<void> {
    await this.recounts.start(tx, retailerId);
    tx.afterCommit(() => this.jobs.enqueue('commerce.recount', { retailerId }));
  }

  /** Safe to run twice, at once or late: whoever holds the place counts the next batch. */
  @OnJob('commerce.recount')
  async recount({ retailerId }: RetailerRef): Promise<void> {
    for (let batches = 0; batches < BATCHES_PER_RUN; batches += 1) {
      if (!(await this.database.transaction(retailerId, (tx) => this.recountSome(tx, retailerId)))) return;
    }
    this.jobs.enqueue('commerce.recount', { retailerId });
  }

  /** True where there may be more. */
  private async recountSome(tx: Tx, retailerId: string): Promise<boolean> {
    // The rule before the lock of commerce, in the order in which deliveries take the two.
    const retailer = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
    if (!retailer) return false;
    await lockRetailer(tx, 'commerce', retailerId);
    const place = await this.recounts.place(tx, retailerId);
    if (!place) return false;
    const { orders, next } = await this.next(tx, retailerId, place.cursor);
    await this.counter.apply(tx, retailerId, orders, countingRules(retailer.settings));
    await this.recounts.advance(tx, retailerId, next);
    return next !== null;
  }

  /**
   * Customer by customer, each with all their orders: nobody may be seen with some orders counted by one rule and some by
   * another. Then the orders of nobody.
   */
  private async next(tx: Tx, retailerId: string, cursor: string | null): Promise<Portion> {
    if (!cursor?.startsWith(NOBODY)) {
      const customers = await this.recounts.customers(
        tx,
        retailerId,
        isUuid(cursor) ? cursor : FIRST,
        CUSTOMERS_AT_ONCE,
      );
      const orders = await this.recounts.ordersOf(tx, retailerId, customers);
      return { orders, next: customers.length === CUSTOMERS_AT_ONCE ? (customers.at(-1) ?? NOBODY) : NOBODY };
    }
    const orders = await this.recounts.ordersOfNobody(tx, retailerId, cursor.slice(NOBODY.length), ORDERS_AT_ONCE);
    return { orders, next: orders.length === ORDERS_AT_ONCE ? `${NOBODY}${orders.at(-1)?.externalId}` : null };
  }
}

interface Portion {
  readonly orders: readonly StoredDecision[];
  /** The place behind them; null is the end. */
  readonly next: string | null;
}
