import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SmtpSink } from '#libs/simulators';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { IdempotencyKey } from '../../src/idempotency/idempotency-key.entity.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { SegmentEvent } from '../../src/segmentation/events/segment-event.entity.js';
import { Enrolment } from '../../src/sequences/enrolments/enrolment.entity.js';
import { Execution } from '../../src/sequences/runs/execution.entity.js';
import { aCustomerRedact } from '../factories/compliance.js';
import { given, stored } from '../factories/given.js';
import { json } from '../factories/wire.js';
import { SequenceStore, type Person, step } from '../setup/sequence-store.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { deliver } from '../setup/webhooks.js';

let app: TestApp;
let sink: SmtpSink;
let stores = 0;
let domain: string;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url });
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});
beforeEach(() => {
  stores += 1;
  domain = `email${stores}.myshopify.com`;
});

const open = (people: Readonly<Record<string, Person>>): Promise<SequenceStore> =>
  SequenceStore.start(app, sink, domain, people);
const THREE = [step('one'), step('two', 'PT1S'), step('three', 'PT1S')];

describe('a live run of three steps', () => {
  it('sends each step once and in order to every eligible member, and gives the reason for the others', async () => {
    const store = await open({
      ann: {},
      bob: {},
      una: { marketing: 'unsubscribed' },
      ulf: { marketing: 'unknown' },
      nil: { email: null },
    });
    expect((await store.put(`win-back-${stores}`, { steps: THREE })).status).toBe(201);
    const started = await store.execute(`win-back-${stores}`);
    expect(started).toMatchObject({ status: 202, body: { mode: 'live', status: 'running', audience: 5 } });
    expect(started.body.counts).toMatchObject({ planned: 15 });
    const ended = await store.ended(started.body.executionId);
    expect(store.received()).toEqual({ ann: ['one', 'two', 'three'], bob: ['one', 'two', 'three'] });
    expect(ended).toMatchObject({
      status: 'completed',
      audience: 5,
      counts: { planned: 15, queued: 0, sending: 0, sent: 6, failed: 0, unknown: 0 },
    });
    expect(ended.counts.skipped).toEqual({ unsubscribed: 3, no_consent: 3, no_address: 3 });
    const messages = await store.messages(started.body.executionId, 2);
    expect(messages).toHaveLength(9);
    const ofAnn = messages.filter(({ customerId }) => customerId === store.idOf('ann'));
    const times = ['one', 'two', 'three'].map((id) => Date.parse(ofAnn.find(({ step }) => step === id)?.sentAt ?? ''));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('waits for the first evaluation of a new segment', async () => {
    const store = await open({ ann: {} });
    await app.admin('POST', '/admin/segments/upsert', {
      brandId: store.brandId,
      segments: [{ name: 'New', criteria: { minPurchaseAmount: 5 } }],
    });
    await store.put(`fresh-${stores}`, { segment: 'New', steps: [step('one')] });
    const { body, status } = await store.execute(`fresh-${stores}`, {}, { prefer: 'wait=15' });
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'completed', audience: 1 } });
    expect(store.received()).toEqual({ ann: ['one'] });
  });
});

