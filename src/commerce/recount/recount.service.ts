import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { JobProducer } from '#libs/queue';
import { OrderCodeChangesRepository } from '../storage/order-code-changes.repository.js';
import { changesToRecord, CommerceRepository } from '../storage/commerce.repository.js';
import { type Counted, type CountingRules, countOrder } from '../model/count-order.js';
import { RecountRepository, type StoredDecision } from './recount.repository.js';

/** Counts stored orders again by the present rule. */
@Injectable()
export class RecountService {
  constructor(
    private readonly recounts: RecountRepository,
    private readonly commerce: CommerceRepository,
    private readonly codeChanges: OrderCodeChangesRepository,
    private readonly jobs: JobProducer,
  ) {}

  /**
   * Applies the present rule to `orders`, which are all orders of some customers, or orders without a customer. A
   * customer whose orders count differently gets new facts.
   */
  async apply(tx: Tx, retailerId: string, orders: readonly StoredDecision[], rules: CountingRules): Promise<void> {
    const customerIds = await this.decide(tx, retailerId, orders, rules);
    if (customerIds.length === 0) return;
    await this.commerce.recomputeFacts(tx, retailerId, customerIds);
    await this.commerce.recordChanges(
      tx,
      changesToRecord(retailerId, new Map(customerIds.map((id) => [id, 'settings']))),
    );
    tx.afterCommit(() => this.jobs.enqueue('segmentation.apply-changes', { retailerId }));
  }

  /** Whether a recount of the store is under way: facts may be those of the rule before. */
  isPending(tx: Tx, retailerId: string): Promise<boolean> {
    return this.recounts.isPending(tx, retailerId);
  }

  /**
   * Counts all orders of these customers while a recount of the store is under way, because their facts would otherwise
   * mix two rules. The caller recomputes the facts.
   */
  async ofTouched(tx: Tx, retailerId: string, customerIds: readonly string[], rules: CountingRules): Promise<void> {
    if (!(await this.recounts.isPending(tx, retailerId))) return;
    await this.decide(tx, retailerId, await this.recounts.ordersOf(tx, retailerId, customerIds), rules);
  }

  /** Returns the customers with an order that counts differently now. Their facts are not recomputed yet. */
  private async decide(
    tx: Tx,
    retailerId: string,
    orders: readonly StoredDecision[],
    rules: CountingRules,
  ): Promise<string[]> {
    const changed = orders.flatMap((order) => {
      const after = countOrder(order, rules);
      return isSame(order, after) ? [] : [{ ...order, ...after }];
    });
    if (changed.length > 0) await this.recounts.saveDecisions(tx, retailerId, changed);
    const withCodes = changed.filter(({ discountCodes }) => discountCodes);
    await this.codeChanges.record(
      tx,
      retailerId,
      withCodes.map(({ externalId }) => externalId),
    );
    return [...new Set(changed.flatMap(({ customerId }) => customerId ?? []))];
  }
}

const isSame = (a: Counted, b: Counted): boolean => a.counted === b.counted && a.net === b.net && a.reason === b.reason;
