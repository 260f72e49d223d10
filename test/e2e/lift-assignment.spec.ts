import { describe, expect, it } from 'vitest';
import { assignmentNumber, groupOf } from '#libs/lift';
import { HISTORY, importCause } from '../../src/commerce/model/causes.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { ExperimentPerson } from '../../src/lift/experiments/experiment-person.entity.js';
import { ExperimentUnit } from '../../src/lift/experiments/experiment-unit.entity.js';
import { Execution } from '../../src/sequences/runs/execution.entity.js';
import { given, stored } from '../factories/given.js';
import { earlier } from '../setup/earlier.js';
import { type ExecutionWithSplit, experimentsOf, HALF, many, unitsOf } from '../setup/holdout-scene.js';
import { type SequenceStore, step } from '../setup/sequence-store.js';
import { sequenceStores } from '../setup/sequence-stores.js';
import { waitFor } from '../setup/test-app.js';

const WAIT = { prefer: 'wait=20' };
const scene = sequenceStores('lift', 2);

async function run(store: SequenceStore, body: object = {}): Promise<ExecutionWithSplit> {
  const answer = await store.execute(scene.id, body, WAIT);
  expect(answer).toMatchObject({ status: 200, body: { status: 'completed' } });
  return answer.body as ExecutionWithSplit;
}

const experiments = (store: SequenceStore, scopeId: string = scene.id) => experimentsOf(store, scopeId);