describe('runs whose segment is still being evaluated', () => {
  it('do not delay other runs, and are planned after the evaluation', async () => {
    const [waiting, other] = [
      await open({ ann: {} }),
      await SequenceStore.start(app, sink, `other-${domain}`, { ann: {} }),
    ];
    await waiting.put(`waits-${stores}`, { steps: [step('one')] });
    await other.put(`goes-${stores}`, { steps: [step('one')] });
    const evaluation = new pg.Client(app.service.runtime.databaseUrl);
    await evaluation.connect();
    await given(app).set(Segment, { status: 'evaluating' }, { retailerId: waiting.retailerId });
    // The lock keeps the evaluation from being marked as done.
    await evaluation.query(`BEGIN`);
    await evaluation.query(`SELECT FROM segments WHERE retailer_id = $1 FOR UPDATE`, [waiting.retailerId]);
    const started = await Promise.all([1, 2, 3].map(() => waiting.execute(`waits-${stores}`)));
    const went = await other.execute(`goes-${stores}`, {}, { prefer: 'wait=10' });
    expect(went).toMatchObject({ status: 200, body: { status: 'completed' } });
    expect(waiting.received()).toEqual({});
    await evaluation.end();
    expect(started.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    for (const { body } of started) {
      expect(await waiting.ended(body.executionId)).toMatchObject({ status: 'completed' });
    }
    expect(waiting.received()).toEqual({ ann: ['one'] });
  });
});

describe('a dry run', () => {
  it('plans what a live run does with the same data, and sends nothing', async () => {
    const people: Record<string, Person> = { una: { marketing: 'unsubscribed' }, ulf: { marketing: 'unknown' } };
    for (let index = 0; index < 12; index += 1) people[`p${index}`] = {};
    const store = await open(people);
    await store.put(`plan-${stores}`, { steps: THREE, frequencyCap: { messages: 2, days: 7 } });
    const dry = await store.execute(`plan-${stores}`, { mode: 'dryRun' }, { prefer: 'wait=10' });
    expect(dry).toMatchObject({ status: 200, body: { status: 'completed', mode: 'dryRun', audience: 14 } });
    expect(store.received()).toEqual({});
    const live = await store.execute(`plan-${stores}`);
    const ended = await store.ended(live.body.executionId);
    const plan = await store.messages(dry.body.executionId, 5);
    const did = await store.messages(live.body.executionId);
    const lines = (list: typeof plan) =>
      list
        .map(
          ({ customerId, step: id, state, reason }) =>
            `${customerId} ${id} ${state.replace('sent', 'queued')} ${reason}`,
        )
        .sort();
    expect(lines(plan)).toEqual(lines(did));
    expect(plan.every(({ sentAt, messageId }) => sentAt === null && messageId === null)).toBe(true);
    expect(dry.body.counts).toEqual({ ...ended.counts, queued: ended.counts.sent, sent: 0 });
    expect(ended.counts.skipped).toEqual({ unsubscribed: 3, no_consent: 3, frequency_cap: 12 });
  });
});

describe('an old dry run', () => {
  it('is deleted with its plan, and no other run is', async () => {
    const store = await open({ ann: {} });
    await store.put(`old-${stores}`, { steps: [step('one')] });
    const dryRun = async () => (await store.execute(`old-${stores}`, { mode: 'dryRun' }, { prefer: 'wait=10' })).body;
    const [old, recent] = [await dryRun(), await dryRun()];
    const live = await store.ended((await store.execute(`old-${stores}`)).body.executionId);
    for (const [id, days] of [
      [old.executionId, 31],
      [recent.executionId, 29],
      [live.executionId, 31],
    ]) {
      await app.sql(`UPDATE executions SET finished_at = now() - $2 * interval '1 day' WHERE id = $1`, [id, days]);
    }
    const kept = () => stored(app).rows(Execution, { sequenceId: `old-${stores}` }, 'id');
    await waitFor(async () => (await kept()).length < 3);
    expect(new Set((await kept()).map(({ id }) => id))).toEqual(new Set([recent.executionId, live.executionId]));
    const plans = `SELECT 1 FROM planned_messages WHERE execution_id = $1`;
    expect(await app.sql(plans, [old.executionId])).toEqual([]);
    expect(await app.sql(plans, [recent.executionId])).toHaveLength(1);
  });
});

describe('a test run', () => {
  it('sends all steps at once, marked as a test, only to the recipients of the request', async () => {
    const store = await open({ ann: {} });
    await store.put(`test-${stores}`, { steps: [step('one'), step('two', 'P3D')] });
    const editor = store.addressOf('editor');
    const body = { mode: 'test', recipients: [editor, editor.toUpperCase()] };
    const answer = await store.execute(`test-${stores}`, body, { prefer: 'wait=15' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'completed', audience: 1, counts: { sent: 2 } } });
    expect(Object.keys(store.received())).toEqual(['editor']);
    const emails = sink.emails.filter(({ to }) => to === editor);
    expect(emails).toHaveLength(2);
    expect(emails.every(({ source }) => /^x-rekindle-test: true/im.test(source))).toBe(true);
    expect(await store.messages(answer.body.executionId)).toMatchObject([{ customerId: null }, { customerId: null }]);
  });
});

