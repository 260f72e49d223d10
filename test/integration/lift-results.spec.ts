import { randomUUID } from 'node:crypto';
import { decimalOf } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Dispatch } from '../../src/email/ledger/dispatch.entity.js';
import type { SettledMessage } from '../../src/email/ledger/message.entity.js';
import { UnitFiguresService } from '../../src/lift/outcomes/unit-figures.service.js';
import { resultsCsv } from '../../src/lift/results/results-csv.js';
import { LinkClick } from '../../src/links/clicks/link-click.entity.js';
import { ResultPeopleService } from '../../src/sequences/results/result-people.service.js';
import { SequenceResultsService } from '../../src/sequences/results/sequence-results.service.js';
import { Execution } from '../../src/sequences/runs/execution.entity.js';
import { given } from '../factories/given.js';
import { ExperimentScene } from '../setup/experiment-scene.js';
import { IdleApp } from '../setup/idle-app.js';

let app: IdleApp;
beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app?.stop());

const HOUR_DAYS = 1 / 24;

/** A live execution of a sequence. Returns its id. */
async function execution(
  scene: ExperimentScene,
  sequenceId = scene.sequenceId,
  status: 'completed' | 'cancelled' = 'completed',
) {
  const [id, { retailerId, brandId }] = [randomUUID(), scene];
  const run = { sequenceVersion: 1, mode: 'live', exitOnLeave: false, exitOnOrder: false, stepIds: ['one'] } as const;
  await given(app).insert(Execution, {
    ...run,
    retailerId,
    id,
    sequenceId,
    status,
    audience: 1,
    createdAt: scene.ago(30),
  });
  const tracking = { campaign: sequenceId };
  await given(app).insert(Dispatch, { retailerId, executionId: id, brandId, mode: 'live', tracking });
  return id;
}

async function click(
  scene: ExperimentScene,
  executionId: string,
  customer: number,
  daysAgo: number,
  sign: 'agent' | null = null,
) {
  await given(app).insert(LinkClick, {
    retailerId: scene.retailerId,
    messageId: randomUUID(),
    number: 1,
    linkId: 'a',
    executionId,
    stepId: 'one',
    customerId: scene.customer(customer),
    clickedAt: scene.ago(daysAgo),
    secondsAfterSent: 60,
    method: 'GET',
    agent: 'browser',
    prefetch: false,
    trap: false,
    sign,
  });
}

