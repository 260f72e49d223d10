import { beforeEach, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { ExperimentUnit } from '../../src/lift/experiments/experiment-unit.entity.js';
import type { ResultsAnswer } from '../../src/lift/results/results.dto.js';
import { given } from '../factories/given.js';
import { experimentsOf, HALF, many, unitsOf } from '../setup/holdout-scene.js';
import { type SequenceStore, step } from '../setup/sequence-store.js';
import { sequenceStores } from '../setup/sequence-stores.js';
import { waitFor } from '../setup/test-app.js';

const WAIT = { prefer: 'wait=20' };
/** With so many, one of two random halves is empty once in eight million runs. */
const PEOPLE = 24;
const scene = sequenceStores('exposure', 1);

/** The groups of the last run, by customer. */
let treated: readonly string[] = [];
let held: readonly string[] = [];
beforeEach(() => {
  treated = [];
  held = [];
});

async function run(store: SequenceStore, id = scene.id): Promise<void> {
  expect(await store.execute(id, {}, WAIT)).toMatchObject({ status: 200, body: { status: 'completed' } });
}

async function assigned(definition: object = {}): Promise<SequenceStore> {
  const store = await scene.open(many(PEOPLE), { ...HALF, ...definition });
  await run(store);
  const units = await unitsOf(store, (await experimentsOf(store, scene.id))[0]);
  const named = (isHeld: boolean) => units.flatMap((unit) => (unit.held === isHeld ? [unit.personId] : []));
  treated = named(false);
  held = named(true);
  expect([treated.length, held.length].every((count) => count > 0)).toBe(true);
  return store;
}

const results = async (): Promise<ResultsAnswer> =>
  (await scene.app.admin<ResultsAnswer>('GET', `/admin/sequences/${scene.id}/results`)).body;

const sizes = () => ({ treated: treated.length, holdout: held.length });

describe('people in an experiment', () => {
  it('stay in it where they unsubscribe, in either group, and are counted', async () => {
    const store = await assigned();
    const { retailerId } = store;
    const [one = '', other = ''] = [treated[0], held[0]];
    for (const id of [one, other]) {
      await given(scene.app).set(Customer, { marketing: 'unsubscribed' }, { retailerId, id });
      await given(scene.app).changed('a test', { retailerId, id });
    }
    await scene.app.settled();
    await given(scene.app).set(ExperimentUnit, { closesAt: new Date() }, { retailerId });
    expect(await results()).toMatchObject({
      assigned: sizes(),
      closed: {
        treated: { customers: treated.length, unsubscribed: 1 },
        holdout: { customers: held.length, unsubscribed: 1 },
      },
    });
  });

  it('stay in it where another sequence emails them, and are counted as exposed', async () => {
    const store = await assigned();
    const exposure = { treatedMailed: treated.length, holdoutMailed: 0 };
    await waitFor(async () => (await results()).exposure.treatedMailed === treated.length);
    const mailedByOthers = { treated: 0, holdout: 0 };
    expect(await results()).toMatchObject({ exposure: { ...exposure, mailedByOthers }, notices: [] });
    await store.put(`${scene.id}-other`, { steps: [step('other')] });
    await run(store, `${scene.id}-other`);
    await waitFor(async () => (await results()).exposure.mailedByOthers.holdout === held.length);
    expect(await results()).toMatchObject({
      exposure: { ...exposure, mailedByOthers: sizes() },
      assigned: sizes(),
      notices: [],
    });
  });

  it('stay in it where their execution is cancelled halfway, and the results say so', async () => {
    const store = await scene.open(many(PEOPLE), { ...HALF, steps: [step('one', 'PT1H')] });
    const { executionId } = (await store.execute(scene.id)).body;
    await waitFor(async () => (await results()).assigned.treated > 0);
    expect((await results()).notices).toEqual([]);
    const before = await unitsOf(store, (await experimentsOf(store, scene.id))[0]);
    await scene.app.admin('POST', `/admin/executions/${executionId}/cancel`);
    await store.ended(executionId);
    expect(await unitsOf(store, (await experimentsOf(store, scene.id))[0])).toEqual(before);
    const holdout = before.filter((unit) => unit.held).length;
    expect(await results()).toMatchObject({
      notices: ['execution_cancelled'],
      assigned: { treated: PEOPLE - holdout, holdout },
      exposure: { treatedMailed: 0, holdoutMailed: 0 },
    });
  });
});

describe('a holdout of 0 percent', () => {
  it('is off from the start, and assigns nobody', async () => {
    const store = await scene.open(many(PEOPLE), { holdout: { percent: 0 } });
    await run(store);
    expect(await experimentsOf(store, scene.id)).toEqual([]);
    expect(await results()).toMatchObject({
      status: 'off',
      experiment: null,
      assigned: { treated: 0, holdout: 0 },
      sentences: [expect.stringMatching(/^No group was held back/)],
    });
  });

  it('ends a running experiment: open windows keep their groups, nobody else is assigned, the results stay', async () => {
    const store = await assigned();
    const before = await results();
    expect((await store.put(scene.id, { holdout: { percent: 0 }, steps: [step('one')] })).status).toBe(200);
    await store.people({ late: {} });
    await store.setOrders('late', 1);
    await scene.app.settled();
    const again = (await store.execute(scene.id, { repeat: true }, WAIT)).body;
    expect(again.counts).toMatchObject({ sent: treated.length + 1, skipped: { holdout: held.length } });
    const after = await results();
    expect(after.experiment).toMatchObject({ number: 1, percent: 50, endedAt: expect.any(String) });
    expect(after).toMatchObject({ status: before.status, assigned: before.assigned, soFar: before.soFar });
    expect(await experimentsOf(store, scene.id)).toHaveLength(1);
  });
});