describe('the same Idempotency-Key', () => {
  it('makes one run of concurrent and later requests', async () => {
    const store = await open({ ann: {} });
    await store.put(`once-${stores}`, { steps: [step('one')] });
    const headers = { 'idempotency-key': `key ${stores}` };
    const answers = await Promise.all(Array.from({ length: 6 }, () => store.execute(`once-${stores}`, {}, headers)));
    expect(answers.filter(({ status }) => status !== 202 && status !== 409)).toEqual([]);
    await store.ended(answers.find(({ status }) => status === 202)?.body.executionId ?? '');
    const again = await store.execute(`once-${stores}`, {}, headers);
    expect(again.status).toBe(202);
    // As after a crash between the start and its answer: no answer is stored for the key.
    await given(app).delete(IdempotencyKey);
    expect((await store.execute(`once-${stores}`, {}, headers)).body.executionId).toBe(again.body.executionId);
    expect(store.received()).toEqual({ ann: ['one'] });
    expect((await store.execute(`once-${stores}`, { steps: 'first' }, headers)).status).toBe(422);
  });
});

describe('while a run is in progress', () => {
  it('a cancellation ends it: no further email is sent', async () => {
    const store = await open({ ann: {}, bob: {} });
    await store.put(`stop-${stores}`, { steps: [step('one'), step('two', 'PT2S'), step('three')] });
    const { executionId } = (await store.execute(`stop-${stores}`)).body;
    await waitFor(() => Object.keys(store.received()).length === 2);
    await waitFor(async () => (await store.messages(executionId)).length === 4);
    const cancelled = await app.admin('POST', `/admin/executions/${executionId}/cancel`);
    expect(cancelled).toMatchObject({
      status: 200,
      body: { status: 'cancelled', counts: { planned: 6, queued: 0, sent: 2, skipped: { cancelled: 4 } } },
    });
    expect((await app.admin('POST', `/admin/executions/${executionId}/cancel`)).status).toBe(409);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(store.received()).toEqual({ ann: ['one'], bob: ['one'] });
  });

  it('a new version of the sequence does not affect it', async () => {
    const store = await open({ ann: {} });
    const id = `versions-${stores}`;
    await store.put(id, { steps: [step('one'), step('two', 'PT2S')] });
    const { executionId } = (await store.execute(id)).body;
    await waitFor(() => Object.keys(store.received()).length === 1);
    expect((await store.put(id, { steps: [step('new')] })).body.version).toBe(2);
    expect(await store.ended(executionId)).toMatchObject({ sequenceVersion: 1, counts: { sent: 2 } });
    expect(store.received()).toEqual({ ann: ['one', 'two'] });
    const later = await store.execute(id, { repeat: true }, { prefer: 'wait=10' });
    expect(later.body).toMatchObject({ sequenceVersion: 2, counts: { sent: 1 } });
  });

  it('a customer who leaves the segment or unsubscribes between steps gets no further email', async () => {
    const store = await open({ ann: {}, leo: {}, una: {} });
    await store.put(`leave-${stores}`, { steps: [step('one'), step('two', 'PT3S'), step('three')] });
    const { executionId } = (await store.execute(`leave-${stores}`)).body;
    await waitFor(() => Object.keys(store.received()).length === 3);
    await store.setOrders('leo', 0);
    await given(app).set(
      Customer,
      { marketing: 'unsubscribed' },
      { retailerId: store.retailerId, id: store.idOf('una') },
    );
    const ended = await store.ended(executionId);
    expect(store.received()).toEqual({ ann: ['one', 'two', 'three'], leo: ['one'], una: ['one'] });
    expect(ended.counts).toMatchObject({ planned: 9, sent: 5, skipped: { unsubscribed: 2 } });
    // An email that is due between the change of the segment and the end of the enrolment finds out by itself.
    const { left_segment: atSending = 0, left_sequence: before = 0 } = ended.counts.skipped;
    expect(atSending + before).toBe(2);
  });

  it('a customer who is erased between steps gets no further email, and others do', async () => {
    const store = await open({ ann: {}, eve: {} });
    await store.put(`erase-${stores}`, { steps: [step('one'), step('two', 'PT3S'), step('three')] });
    const { executionId } = (await store.execute(`erase-${stores}`)).body;
    await waitFor(async () => (await store.messages(executionId)).length === 4);
    const body = json(aCustomerRedact({ shop: domain, customerId: null, email: store.addressOf('eve') }));
    expect((await deliver(app.url, { topic: 'customers/redact', shop: domain, body })).status).toBe(200);
    const ended = await store.ended(executionId);
    expect(store.received()).toEqual({ ann: ['one', 'two', 'three'], eve: ['one'] });
    expect(ended).toMatchObject({ status: 'completed', counts: { sent: 4, skipped: { customer_gone: 1 } } });
  });
});