describe('the results', () => {
  it('compare both groups, by version, with an outlook, sentences and a chart', async () => {
    const scene = await ExperimentScene.set(app, 60);
    for (let customer = 1; customer <= 60; customer += 1) {
      await scene.assign({ records: [customer], held: customer > 30, version: customer % 2, daysAgo: 20 });
      if (customer <= 9 || customer > 54) await scene.order(`o${customer}`, customer);
    }
    await scene.work();
    await scene.fold();
    const results = await scene.results();
    expect(results).toMatchObject({
      status: 'unclear',
      assigned: { treated: 30, holdout: 30 },
      closed: {
        treated: { customers: 30, cameBack: 9, rate: 0.3, orders: 9, revenue: { amount: '90.00', currency: 'USD' } },
        holdout: { customers: 30, cameBack: 6, rate: 0.2 },
      },
      customers: { status: 'unclear', incremental: { estimate: 3 } },
      revenue: { status: 'too_early', perCustomer: { estimate: null } },
      orders: { status: 'too_early', perCustomer: { estimate: null } },
      split: { plannedPercent: 50, observedPercent: 50, ok: true },
      notices: ['definition_changed'],
      versions: [
        { sequenceVersion: 0, treated: 15, holdout: 15 },
        { sequenceVersion: 1, treated: 15, holdout: 15 },
      ],
      outlook: {
        baseRate: 0.2,
        perWeek: 15,
        rows: [{ relativeLift: 0.25 }, { relativeLift: 0.5 }, { relativeLift: 1 }],
      },
    });
    expect(results.sentences[0]).toMatch(/^9 of 30 came back; of the 30 who got nothing 6 did: we cannot yet tell\./);
    const lines = resultsCsv(results).split('\r\n');
    expect(lines[0]).toBe('experiment,asOf,metric,group,value,low,high,unit');
    expect(lines).toContain(`1,${results.asOf.toISOString()},closed.cameBack,treated,9,,,customers`);
    for (const line of lines.slice(1, -1)) {
      expect(line.split(',')).toHaveLength(8);
      for (const cell of line.split(',')) expect(cell).not.toMatch(/^[=+@]|^-\D/);
    }
    const chart = await app.get(SequenceResultsService).chartOfSequence(scene.sequenceId, { theme: 'light' }, 'en');
    expect(chart).toMatch(/^<svg[^]*9 of 30 came back/);
  });

  it('have a trend of the revenue with its interval, whose last point is the result', async () => {
    const scene = await ExperimentScene.set(app, 100);
    for (let customer = 1; customer <= 100; customer += 1) {
      const daysAgo = customer % 5 === 0 ? 20 : 30;
      await scene.assign({ records: [customer], held: customer > 50, daysAgo });
      const hasOrdered = customer <= 40 || (customer > 50 && customer <= 80);
      if (hasOrdered) await scene.order(`t${customer}`, customer, { orderedAt: scene.ago(daysAgo - 1) });
    }
    await scene.work();
    await scene.fold();
    const results = await scene.results();
    const { estimate, low, high } = results.revenue.incremental;
    const trend = await app.get(SequenceResultsService).trendOfSequence(scene.sequenceId, undefined);
    expect(trend.currency).toBe('USD');
    expect(trend.points.at(-1)).toMatchObject({
      estimate: estimate?.amount,
      low: low?.amount,
      high: high?.amount,
    });
    // After the first eighty people: 32 of 40 and 24 of 40 came back, ten dollars each.
    expect(trend.points[0]).toMatchObject({ at: scene.ago(16), estimate: '80.00' });
    expect(trend.points[0]?.low).not.toBe(trend.points.at(-1)?.low);
  });

  it('are off where nobody was ever held back, and still attribute orders', async () => {
    const scene = await ExperimentScene.set(app, 2);
    await app.sql(`DELETE FROM experiments WHERE retailer_id = $1`, [scene.retailerId]);
    await click(scene, await execution(scene), 1, 20);
    await scene.order('o1', 1);
    expect(await scene.results()).toMatchObject({
      status: 'off',
      experiment: null,
      attributed: { byClick: { orders: 1, revenue: { amount: '10.00' } }, clicks: { human: 1, robot: 0 } },
      sentences: [
        expect.stringMatching(/^No group was held back/),
        '0 orders used a personal code, 1 followed a click; some would have bought anyway.',
      ],
    });
  });

  it('say that an execution was cancelled, and refuse an unknown number', async () => {
    const scene = await ExperimentScene.set(app, 1);
    await execution(scene, scene.sequenceId, 'cancelled');
    expect((await scene.results()).notices).toEqual(['execution_cancelled']);
    const unknown = app.get(SequenceResultsService).ofSequence(scene.sequenceId, 2, 'en');
    await expect(unknown).rejects.toMatchObject({ status: 404 });
  });
});

