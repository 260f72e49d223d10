import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDecimal } from '#libs/kernel';
import { type CompiledCriteria, compileCriteria } from '../../src/segmentation/criteria/compile.js';
import { Binder } from '../../src/segmentation/criteria/criterion.js';
import type { CustomerFacts } from '../../src/segmentation/criteria/facts.js';
import { TestApp } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

/** Small numbers, so that customers often lie exactly on a threshold. */
const amount = fc.bigInt({ min: 0n, max: 30_000n });
const facts = fc.record({ ordersCount: fc.nat(4), totalSpent: amount });
const criteria = fc
  .record({ minPurchaseAmount: amount.map(formatDecimal), minOrders: fc.nat(4) }, { requiredKeys: [] })
  .filter((given) => Object.keys(given).length > 0);

let app: TestApp;
let retailerId: string;

beforeAll(async () => {
  app = await TestApp.start();
  ({ retailerId } = await installStore(app));
});
afterAll(() => app.stop());

function compiled(given: unknown): CompiledCriteria {
  const result = compileCriteria(given);
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  return result.criteria;
}

/** One customer for each of the facts; the last two digits of the id are its place. */
async function store(all: readonly CustomerFacts[]): Promise<void> {
  await app.sql(`DELETE FROM customers WHERE retailer_id = $1`, [retailerId]);
  await app.sql(
    `INSERT INTO customers (retailer_id, id, external_id, orders_count, total_spent)
     SELECT $1, gen_random_uuid(), place, orders, spent FROM unnest($2::text[], $3::int[], $4::numeric[]) AS r (place, orders, spent)`,
    [
      retailerId,
      all.map((_, i) => String(i)),
      all.map((f) => f.ordersCount),
      all.map((f) => formatDecimal(f.totalSpent)),
    ],
  );
}

describe('criteria', () => {
  it('mean the same for one customer in memory and for all of them in SQL', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(facts, { minLength: 1, maxLength: 40 }),
        fc.array(criteria, { minLength: 1, maxLength: 8 }),
        async (all, definitions) => {
          await store(all);
          for (const definition of definitions) {
            const { holds, sql } = compiled(definition);
            const binder = new Binder([retailerId]);
            const rows = await app.sql<{ external_id: string }>(
              `SELECT external_id FROM customers c WHERE c.retailer_id = $1 AND ${sql(binder)} ORDER BY external_id::int`,
              binder.values,
            );
            const inMemory = all.flatMap((one, index) => (holds(one) ? [String(index)] : []));
            expect(rows.map((row) => row.external_id)).toEqual(inMemory);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