describe('a holdout', () => {
  it('assigns by the published rule, emails the treated alone, and records the others', async () => {
    const store = await scene.open(many(40), { ...HALF, steps: [step('one'), step('two')] });
    const { executionId, counts, split } = await run(store);
    const [experiment] = await experiments(store);
    const units = await unitsOf(store, experiment);
    expect(experiment).toMatchObject({ percent: 50, windowMs: 14 * 86_400_000, number: 1, endedAt: null });
    expect(experiment?.salt).toMatch(/^[0-9a-f]{32}$/);
    expect(units).toHaveLength(40);
    for (const { personId, x, held, assignedAt, closesAt } of units) {
      expect(x).toBe(assignmentNumber({ salt: experiment?.salt ?? '', scopeId: scene.id, customerId: personId }));
      expect(held).toBe(groupOf(x, 50) === 'holdout');
      expect(closesAt.getTime() - assignedAt.getTime()).toBe(14 * 86_400_000);
    }
    const held = new Set(units.filter((unit) => unit.held).map(({ personId }) => personId));
    expect(split).toEqual({ treated: 40 - held.size, holdout: held.size, skipped: 0 });
    expect(counts).toMatchObject({ planned: 80, sent: 2 * (40 - held.size), skipped: { holdout: 2 * held.size } });
    const rows = (await store.messages(executionId)).filter(({ state }) => state === 'skipped');
    expect(new Set(rows.map(({ customerId }) => customerId))).toEqual(held);
    expect(rows.every(({ reason, sentAt }) => reason === 'holdout' && sentAt === null)).toBe(true);
  });

  it('begins another experiment with another percent, window or reset, and keeps the old one', async () => {
    const store = await scene.open(many(6), HALF);
    await run(store);
    const [first] = await experiments(store);
    const before = await unitsOf(store, first);
    const put = (holdout: object | undefined) => store.put(scene.id, { steps: [step('one')], holdout });
    await put({ percent: 50, windowDays: 14 });
    expect(await experiments(store)).toHaveLength(1);
    await put({ percent: 40 });
    await put({ percent: 40, windowDays: 3 });
    await put({ percent: 40, windowDays: 3, reset: true });
    await put(undefined);
    const all = await experiments(store);
    expect(all).toMatchObject([
      { number: 1, percent: 50 },
      { number: 2, percent: 40 },
      { number: 3, percent: 40, windowMs: 3 * 86_400_000 },
      { number: 4, percent: 40, windowMs: 3 * 86_400_000 },
    ]);
    expect(all.every(({ endedAt }) => endedAt !== null)).toBe(true);
    expect(new Set(all.map(({ salt }) => salt)).size).toBe(4);
    expect(await unitsOf(store, first)).toEqual(before);
  });

  it('refuses percentages, windows and keys that have no meaning', async () => {
    const store = await scene.open({});
    const put = (holdout: object) => store.put(scene.id, { steps: [step('one')], holdout });
    for (const percent of [-1, 51, 2.5, '20', null]) {
      expect(await put({ percent })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/holdout/percent' }] },
      });
    }
    for (const windowDays of [0, 61, 0.00001]) {
      expect(await put({ percent: 20, windowDays })).toMatchObject({ status: 422 });
    }
    expect(await put({ percent: 20, share: 1 })).toMatchObject({ status: 422 });
    expect(await put({ percent: 20, reset: true })).toMatchObject({
      status: 200,
      body: { holdout: { percent: 20, windowDays: 14 } },
    });
  });

  it('keeps the group of a customer who enters again, and adds no unit', async () => {
    const store = await scene.open(many(12), { ...HALF, reentry: { policy: 'after', days: 1 } });
    const first = await run(store);
    const [experiment] = await experiments(store);
    const before = await unitsOf(store, experiment);
    const second = await run(store, { repeat: true });
    expect(second.split).toEqual(first.split);
    expect(await unitsOf(store, experiment)).toEqual(before);
    expect(second.counts).toMatchObject({ sent: first.counts.sent, skipped: first.counts.skipped });
    // Without repeat everybody has entered, also those who were held back.
    expect((await run(store)).counts).toMatchObject({ sent: 0, skipped: { already_received: 12 } });
  });

  it('lets the group of an older experiment govern while its window is open', async () => {
    const store = await scene.open(many(12), HALF);
    const first = await run(store);
    await store.put(scene.id, { steps: [step('one')], holdout: { percent: 10 } });
    const again = await run(store, { repeat: true });
    const [old, next] = await experiments(store);
    expect(again.split).toEqual(first.split);
    expect(await unitsOf(store, next)).toEqual([]);
    await store.put(scene.id, { steps: [step('one')] });
    expect((await run(store, { repeat: true })).split).toEqual(first.split);
    await store.put(scene.id, { steps: [step('one')], holdout: { percent: 10 } });
    await given(scene.app).set(ExperimentUnit, { closesAt: new Date() }, { experimentId: old?.id ?? '' });
    await run(store, { repeat: true });
    expect(await unitsOf(store, (await experiments(store)).at(-1))).toHaveLength(12);
  });

  it('counts two records of one address as one unit', async () => {
    const store = await scene.open({}, HALF);
    await store.people({ ann: { email: 'one@lift.example' }, bob: { email: 'one@lift.example' }, cy: {} });
    await store.setOrders('ann', 1);
    await store.setOrders('bob', 1);
    await store.setOrders('cy', 1);
    await scene.app.settled();
    await run(store);
    const [experiment] = await experiments(store);
    const people = await stored(scene.app).rows(ExperimentPerson, { experimentId: experiment?.id ?? '' });
    const smallest = [store.idOf('ann'), store.idOf('bob')].toSorted()[0];
    expect(await unitsOf(store, experiment)).toHaveLength(2);
    for (const name of ['ann', 'bob']) {
      expect(people).toContainEqual(expect.objectContaining({ customerId: store.idOf(name), personId: smallest }));
    }
    // A third record that comes later joins the unit, although it is left out.
    await store.people({ dan: { email: 'one@lift.example' } });
    await store.setOrders('dan', 1);
    await scene.app.settled();
    await run(store);
    expect(await stored(scene.app).rows(ExperimentPerson, { customerId: store.idOf('dan') })).toMatchObject([
      { personId: smallest },
    ]);
    expect(await unitsOf(store, experiment)).toHaveLength(2);
  });
});