/** How many orders the results attribute to a click. The list of these orders has as many. */
async function ordersByClick(scene: ExperimentScene): Promise<number> {
  const { attributed } = await scene.results();
  const people = app.get(ResultPeopleService);
  const { items } = await people.orders(scene.sequenceId, { by: 'click', limit: 50 });
  expect(items.filter(({ byClick }) => byClick)).toHaveLength(attributed.byClick.orders);
  const clickers = await people.clickers(scene.sequenceId, { limit: 50 });
  expect(clickers.items.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(attributed.clicks.human);
  return attributed.byClick.orders;
}

describe('orders after a click', () => {
  it.each<[string, (scene: ExperimentScene, own: string, other: string) => Promise<void>, number]>([
    ['within 120 hours', (scene, own) => click(scene, own, 1, 14 + HOUR_DAYS), 1],
    ['after 120 hours', (scene, own) => click(scene, own, 1, 15), 0],
    ['before the click', (scene, own) => click(scene, own, 1, 9), 0],
    ['of a robot', (scene, own) => click(scene, own, 1, 11, 'agent'), 0],
    ['of a held-back person', (scene, own) => click(scene, own, 2, 11), 0],
    [
      'whose last click was on an email of another sequence',
      async (scene, own, other) => {
        await click(scene, own, 1, 12);
        await click(scene, other, 1, 11);
      },
      0,
    ],
    [
      'whose last click of a person was ours, and a robot came later',
      async (scene, own, other) => {
        await click(scene, own, 1, 12);
        await click(scene, other, 1, 11, 'agent');
      },
      1,
    ],
  ])('%s', async (_what, clicks, orders) => {
    const scene = await ExperimentScene.set(app, 2);
    await scene.assign({ records: [1] });
    await scene.assign({ records: [2], held: true });
    const other = `${scene.sequenceId}-other`;
    await app.sql(
      `INSERT INTO sequences SELECT (s).* FROM (SELECT jsonb_populate_record(t, jsonb_build_object('id', $2::text)) AS s
         FROM sequences t WHERE t.retailer_id = $1) c`,
      [scene.retailerId, other],
    );
    await app.sql(
      `INSERT INTO sequence_versions
       SELECT (v).* FROM (SELECT jsonb_populate_record(t, jsonb_build_object('sequence_id', $2::text)) AS v
         FROM sequence_versions t WHERE t.retailer_id = $1) c`,
      [scene.retailerId, other],
    );
    await clicks(scene, await execution(scene), await execution(scene, other));
    for (const customer of [1, 2]) {
      await scene.order(`o${customer}`, customer, { orderedAt: scene.ago(10), total: decimalOf('4.00') });
    }
    expect(await ordersByClick(scene)).toBe(orders);
  });

  it('counts clicks of treated persons only', async () => {
    const scene = await ExperimentScene.set(app, 3);
    await scene.assign({ records: [1] });
    await scene.assign({ records: [2], held: true });
    const own = await execution(scene);
    for (const customer of [1, 2, 3]) await click(scene, own, customer, 11);
    expect((await scene.results()).attributed.clicks.human).toBe(1);
    await ordersByClick(scene);
  });

  it('by any record of the person, who clicked as any of them', async () => {
    const scene = await ExperimentScene.set(app, 4);
    await scene.assign({ records: [1, 2] });
    await scene.assign({ records: [3] });
    const own = await execution(scene);
    await click(scene, own, 1, 12);
    await click(scene, own, 2, 11);
    for (const customer of [1, 2, 3, 4]) await scene.order(`o${customer}`, customer, { orderedAt: scene.ago(10) });
    expect(await ordersByClick(scene)).toBe(2);
    // Addresses that become equal later make nobody one person in the experiment.
    const sameAddress = async (customer: number): Promise<void> => {
      const id = scene.customer(customer);
      await given(app).set(Customer, { email: 'one@lift.example' }, { retailerId: scene.retailerId, id });
    };
    await sameAddress(1);
    await sameAddress(3);
    expect(await ordersByClick(scene)).toBe(2);
  });

  it('by a record with the same address, where there is no experiment', async () => {
    const scene = await ExperimentScene.set(app, 3);
    await app.sql(`DELETE FROM experiments WHERE retailer_id = $1`, [scene.retailerId]);
    await given(app).set(
      Customer,
      { email: 'one@lift.example' },
      { retailerId: scene.retailerId, id: [scene.customer(1), scene.customer(2)] },
    );
    await click(scene, await execution(scene), 1, 12);
    for (const customer of [2, 3]) await scene.order(`o${customer}`, customer, { orderedAt: scene.ago(10) });
    expect(await ordersByClick(scene)).toBe(1);
  });
});

describe('the exposure', () => {
  it('has who was emailed by this sequence and by others, and names a held-back person among them', async () => {
    const scene = await ExperimentScene.set(app, 4);
    for (const customer of [1, 2, 3, 4]) await scene.assign({ records: [customer], held: customer > 2 });
    await scene.fold();
    const [own, other] = [await execution(scene), randomUUID()];
    const { retailerId, brandId } = scene;
    const tracking = { campaign: 'another' };
    await given(app).insert(Dispatch, { retailerId, executionId: other, brandId, mode: 'live', tracking });
    const settled = (executionId: string, customer: number, status: SettledMessage['status']): SettledMessage => ({
      executionId,
      id: randomUUID(),
      variant: null,
      stepId: 'one',
      customerId: scene.customer(customer),
      offerPlace: '',
      status,
      reason: null,
      settledAt: scene.ago(19),
    });
    const note = (messages: readonly SettledMessage[]) =>
      app.transaction((tx) => app.get(UnitFiguresService).noteEmails(tx, retailerId, messages));
    await note([
      settled(own, 1, 'sent'),
      settled(own, 1, 'sent'),
      settled(own, 2, 'failed'),
      settled(other, 3, 'sent'),
    ]);
    const exposure = { treatedMailed: 1, holdoutMailed: 0, mailedByOthers: { treated: 0, holdout: 1 } };
    expect(await scene.results()).toMatchObject({ exposure, notices: [], assigned: { treated: 2, holdout: 2 } });
    await note([settled(own, 4, 'unknown')]);
    expect(await scene.results()).toMatchObject({
      exposure: { ...exposure, holdoutMailed: 1 },
      notices: ['holdout_contaminated'],
    });
  });
});
