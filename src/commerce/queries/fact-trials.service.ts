import { Injectable } from '@nestjs/common';
import { columnsOf, type Tx } from '#libs/database';
import { moneyOf } from '#libs/kernel';
import { lockRetailer } from '../../database/retailer-locks.js';
import { Customer } from '../model/customer.entity.js';
import type { FactsAnswer, FactsChangeAnswer } from './facts.dto.js';

type FactsRow = FactsAnswer & Readonly<Pick<Customer, 'id' | 'externalId'>>;

const FACTS = columnsOf(Customer, 'c', [
  'id',
  'externalId',
  'ordersCount',
  'totalSpent',
  'firstOrderAt',
  'lastOrderAt',
]);

/** Shows how work would change facts. */
@Injectable()
export class FactTrialsService {
  /** Runs `work` and rolls it back. The lock keeps other work out of the comparison. */
  async run<T>(
    tx: Tx,
    retailerId: string,
    work: () => Promise<T>,
  ): Promise<{ result: T; changes: FactsChangeAnswer[] }> {
    await lockRetailer(tx, 'commerce', retailerId);
    await tx.queryOnce('SAVEPOINT trial');
    const result = await work();
    // `work` gives each change the time of this transaction, even a change that was waiting already. (An import of a
    // file does not, so it can't be tried here.) In a distributed database that is the time of another node. Changes of
    // other work are left out below: their facts stay.
    const touched = await tx.query<{ id: string }>(
      `SELECT customer_id AS id FROM customer_changes WHERE retailer_id = $1 AND changed_at > now() - interval '10 seconds'`,
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
    `SELECT ${FACTS} FROM customers c WHERE retailer_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id`,
    [retailerId, ids],
  );
}

function change(before: FactsRow | undefined, after: FactsRow): FactsChangeAnswer[] {
  const views = { before: before ? view(before) : null, after: view(after) };
  if (JSON.stringify(views.before) === JSON.stringify(views.after)) return [];
  return [{ customerId: after.id, externalId: after.externalId, ...views }];
}

const view = ({ ordersCount, totalSpent, firstOrderAt, lastOrderAt }: FactsRow): FactsAnswer => ({
  ordersCount,
  totalSpent: moneyOf(totalSpent),
  firstOrderAt,
  lastOrderAt,
});
