import { describe, expect, it } from 'vitest';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { SegmentEvent } from '../../src/segmentation/events/segment-event.entity.js';
import { given, stored } from '../factories/given.js';
import type { Page, Problem } from '../setup/admin-client.js';
import { SequenceStore, step } from '../setup/sequence-store.js';
import { sequenceStores } from '../setup/sequence-stores.js';
import { type Answer, waitFor } from '../setup/test-app.js';

const WAIT = { prefer: 'wait=20' };
const scene = sequenceStores('pause', 1);

interface Sequence {
  readonly id: string;
  readonly version: number;
  readonly pausedAt: string | null;
}

const change = (what: 'pause' | 'resume'): Promise<Answer<Sequence>> =>
  scene.app.admin('POST', `/admin/sequences/${scene.id}/${what}`);
const remove = (): Promise<Answer<Problem>> => scene.app.admin('DELETE', `/admin/sequences/${scene.id}`);
const refusal = async (answer: Promise<Answer>) => (await answer) as Answer<Problem>;

/** Longer than the interval of the sweeps. */
const someTime = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2_500));

describe('a paused sequence', () => {
  const slow = { steps: [step('one'), step('two', 'PT2S'), step('three')] };

  it('sends no message that becomes due, and all of them after the resume', async () => {
    const store = await scene.open({ ann: {}, bob: {} }, slow);
    const { executionId } = (await store.execute(scene.id)).body;
    await waitFor(async () => (await store.messages(executionId)).length === 4);
    const paused = await change('pause');
    expect(paused).toMatchObject({ status: 200, body: { id: scene.id, pausedAt: expect.any(String) as unknown } });
    expect((await change('pause')).body).toEqual(paused.body);
    await someTime();
    expect(store.received()).toEqual({ ann: ['one'], bob: ['one'] });
    expect(await store.execution(executionId)).toMatchObject({ status: 'running', counts: { queued: 4, sent: 2 } });
    expect(await change('resume')).toMatchObject({ status: 200, body: { pausedAt: null } });
    const resumedAt = Date.now();
    expect((await change('resume')).status).toBe(200);
    expect(await store.ended(executionId)).toMatchObject({ status: 'completed', counts: { sent: 6 } });
    const second = (await store.messages(executionId)).find((message) => message.step === 'two');
    expect(Date.parse(second?.sendAt ?? '')).toBeGreaterThan(resumedAt - 2_000);
    expect(store.received()).toEqual({ ann: ['one', 'two', 'three'], bob: ['one', 'two', 'three'] });
  });

  it('refuses a live run, and allows tests and dry runs', async () => {
    const store = await scene.open({ ann: {} });
    await change('pause');
    expect(await refusal(store.execute(scene.id))).toMatchObject({ status: 409, body: { code: 'sequence_paused' } });
    expect(await store.execute(scene.id, { mode: 'dryRun' }, WAIT)).toMatchObject({
      status: 200,
      body: { counts: { queued: 1 } },
    });
    const test = { mode: 'test', recipients: [store.addressOf('editor')] };
    expect(await store.execute(scene.id, test, WAIT)).toMatchObject({ status: 200, body: { counts: { sent: 1 } } });
    expect(Object.keys(store.received())).toEqual(['editor']);
    expect((await store.put(scene.id, { steps: [step('other')] })).body).toMatchObject({
      pausedAt: expect.any(String) as unknown,
    });
  });

  it('plans no recipient until the resume, also for a run that waited for its segment', async () => {
    const store = await scene.open({ ann: {} });
    await given(scene.app).set(Segment, { status: 'evaluating' }, { retailerId: store.retailerId });
    const { executionId } = (await store.execute(scene.id)).body;
    await change('pause');
    const planned = await store.messages(executionId);
    await someTime();
    expect(await store.messages(executionId)).toEqual(planned);
    expect(store.received()).toEqual({});
    await change('resume');
    expect(await store.ended(executionId)).toMatchObject({ counts: { sent: 1 } });
  });

  it('holds a message that the mail server deferred until the resume', async () => {
    const store = await scene.open({ ann: {} });
    scene.sink.behave(store.addressOf('ann'), { delayMs: 2_000, refuseData: { code: 451, text: 'try later' } });
    const { executionId } = (await store.execute(scene.id)).body;
    await waitFor(async () => (await store.messages(executionId))[0]?.state === 'sending');
    await change('pause');
    await waitFor(async () => (await store.messages(executionId))[0]?.state === 'queued');
    scene.sink.behave(store.addressOf('ann'), {});
    await someTime();
    expect(store.received()).toEqual({});
    await change('resume');
    expect(await store.ended(executionId)).toMatchObject({ counts: { sent: 1 } });
  });

  it('does not start for customers who enter meanwhile, and a live run after the resume finds them', async () => {
    const store = await scene.open({}, { trigger: 'segment_entered' });
    await change('pause');
    await store.people({ ann: {} });
    await store.setOrders('ann', 1);
    await scene.app.settled();
    await waitFor(async () => (await stored(scene.app).rows(SegmentEvent)).length === 0);
    await change('resume');
    await store.people({ eve: {} });
    await store.setOrders('eve', 1);
    await waitFor(() => store.received()['eve']?.length === 1);
    expect(store.received()).toEqual({ eve: ['one'] });
    expect((await store.execute(scene.id, {}, WAIT)).body.counts).toMatchObject({
      sent: 1,
      skipped: { already_received: 1 },
    });
    expect(store.received()).toEqual({ ann: ['one'], eve: ['one'] });
  });

  it('can be cancelled, run by run', async () => {
    const store = await scene.open({ ann: {} }, { steps: [step('one', 'PT1H')] });
    const { executionId } = (await store.execute(scene.id)).body;
    await waitFor(async () => (await store.messages(executionId)).length === 1);
    await change('pause');
    expect((await scene.app.admin('POST', `/admin/executions/${executionId}/cancel`)).status).toBe(200);
    await change('resume');
    expect(await store.messages(executionId)).toMatchObject([{ state: 'skipped', reason: 'cancelled' }]);
  });
});

