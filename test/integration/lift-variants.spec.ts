import { entityId } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Order } from '../../src/commerce/model/order.entity.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Sequence } from '../../src/sequences/definitions/sequence.entity.js';
import { VariantEpochRow } from '../../src/sequences/variants/variant-epoch.entity.js';
import { VariantResultsService } from '../../src/sequences/variants/variant-results.service.js';
import { VariantUnit } from '../../src/sequences/variants/variant-unit.entity.js';
import { given } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { installStore } from '../setup/webhooks.js';

let app: IdleApp;
let store: { retailerId: string; brandId: string };
beforeAll(async () => {
  app = await IdleApp.start();
  store = await installStore(app, 'variants.myshopify.com');
  await given(app).insert(Sequence, {
    retailerId: store.retailerId,
    id: 'compared',
    brandId: store.brandId,
    trigger: 'manual',
  });
});
afterAll(() => app.stop());

const DAY = 86_400_000;
const NOW = new Date('2026-05-01T00:00:00Z');
const ago = (days: number): Date => new Date(NOW.getTime() - days * DAY);
const STEP = {
  id: 'one',
  delay: 'PT0S',
  subject: 'Hello',
  variants: [
    { id: 'a', share: 50 },
    { id: 'b', share: 50 },
  ],
};

interface Unit {
  readonly variant: string;
  readonly epoch: number;
  readonly startsAt: Date;
  /** Days after the start, of an order that counts. */
  readonly ordersAfter: readonly number[];
}

async function insert(units: readonly Unit[]): Promise<void> {
  const { retailerId } = store;
  for (const [index, { variant, epoch, startsAt, ordersAfter }] of units.entries()) {
    const name = `${variant}-${epoch}-${index}`;
    const customerId = entityId(retailerId, 'customer', name);
    await given(app).insert(Customer, { retailerId, id: customerId, externalId: name });
    const closesAt = new Date(startsAt.getTime() + 14 * DAY);
    const unit = { retailerId, sequenceId: 'compared', stepId: 'one', customerId, epoch, variant, startsAt, closesAt };
    await given(app).insert(VariantUnit, unit);
    for (const after of ordersAfter) {
      const orderedAt = new Date(startsAt.getTime() + after * DAY);
      await given(app).insert(Order, {
        retailerId,
        externalId: `${name}-${after}`,
        customerId,
        currency: 'USD',
        total: '0',
        refunded: '0',
        net: '0',
        counted: true,
        reason: 'paid',
        financialStatus: 'paid',
        test: false,
        productIds: [],
        orderedAt,
        platformUpdatedAt: orderedAt,
      });
    }
  }
}

const many = (count: number, unit: Unit): Unit[] => Array.from({ length: count }, () => unit);

describe('The results of variants', () => {
  it('count each customer by their own closed window, and compare within equal shares', async () => {
    for (const epoch of [1, 2]) {
      const shares = epoch === 1 ? { a: 50, b: 50 } : { a: 10, b: 90 };
      const row = { retailerId: store.retailerId, sequenceId: 'compared', stepId: 'one', epoch, shares };
      await given(app).insert(VariantEpochRow, { ...row, startedAt: ago(100 - epoch) });
    }
    const old = { epoch: 1, startsAt: ago(40) };
    await insert([
      ...many(5, { ...old, variant: 'a', ordersAfter: [1, 3] }),
      ...many(25, { ...old, variant: 'a', ordersAfter: [-1, 14] }),
      ...many(24, { ...old, variant: 'b', ordersAfter: [0] }),
      ...many(6, { ...old, variant: 'b', ordersAfter: [] }),
      ...many(2, { epoch: 2, variant: 'b', startsAt: ago(15), ordersAfter: [2] }),
      // Their windows are open.
      ...many(7, { epoch: 2, variant: 'b', startsAt: ago(13), ordersAfter: [1] }),
    ]);
    const definition = { brandId: store.brandId, name: 'Compared', steps: [STEP] };
    const sequence = { retailerId: store.retailerId, id: 'compared', definition };
    const answer = await app.get(VariantResultsService).of(sequence, NOW);
    expect(answer).toMatchObject([
      {
        stepId: 'one',
        allocation: 'shares',
        epochs: 2,
        items: [
          { id: 'a', share: 50, assigned: 30, customers: 30, cameBack: 5, rate: 0.166667 },
          { id: 'b', share: 50, assigned: 39, customers: 32, cameBack: 26, rate: 0.8125 },
        ],
        comparisons: [{ variant: 'a', other: 'b', status: 'worse' }],
      },
    ]);
    expect(answer[0]?.comparisons[0]?.relativeLift.estimate).toBeCloseTo(5 / 24 - 1, 6);
    const plain = { ...definition, steps: [{ ...STEP, variants: undefined }] };
    expect(await app.get(VariantResultsService).of({ ...sequence, definition: plain }, NOW)).toEqual([]);
  });
});