describe('the checks before the assignment', () => {
  it('leave out everybody who can get no email, with the reason and without a unit', async () => {
    const store = await scene.open(
      {
        gone: { email: null },
        una: { marketing: 'unsubscribed' },
        ulf: { marketing: 'unknown' },
        sue: {},
        cap: {},
        ok: {},
      },
      { ...HALF, frequencyCap: { messages: 1, days: 7 }, steps: [step('one'), step('two')] },
    );
    await scene.app.admin('POST', `/admin/retailers/${store.retailerId}/suppressions`, {
      email: store.addressOf('sue'),
      reason: 'manual',
    });
    await store.put(`${scene.id}-other`, { steps: [step('other')], segment: 'Buyers' });
    const other = await store.execute(`${scene.id}-other`, {}, WAIT);
    expect(other.body.counts.sent).toBe(2);
    // The email to one of the two is now older than the span of the cap.
    await scene.app.sql(`UPDATE messages SET ${earlier('sent_at', "interval '8 days'")} WHERE customer_id = $1`, [
      store.idOf('ok'),
    ]);
    const dry = (await store.execute(scene.id, { mode: 'dryRun' }, WAIT)).body as ExecutionWithSplit;
    const live = await run(store);
    const [experiment] = await experiments(store);
    const units = await unitsOf(store, experiment);
    expect(units.map(({ personId }) => personId)).toEqual([store.idOf('ok')]);
    expect(live.split).toMatchObject({ skipped: 5 });
    expect(live.counts.skipped).toMatchObject({
      no_address: 2,
      unsubscribed: 2,
      no_consent: 2,
      suppressed: 2,
      frequency_cap: units[0]?.held ? 2 : 3,
    });
    expect(dry.split).toEqual(live.split);
    expect(dry.counts.skipped).toMatchObject({ no_address: 2, unsubscribed: 2, no_consent: 2, suppressed: 2 });
  });

  it('come before an automatic run, too, which ends by itself where nobody gets an email', async () => {
    const store = await scene.open({}, { ...HALF, trigger: 'segment_entered' });
    await store.people({ una: { marketing: 'unsubscribed' } });
    await store.setOrders('una', 1);
    const runs = () => stored(scene.app).rows(Execution, { retailerId: store.retailerId, status: 'completed' });
    await waitFor(async () => (await runs()).length === 1);
    const [experiment] = await experiments(store);
    expect(await unitsOf(store, experiment)).toEqual([]);
    const [{ id } = { id: '' }] = await runs();
    expect(await store.messages(id)).toMatchObject([{ state: 'skipped', reason: 'unsubscribed' }]);
  });

  it('leave out who entered the segment by an imported order, or has received the sequence', async () => {
    const store = await scene.open({}, { ...HALF, trigger: 'segment_entered' });
    await store.people({ imp: {}, ann: {}, bob: {} });
    await store.setOrders('imp', 1, importCause(HISTORY));
    await store.setOrders('ann', 1);
    const units = async () => unitsOf(store, (await experiments(store))[0]);
    await waitFor(async () => (await units()).length === 1);
    const [first] = await units();
    expect(first?.personId).toBe(store.idOf('ann'));
    // Ann enters once more, and then Bob enters. Only Bob is assigned.
    await store.setOrders('ann', 0);
    await scene.app.settled();
    await store.setOrders('ann', 1);
    await scene.app.settled();
    await store.setOrders('bob', 1);
    await waitFor(async () => (await units()).length > 1);
    expect((await units()).map(({ personId }) => personId).toSorted()).toEqual(
      [store.idOf('ann'), store.idOf('bob')].toSorted(),
    );
    expect(await units()).toContainEqual(first);
  });
});

describe('a dry run with a holdout', () => {
  it('shows the split of the live run right after it, and writes no unit', async () => {
    const store = await scene.open({ ...many(30), una: { marketing: 'unsubscribed' } }, HALF);
    const dry = (await store.execute(scene.id, { mode: 'dryRun' }, WAIT)).body as ExecutionWithSplit;
    const [experiment] = await experiments(store);
    expect(await unitsOf(store, experiment)).toEqual([]);
    const planned = (await store.messages(dry.executionId)).filter(({ reason }) => reason === 'holdout');
    const live = await run(store);
    expect(dry.split).toEqual(live.split);
    expect(dry.split).toMatchObject({ skipped: 1 });
    const held = (await store.messages(live.executionId)).filter(({ reason }) => reason === 'holdout');
    expect(held.map(({ customerId }) => customerId).toSorted()).toEqual(
      planned.map(({ customerId }) => customerId).toSorted(),
    );
    expect(dry.counts).toMatchObject({ queued: live.counts.sent, skipped: live.counts.skipped });
  });

  it('has no split without a holdout, and a test assigns nobody', async () => {
    const store = await scene.open({ ann: {} });
    expect((await store.execute(scene.id, { mode: 'dryRun' }, WAIT)).body).toMatchObject({ split: null });
    await store.put(scene.id, { steps: [step('one')], ...HALF });
    await store.execute(scene.id, { mode: 'test', recipients: [store.addressOf('ann')] }, WAIT);
    const [experiment] = await experiments(store);
    expect(await unitsOf(store, experiment)).toEqual([]);
  });
});

