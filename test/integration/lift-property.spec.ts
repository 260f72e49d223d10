import { decimalOf } from '#libs/kernel';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ExperimentScene, type Figures } from '../setup/experiment-scene.js';
import { recomputed } from '../setup/recomputed-figures.js';
import { IdleApp } from '../setup/idle-app.js';

let app: IdleApp;
beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app?.stop());

/** Units of one and of two records, in both groups and two versions; the last two windows are open. */
const UNITS = [
  { records: [1, 2], version: 1, priorSpend: '12.3400' },
  { records: [3], version: 2, held: true, priorSpend: '99.9900' },
  { records: [4], version: 2, priorSpend: '7.0000' },
  { records: [5], version: 1, held: true },
  { records: [6], version: 2, daysAgo: 5 },
  { records: [7, 8], version: 2, daysAgo: 5, held: true, priorSpend: '1.5000' },
] as const;
const PEOPLE = 9;

const number = fc.integer({ min: 1, max: PEOPLE });
const id = fc.constantFrom('o1', 'o2', 'o3', 'o4', 'o5', 'o6');
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      id,
      customer: fc.option(number),
      cents: fc.integer({ min: 0, max: 900_000 }),
      daysAgo: fc.constantFrom(30, 20, 19, 6.0001, 6, 5, 4.5, 1),
      status: fc.constantFrom('paid', 'paid', 'pending', 'refunded', 'deleted'),
      isCancelled: fc.constantFrom(false, false, false, true),
      otherCurrency: fc.constantFrom(false, false, true),
      /** An older body that arrives late. */
      isLate: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('refund' as const), id, cents: fc.integer({ min: 1, max: 500_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unsubscribe' as const), customer: number }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('work' as const, 'fold' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), customer: number }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

class Story {
  private refunds = 0;
  /** The figures of people who are erased, as they were at that moment. */
  private readonly gone: Figures[] = [];

  constructor(private readonly scene: ExperimentScene) {}

  async run(given: Command): Promise<void> {
    const { scene } = this;
    const decimal = (cents: number) => decimalOf((cents / 100).toFixed(2));
    switch (given.do) {
      case 'order': {
        const { customer, cents, daysAgo, status, isCancelled, otherCurrency, isLate } = given;
        return scene.order(given.id, customer, {
          total: decimal(cents),
          orderedAt: scene.ago(daysAgo),
          financialStatus: status,
          cancelledAt: isCancelled ? scene.ago(1) : null,
          otherCurrency,
          ...(isLate ? { updatedAt: scene.ago(2) } : {}),
        });
      }
      case 'refund':
        this.refunds += 1;
        return scene.refund(`r${this.refunds}`, given.id, (given.cents / 100).toFixed(2));
      case 'unsubscribe':
        return scene.unsubscribe(given.customer);
      case 'work':
        return scene.work();
      case 'fold':
        return scene.fold();
      case 'erase': {
        const unit = UNITS.find(({ records }) => (records as readonly number[]).includes(given.customer));
        const before = await recomputed(scene);
        await scene.erase([given.customer]);
        const lost = unit && before.find(({ personId }) => personId === scene.customer(unit.records[0]));
        if (lost) this.gone.push({ ...lost, closed: true, erased: 1 });
      }
    }
  }

  /** Compares what the results read with a recomputation of every unit from all orders. */
  async compare(): Promise<void> {
    const units = [...(await recomputed(this.scene)), ...this.gone];
    expect(await this.scene.figures()).toEqual(this.scene.summed(units));
  }
}

it('the figures equal a recomputation, whatever happens to orders, records and people', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 30 }), async (commands) => {
      const scene = await ExperimentScene.set(app, PEOPLE);
      for (const unit of UNITS) await scene.assign(unit);
      const story = new Story(scene);
      for (const each of commands) await story.run(each);
      await scene.work();
      await story.compare();
      await scene.fold();
      await story.compare();
    }),
    { numRuns: 25 },
  );
}, 240_000);
