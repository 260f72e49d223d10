import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { type Counted, type CountingRules, countOrder } from './count-order.js';
import { RecountRepository, type StoredDecision } from './recount.repository.js';

/** Decides anew what stored orders count, where the rule has changed since. */
@Injectable()
export class Recount {
  constructor(private readonly recounts: RecountRepository) {}

  /** Returns the customers of those that count otherwise now; their facts are the caller's to recompute. */
  async decide(
    tx: Tx,
    retailerId: string,
    orders: readonly StoredDecision[],
    rules: CountingRules,
  ): Promise<ReadonlySet<string>> {
    const changed = orders.flatMap((order) => {
      const after = countOrder(order, rules);
      return isSame(order, after) ? [] : [{ ...order, ...after }];
    });
    if (changed.length > 0) await this.recounts.saveDecisions(tx, retailerId, changed);
    return new Set(changed.flatMap(({ customerId }) => customerId ?? []));
  }

  /** While the orders of the store are recounted: all of these customers, whose facts would else mix two rules. */
  async ofTouched(tx: Tx, retailerId: string, customerIds: readonly string[], rules: CountingRules): Promise<void> {
    if (!(await this.recounts.isPending(tx, retailerId))) return;
    await this.decide(tx, retailerId, await this.recounts.ordersOf(tx, retailerId, customerIds), rules);
  }
}

const isSame = (a: Counted, b: Counted): boolean => a.counted === b.counted && a.net === b.net && a.reason === b.reason;
