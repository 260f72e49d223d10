import { decimalOf } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cause, HISTORY, importCause } from '../../src/commerce/model/causes.js';
import type { OrderRecord } from '../../src/commerce/model/records.js';
import { ExperimentUnit } from '../../src/lift/experiments/experiment-unit.entity.js';
import { FiguresRepository } from '../../src/lift/results/figures.repository.js';
import { stored } from '../factories/given.js';
import { ExperimentScene } from '../setup/experiment-scene.js';
import { IdleApp } from '../setup/idle-app.js';

let app: IdleApp;
beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app?.stop());

const WINDOW_MS = 14 * 86_400_000;

/** The figures of one closed treated unit, after each of the three ways in which it is read. */
async function outcome(tell: (scene: ExperimentScene) => Promise<void>, records: readonly number[] = [1]) {
  const scene = await ExperimentScene.set(app, 3);
  await scene.assign({ records });
  await tell(scene);
  await scene.work();
  const before = (await scene.results()).closed.treated;
  await scene.fold();
  const after = (await scene.results()).closed.treated;
  expect(after).toEqual(before);
  const { cameBack, orders, revenue } = after;
  return [cameBack, orders, revenue.amount];
}

/** An order of customer 1 at an instant, in milliseconds after the assignment. */
const placed = (after: number, more: Partial<OrderRecord> = {}) =>
  outcome((scene) => scene.order('o1', 1, { orderedAt: new Date(scene.ago(20).getTime() + after), ...more }));

describe('the outcome of a unit', () => {
  it.each([
    ['before the assignment', -1, [0, 0, '0.00']],
    ['at the instant of the assignment', 0, [1, 1, '10.00']],
    ['at the last instant of the window', WINDOW_MS - 1, [1, 1, '10.00']],
    ['at the end of the window', WINDOW_MS, [0, 0, '0.00']],
  ])('has an order %s if it lies in the window', async (_when, after, expected) => {
    expect(await placed(after)).toEqual(expected);
  });

  it.each<[string, Partial<OrderRecord>, unknown[]]>([
    ['of 0.00 came back', { total: 0n }, [1, 1, '0.00']],
    ['in another currency came back without revenue', { otherCurrency: true, currency: 'EUR' }, [1, 1, '0.00']],
    ['that is cancelled does not count', { cancelledAt: new Date() }, [0, 0, '0.00']],
    ['that nobody has paid does not count', { financialStatus: 'pending' }, [0, 0, '0.00']],
  ])('an order %s', async (_what, more, expected) => {
    expect(await placed(1_000, more)).toEqual(expected);
  });

  it('has the orders of all records of the person, each order once', async () => {
    const tell = async (scene: ExperimentScene): Promise<void> => {
      await scene.order('o1', 1);
      await scene.order('o2', 2, { total: decimalOf('5.50') });
      await scene.order('o3', 3);
    };
    expect(await outcome(tell, [1, 2])).toEqual([1, 2, '15.50']);
  });

  it('follows an order that moves to another customer, away and back', async () => {
    const scene = await ExperimentScene.set(app, 2);
    await scene.assign({ records: [1] });
    await scene.assign({ records: [2], held: true });
    await scene.fold();
    const seen: number[][] = [];
    for (const customer of [1, 2, null, 1]) {
      await scene.order('o1', customer);
      await scene.work();
      const { treated, holdout } = (await scene.results()).closed;
      seen.push([treated.cameBack, holdout.cameBack]);
    }
    expect(seen).toEqual([
      [1, 0],
      [0, 1],
      [0, 0],
      [1, 0],
    ]);
  });

  it('is the same for webhooks that are late, repeated, or begin with the refund', async () => {
    const expected = [1, 1, '6.00'];
    const inOrder = async (scene: ExperimentScene): Promise<void> => {
      await scene.order('o1', 1);
      await scene.refund('r1', 'o1', '4.00');
    };
    const refundFirst = async (scene: ExperimentScene): Promise<void> => {
      await scene.refund('r1', 'o1', '4.00');
      await scene.order('o1', 1);
      await scene.order('o1', 1);
      await scene.refund('r1', 'o1', '4.00');
    };
    const late = async (scene: ExperimentScene): Promise<void> => {
      await scene.fold();
      await scene.order('o1', 1, { orderedAt: scene.ago(10) });
      await scene.work();
      await scene.fold();
      await scene.refund('r1', 'o1', '4.00');
    };
    for (const tell of [inOrder, refundFirst, late]) expect(await outcome(tell)).toEqual(expected);
  });

  it.each<[string, Cause]>([
    ['an import', importCause(HISTORY)],
    ['history', HISTORY],
  ])('counts orders that come by %s', async (_what, cause) => {
    expect(await outcome((scene) => scene.order('o1', 1, { cause }))).toEqual([1, 1, '10.00']);
  });

  it('counts an order that came in while the person was being assigned', async () => {
    const scene = await ExperimentScene.set(app, 1);
    await scene.order('o1', 1);
    await scene.work();
    await scene.assign({ records: [1] });
    expect((await scene.results()).closed.treated).toMatchObject({ cameBack: 1, orders: 1 });
    await scene.fold();
    expect((await scene.results()).closed.treated).toMatchObject({ cameBack: 1, orders: 1 });
  });

  it('is in no estimate while its window is open, only in the counts so far', async () => {
    const scene = await ExperimentScene.set(app, 2);
    await scene.assign({ records: [1], daysAgo: 3 });
    await scene.assign({ records: [2], daysAgo: 5, held: true });
    await scene.order('o1', 1, { orderedAt: scene.ago(2) });
    await scene.work();
    await scene.fold();
    expect(await scene.results()).toMatchObject({
      status: 'empty',
      assigned: { treated: 1, holdout: 1 },
      open: { treated: 1, holdout: 1, firstClosesAt: scene.ago(-9), lastClosesAt: scene.ago(-11) },
      soFar: { treated: { customers: 1, cameBack: 1 }, holdout: { customers: 1, cameBack: 0 } },
      closed: { treated: { customers: 0, rate: null }, holdout: { customers: 0, rate: null } },
    });
  });

  it('counts who has unsubscribed since, in either group, and keeps them', async () => {
    const scene = await ExperimentScene.set(app, 2);
    await scene.assign({ records: [1] });
    await scene.assign({ records: [2], held: true });
    await scene.fold();
    await scene.unsubscribe(1);
    await scene.unsubscribe(2);
    await scene.work();
    const { treated, holdout } = (await scene.results()).closed;
    expect([treated, holdout]).toMatchObject([
      { customers: 1, unsubscribed: 1 },
      { customers: 1, unsubscribed: 1 },
    ]);
  });
});

