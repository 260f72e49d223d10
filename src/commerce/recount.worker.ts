import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, lockExclusive, type Tx } from '#libs/database';
import { JobProducer, OnJob, type RetailerRef, Sweeper } from '#libs/queue';
import { RetailersService } from '../retailers/retailers.service.js';
import { CommerceRepository } from './commerce.repository.js';
import { countingRules } from './count-order.js';
import { type Counted, type CountingRules, countOrder } from './count-order.js';
import { RecountRepository, type StoredDecision } from './recount.repository.js';

const ORDERS_AT_ONCE = 500;
/** A run ends after so many; the next one goes on, so that no job comes near its time limit. */
const BATCHES_PER_RUN = 200;

/** Counts all orders of a retailer anew after a change of what counts; the place is saved with each batch. */
@Injectable()
export class RecountWorker implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly recounts: RecountRepository,
    private readonly commerce: CommerceRepository,
    private readonly retailers: RetailersService,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('commerce.recounts', async () => {
      for (const retailerId of await this.recounts.claimForgotten()) this.jobs.ring('commerce.recount', { retailerId });
    });
  }

  /** Leaves word in the transaction that changed the rule. */
  async start(tx: Tx, retailerId: string): Promise<void> {
    await this.recounts.start(tx, retailerId);
    tx.afterCommit(() => this.jobs.ring('commerce.recount', { retailerId }));
  }

  /** Safe to run twice, at once or late: whoever holds the place counts the next batch. */
  @OnJob('commerce.recount')
  async recount({ retailerId }: RetailerRef): Promise<void> {
    for (let batches = 0; batches < BATCHES_PER_RUN; batches += 1) {
      if (!(await this.database.transaction((tx) => this.recountSome(tx, retailerId)))) return;
    }
    this.jobs.ring('commerce.recount', { retailerId });
  }

  /** True where there may be more. */
  private async recountSome(tx: Tx, retailerId: string): Promise<boolean> {
    // The rule before the lock of commerce, in the order in which deliveries take the two.
    const retailer = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
    if (!retailer) return false;
    await lockExclusive(tx, 'commerce', retailerId);
    const place = await this.recounts.place(tx, retailerId);
    if (!place) return false;
    const orders = await this.recounts.orders(tx, retailerId, place.cursor, ORDERS_AT_ONCE);
    const rules = countingRules(retailer.settings);
    await this.write(tx, retailerId, orders.flatMap(changedBy(rules)));
    const next = orders.length === ORDERS_AT_ONCE ? (orders.at(-1)?.externalId ?? null) : null;
    await this.recounts.advance(tx, retailerId, next);
    return next !== null;
  }

  private async write(tx: Tx, retailerId: string, changed: readonly StoredDecision[]): Promise<void> {
    if (changed.length === 0) return;
    await this.recounts.saveDecisions(tx, retailerId, changed);
    const customerIds = [...new Set(changed.flatMap(({ customerId }) => customerId ?? []))];
    if (customerIds.length === 0) return;
    await this.commerce.recomputeFacts(tx, retailerId, customerIds);
    await this.commerce.recordChanges(tx, retailerId, new Map(customerIds.map((id) => [id, 'settings'])));
    tx.afterCommit(() => this.jobs.ring('segmentation.apply-changes', { retailerId }));
  }
}

/** The order with its new decision, where that is another one. */
const changedBy =
  (rules: CountingRules) =>
  (order: StoredDecision): StoredDecision[] => {
    const after = countOrder(order, rules);
    return isSame(order, after) ? [] : [{ ...order, ...after }];
  };

const isSame = (a: Counted, b: Counted): boolean => a.counted === b.counted && a.net === b.net && a.reason === b.reason;