describe('a deleted sequence', () => {
  it('is no longer shown, keeps the record of what it sent, and is not deleted while it runs', async () => {
    const store = await scene.open({ ann: {} }, { steps: [step('one'), step('two', 'PT1H')] });
    const { executionId } = (await store.execute(scene.id)).body;
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'sequence_running', executionId } });
    await waitFor(async () => (await store.messages(executionId)).length === 2);
    await scene.app.admin('POST', `/admin/executions/${executionId}/cancel`);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    for (const path of ['', '/executions', '/steps/one/preview']) {
      expect((await scene.app.admin('GET', `/admin/sequences/${scene.id}${path}`)).status).toBe(404);
    }
    for (const what of ['pause', 'resume'] as const) expect((await change(what)).status).toBe(404);
    expect((await store.execute(scene.id)).status).toBe(404);
    expect(await store.execution(executionId)).toMatchObject({ status: 'cancelled' });
    expect(await store.messages(executionId)).toHaveLength(2);
  });

  it('starts nothing, frees its id, and remembers the customers who received it', async () => {
    const store = await scene.open({ ann: {} }, { trigger: 'segment_entered' });
    await store.execute(scene.id, {}, WAIT);
    expect(store.received()).toEqual({ ann: ['one'] });
    await remove();
    await store.people({ eve: {} });
    await store.setOrders('eve', 1);
    await scene.app.settled();
    await waitFor(async () => (await stored(scene.app).rows(SegmentEvent)).length === 0);
    const created = await store.put(scene.id, { trigger: 'segment_entered', steps: [step('new')] });
    expect(created).toMatchObject({ status: 201, body: { version: 2 } });
    await someTime();
    expect(store.received()).toEqual({ ann: ['one'] });
    expect((await store.execute(scene.id, {}, WAIT)).body.counts).toMatchObject({
      sent: 1,
      skipped: { already_received: 1 },
    });
    expect(store.received()).toEqual({ ann: ['one'], eve: ['new'] });
  });

  it('frees its id for another retailer, who sees nothing of it', async () => {
    const store = await scene.open({ ann: {} });
    const { executionId } = (await store.execute(scene.id, {}, WAIT)).body;
    await remove();
    const other = await SequenceStore.start(scene.app, scene.sink, `other-${scene.domain}`, { ann: {} });
    expect(await other.put(scene.id, { steps: [step('theirs')] })).toMatchObject({ status: 201, body: { version: 1 } });
    const list = await scene.app.admin<Page<unknown>>('GET', `/admin/sequences/${scene.id}/executions`);
    expect(list.body.items).toEqual([]);
    expect((await other.execute(scene.id, {}, WAIT)).body.counts).toMatchObject({ sent: 1, skipped: {} });
    expect((await store.put(scene.id, { steps: [step('one')] })).status).toBe(409);
    expect(await store.execution(executionId)).toMatchObject({ counts: { sent: 1 } });
  });
});

describe('the list of sequences', () => {
  it('has the sequences of all brands, page by page, without a brand in the query', async () => {
    const one = await SequenceStore.start(scene.app, scene.sink, scene.domain);
    const two = await SequenceStore.start(scene.app, scene.sink, `two-${scene.domain}`);
    for (const [store, name] of [
      [one, `${scene.id}-a`],
      [two, `${scene.id}-b`],
      [one, `${scene.id}-c`],
      [two, `${scene.id}-d`],
    ] as const) {
      await store.put(name, { steps: [step('one')] });
    }
    await scene.app.admin('DELETE', `/admin/sequences/${scene.id}-c`);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const { body }: Answer<Page<Sequence>> = await scene.app.admin('GET', `/admin/sequences?limit=2${query}`);
      seen.push(...body.items.map((sequence) => sequence.id));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual([...new Set(seen)].toSorted());
    expect(seen.filter((name) => name.startsWith(`${scene.id}-`))).toEqual([
      `${scene.id}-a`,
      `${scene.id}-b`,
      `${scene.id}-d`,
    ]);
    const ofTwo = await scene.app.admin<Page<Sequence>>('GET', `/admin/sequences?brandId=${two.brandId}`);
    expect(ofTwo.body.items.map((sequence) => sequence.id)).toEqual([`${scene.id}-b`, `${scene.id}-d`]);
  });
});