describe('the global holdout of a brand', () => {
  const setTo = (store: SequenceStore, percent: unknown) =>
    scene.app.admin('PATCH', `/admin/brands/${store.brandId}`, { settings: { globalHoldout: { percent } } });

  it('holds the same people back from every sequence, and keeps them out of their experiments', async () => {
    const store = await scene.open(many(40), { holdout: { percent: 30 } });
    expect(await setTo(store, 20)).toMatchObject({
      status: 200,
      body: { settings: { globalHoldout: { percent: 20 } } },
    });
    const first = await run(store);
    const [ofBrand] = await experiments(store, store.brandId);
    const everybody = await unitsOf(store, ofBrand);
    const kept = everybody.filter(({ held }) => held).map(({ personId }) => personId);
    expect(everybody).toHaveLength(40);
    expect(kept.length).toBeGreaterThan(0);
    expect(first.counts.skipped['global_holdout']).toBe(kept.length);
    const [ofSequence] = await experiments(store);
    const inSequence = (await unitsOf(store, ofSequence)).map(({ personId }) => personId);
    expect(inSequence).toHaveLength(40 - kept.length);
    expect(inSequence.some((id) => kept.includes(id))).toBe(false);
    await store.put(`${scene.id}-plain`, { steps: [step('plain')] });
    const plain = (await store.execute(`${scene.id}-plain`, {}, WAIT)).body as ExecutionWithSplit;
    expect(plain.counts).toMatchObject({ sent: 40 - kept.length, skipped: { global_holdout: kept.length } });
    expect(await unitsOf(store, ofBrand)).toEqual(everybody);
  });

  it('refuses what is not a whole percentage up to 20, and ends with 0', async () => {
    const store = await scene.open({});
    for (const percent of [21, -1, 0.5, null]) {
      expect(await setTo(store, percent)).toMatchObject({ status: 422 });
    }
    await setTo(store, 10);
    await setTo(store, 0);
    expect(await experiments(store, store.brandId)).toMatchObject([{ percent: 10, endedAt: expect.any(Date) }]);
  });
});

describe('concurrent entries', () => {
  it('of one person into two sequences are one unit of the brand', async () => {
    const store = await scene.open({ ...many(10) });
    await scene.app.admin('PATCH', `/admin/brands/${store.brandId}`, { settings: { globalHoldout: { percent: 10 } } });
    await given(scene.app).set(
      Customer,
      { email: 'same@lift.example' },
      { retailerId: store.retailerId, externalId: 'p1' },
    );
    await given(scene.app).set(
      Customer,
      { email: 'same@lift.example' },
      { retailerId: store.retailerId, externalId: 'p2' },
    );
    await store.put(`${scene.id}-b`, { steps: [step('b')] });
    await Promise.all([store.execute(scene.id, {}, WAIT), store.execute(`${scene.id}-b`, {}, WAIT)]);
    const [ofBrand] = await experiments(store, store.brandId);
    expect(await unitsOf(store, ofBrand)).toHaveLength(9);
  });

  it('of the records of a person into one sequence, by hand and by themselves, are one unit', async () => {
    const store = await scene.open({}, { ...HALF, trigger: 'segment_entered' });
    const people = 8;
    const names = Array.from({ length: people }, (_, index) => [`a${index}`, `b${index}`]).flat();
    await store.people(
      Object.fromEntries(names.map((name) => [name, { email: `person${name.slice(1)}@lift.example` }])),
    );
    await Promise.all([
      ...names.map((name) => store.setOrders(name, 1)),
      store.execute(scene.id, { force: true }),
      store.execute(scene.id, { force: true }),
    ]);
    await scene.app.settled();
    await store.execute(scene.id, { repeat: true, force: true }, WAIT);
    const [experiment] = await experiments(store);
    await waitFor(
      async () => (await stored(scene.app).count(ExperimentPerson, { experimentId: experiment?.id ?? '' })) === 16,
    );
    const units = await unitsOf(store, experiment);
    expect(units).toHaveLength(people);
    const emailed = await scene.app.sql<{ id: string }>(
      `SELECT DISTINCT p.person_id AS id FROM messages m JOIN experiment_people p USING (retailer_id, customer_id)
        WHERE m.retailer_id = $1 AND m.status <> 'skipped'`,
      [store.retailerId],
    );
    const held = new Set(units.flatMap((unit) => (unit.held ? [unit.personId] : [])));
    expect(emailed.filter(({ id }) => held.has(id))).toEqual([]);
  });
});
