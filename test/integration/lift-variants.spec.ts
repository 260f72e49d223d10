import { entityId } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FoldingHandler } from '../../src/lift/outcomes/folding.handler.js';
import { Order } from '../../src/commerce/model/order.entity.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Sequence } from '../../src/sequences/definitions/sequence.entity.js';
import type { SequenceDefinition } from '../../src/sequences/definitions/definition.dto.js';
import { VariantEpochRow } from '../../src/sequences/variants/variant-epoch.entity.js';
import { VariantResultsService } from '../../src/sequences/variants/variant-results.service.js';
import { VariantOutcomesService } from '../../src/sequences/variants/variant-outcomes.service.js';
import { VariantUnit } from '../../src/sequences/variants/variant-unit.entity.js';
import { VariantsRepository } from '../../src/sequences/variants/variants.repository.js';
import { given, stored } from '../factories/given.js';
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
const NOW = new Date();
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
    const unit = { stepId: 'one', customerId, epoch, variant, startsAt, closesAt };
    await app.transaction((tx) => app.get(VariantsRepository).add(tx, retailerId, 'compared', [unit, unit]));
    for (const after of ordersAfter) {
      await order(`${name}-${after}`, customerId, new Date(startsAt.getTime() + after * DAY));
    }
  }
}

const order = (externalId: string, customerId: string, orderedAt: Date): Promise<void> =>
  given(app).insert(Order, {
    retailerId: store.retailerId,
    externalId,
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

const many = (count: number, unit: Unit): Unit[] => Array.from({ length: count }, () => unit);

/** What the results say now, with or without the variants in the definition. */
const answer = (step: SequenceDefinition['steps'][number] = STEP) => {
  const definition = { brandId: store.brandId, name: 'Compared', steps: [step] };
  return app.get(VariantResultsService).of({ retailerId: store.retailerId, id: 'compared', definition }, NOW);
};
const fold = (): Promise<void> => app.get(FoldingHandler).fold({ retailerId: store.retailerId });
const unfolded = () => stored(app).count(VariantUnit, { retailerId: store.retailerId, folded: false });

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
    const before = await answer();
    expect(before).toMatchObject([
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
    expect(before[0]?.comparisons[0]?.relativeLift.estimate).toBeCloseTo(5 / 24 - 1, 6);
    expect(await answer({ ...STEP, variants: undefined })).toEqual([]);
    await fold();
    expect(await unfolded()).toBe(7);
    expect(await answer()).toEqual(before);
    await fold();
    expect(await answer()).toEqual(before);
  });

  it('follow orders and erasures, also of customers who are in the sums', async () => {
    const { retailerId } = store;
    const late = { epoch: 2, startsAt: ago(30), ordersAfter: [] };
    await insert([
      { ...late, variant: 'a' },
      { ...late, variant: 'b' },
    ]);
    await fold();
    const counts = async () =>
      (await answer())[0]?.items.map(({ assigned, customers, cameBack }) => [assigned, customers, cameBack]);
    expect(await counts()).toEqual([
      [31, 31, 5],
      [40, 33, 26],
    ]);
    const [one, other] = ['a-2-0', 'b-2-1'].map((name) => entityId(retailerId, 'customer', name));
    const outcomes = app.get(VariantOutcomesService);
    const changed = (id = '') => app.transaction((tx) => outcomes.consume(tx, retailerId, [id]));
    const erase = (id = '') => app.transaction((tx) => outcomes.erase(tx, retailerId, [id]));
    await order('late', one ?? '', ago(29));
    await changed(one);
    await changed(one);
    expect((await counts())?.[0]).toEqual([31, 31, 6]);
    await given(app).set(Order, { counted: false }, { retailerId, externalId: 'late' });
    await changed(one);
    expect((await counts())?.[0]).toEqual([31, 31, 5]);
    await given(app).set(Order, { counted: true }, { retailerId, externalId: 'late' });
    await changed(one);
    expect(await erase(one)).toBe(1);
    expect(await erase(other)).toBe(1);
    expect(await counts()).toEqual([
      [30, 30, 5],
      [39, 32, 26],
    ]);
  });
});