describe('an erasure', () => {
  it.each([true, false])('leaves the last figures, and no row of the person (folded before: %s)', async (isFolded) => {
    const scene = await ExperimentScene.set(app, 3);
    await scene.assign({ records: [1, 2], priorSpend: '33.3333' });
    await scene.assign({ records: [3] });
    await scene.order('o1', 2, { total: decimalOf('12.3456') });
    if (isFolded) await scene.work();
    if (isFolded) await scene.fold();
    const figures = async () => {
      await scene.fold();
      const [row] = await app
        .get(FiguresRepository)
        .figures(
          { query: (text: string, values: never) => app.sql(text, values) } as never,
          scene.retailerId,
          [scene.experimentId],
          new Date(),
        );
      return row;
    };
    // The experiment does not know the order yet, and still it counts.
    await scene.erase([2]);
    const after = await figures();
    expect(after).toMatchObject({ n: 2, x: 1, revenue: expect.stringMatching(/^12\.34560*$/) as string, erased: 1 });
    await scene.work();
    expect(await figures()).toEqual(after);
    const left = await stored(app).rows(ExperimentUnit, { retailerId: scene.retailerId }, 'personId');
    expect(left).toEqual([{ personId: scene.customer(3) }]);
    expect((await scene.results()).closed.treated).toMatchObject({ customers: 2, cameBack: 1, erased: 1 });
  });

  it('counts a person whose window is open as closed', async () => {
    const scene = await ExperimentScene.set(app, 1);
    await scene.assign({ records: [1], daysAgo: 3 });
    await scene.order('o1', 1, { orderedAt: scene.ago(2) });
    await scene.erase([1]);
    expect(await scene.results()).toMatchObject({
      open: { treated: 0 },
      closed: { treated: { customers: 1, cameBack: 1, erased: 1 } },
    });
  });
});