describe('an automatic run', () => {
  const automatic = { trigger: 'segment_entered', steps: [step('one'), step('two', 'PT1S')] };

  it('starts once when a customer enters the segment', async () => {
    const store = await open({ old: {} });
    const id = `auto-${stores}`;
    await store.put(id, automatic);
    await store.people({ ann: {} });
    await store.setOrders('ann', 1);
    await waitFor(() => store.received()['ann']?.length === 2);
    await store.setOrders('ann', 0);
    await app.settled();
    await store.setOrders('ann', 1);
    await app.settled();
    await waitFor(async () => (await stored(app).rows(SegmentEvent)).length === 0);
    const { body } = await app.admin<{ items: unknown[] }>('GET', `/admin/sequences/${id}/executions`);
    expect(body.items).toMatchObject([{ mode: 'live', audience: 1 }]);
    expect(store.received()).toEqual({ ann: ['one', 'two'] });
  });

  it('starts again after the days of the policy, and not before', async () => {
    const store = await open({});
    await store.put(`again-${stores}`, { ...automatic, reentry: { policy: 'after', days: 30 } });
    await store.people({ ann: {}, eve: {} });
    for (const name of ['ann', 'eve']) await store.setOrders(name, 1);
    await waitFor(() => Object.values(store.received()).flat().length === 4);
    await given(app).backdate(Enrolment, 'enrolledAt', '31 days', { customerId: store.idOf('ann') });
    for (const count of [0, 1]) {
      for (const name of ['ann', 'eve']) await store.setOrders(name, count);
      await app.settled();
    }
    await waitFor(() => store.received()['ann']?.length === 4);
    expect(store.received()).toEqual({ ann: ['one', 'two', 'one', 'two'], eve: ['one', 'two'] });
  });

  it.each([
    ['an order from another system', 'import:a delivery'],
    ['the backfill of a store', 'backfill'],
  ])('is not started by %s', async (_what, cause) => {
    const store = await open({});
    await store.put(`import-${stores}`, automatic);
    await store.people({ imp: {}, ann: {} });
    await store.setOrders('imp', 1, cause);
    await store.setOrders('ann', 1);
    await waitFor(() => store.received()['ann']?.length === 2);
    expect(store.received()).toEqual({ ann: ['one', 'two'] });
    expect(await stored(app).rows(Enrolment, { customerId: store.idOf('imp') })).toEqual([]);
  });

  it('ends when the customer leaves the segment, unless exitOnLeave is false', async () => {
    const store = await open({});
    // So late that the customer has left by then on a busy machine too.
    const steps = [step('one'), step('two', 'PT8S')];
    await store.put(`exit-${stores}`, { trigger: 'segment_entered', steps });
    await store.put(`stay-${stores}`, {
      trigger: 'segment_entered',
      exitOnLeave: false,
      steps: [step('first'), step('second', 'PT3S')],
    });
    await store.people({ ann: {} });
    await store.setOrders('ann', 1);
    await waitFor(() => store.received()['ann']?.length === 2);
    await store.setOrders('ann', 0);
    await waitFor(() => store.received()['ann']?.length === 3);
    const skipped = () =>
      app.sql(`SELECT FROM messages WHERE retailer_id = $1 AND step_id = 'two' AND status = 'skipped'`, [
        store.retailerId,
      ]);
    await waitFor(async () => (await skipped()).length === 1);
    expect(store.received()['ann']?.toSorted()).toEqual(['first', 'one', 'second']);
  });
});
