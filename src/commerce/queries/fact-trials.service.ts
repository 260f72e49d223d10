import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { moneyOf } from '#libs/kernel';
import { lockRetailer } from '../../database/retailer-locks.js';

export interface CustomerFactsView {
  readonly ordersCount: number;
  /** Decimal string in the store's currency. */
  readonly totalSpent: string;
  readonly firstOrderAt: Date | null;
  readonly lastOrderAt: Date | null;
}

/** A customer whose facts a piece of work changes; `before` is null for one who is not stored yet. */
export interface FactsChange {
  readonly customerId: string;
  readonly externalId: string;
  readonly before: CustomerFactsView | null;
  readonly after: CustomerFactsView;
}

type FactsRow = CustomerFactsView & { readonly id: string; readonly externalId: string };

/** Shows what work does to facts, without doing it. */
@Injectable()
export class FactTrialsService {
  /** Runs `work` and undoes it; the lock keeps others' work out of the comparison. */
  async run<T>(tx: Tx, retailerId: string, work: () => Promise<T>): Promise<{ result: T; changes: FactsChange[] }> {
    await lockRetailer(tx, 'commerce', retailerId);
    await tx.queryOnce('SAVEPOINT trial');
    const result = await work();
    // By the time of this transaction: a change that waits already may keep its cause, but never its time.
    const touched = await tx.query<{ id: string }>(
      `SELECT customer_id AS id FROM customer_changes WHERE retailer_id = $1 AND changed_at = now()`,
      [retailerId],
    );
    const ids = touched.map(({ id }) => id);
    const after = await facts(tx, retailerId, ids);
    await tx.queryOnce('ROLLBACK TO SAVEPOINT trial');
    const before = new Map((await facts(tx, retailerId, ids)).map((row) => [row.id, row]));
    return { result, changes: after.flatMap((row) => change(before.get(row.id), row)) };
  }
}

function facts(tx: Tx, retailerId: string, ids: readonly string[]): Promise<FactsRow[]> {
  return tx.query<FactsRow>(
    `SELECT id, external_id AS "externalId", orders_count AS "ordersCount", total_spent AS "totalSpent",
            first_order_at AS "firstOrderAt", last_order_at AS "lastOrderAt"
       FROM customers WHERE retailer_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id`,
    [retailerId, ids],
  );
}

function change(before: FactsRow | undefined, after: FactsRow): FactsChange[] {
  const views = { before: before ? view(before) : null, after: view(after) };
  if (JSON.stringify(views.before) === JSON.stringify(views.after)) return [];
  return [{ customerId: after.id, externalId: after.externalId, ...views }];
}

const view = ({ ordersCount, totalSpent, firstOrderAt, lastOrderAt }: FactsRow): CustomerFactsView => ({
  ordersCount,
  totalSpent: moneyOf(totalSpent),
  firstOrderAt,
  lastOrderAt,
});
