import { describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import type { MessageStatus } from '../../src/email/ledger/message.entity.js';
import { Message } from '../../src/email/ledger/message.entity.js';
import { Enrolment } from '../../src/sequences/enrolments/enrolment.entity.js';
import { Execution } from '../../src/sequences/runs/execution.entity.js';
import { aCustomerRedact } from '../factories/compliance.js';
import { given, stored } from '../factories/given.js';
import { json } from '../factories/wire.js';
import type { Problem } from '../setup/admin-client.js';
import { type Execution as ExecutionAnswer, type SequenceStore, step } from '../setup/sequence-store.js';
import { sequenceStores } from '../setup/sequence-stores.js';
import { waitFor } from '../setup/test-app.js';
import { deliver } from '../setup/webhooks.js';

const WAIT = { prefer: 'wait=20' };
const scene = sequenceStores('again', 2);

/** A live run to its end. */
async function run(store: SequenceStore, body: object = {}): Promise<ExecutionAnswer> {
  const answer = await store.execute(scene.id, body, WAIT);
  expect(answer).toMatchObject({ status: 200, body: { status: 'completed' } });
  return answer.body;
}

const TWO = { steps: [step('one'), step('two')] };

describe('a second live run of a sequence', () => {
  it('leaves out customers who received it, counts and lists them, and sends to new customers', async () => {
    const store = await scene.open({ ann: {}, bob: {} }, TWO);
    expect((await run(store)).counts).toMatchObject({ sent: 4, skipped: {} });
    await store.people({ cy: {} });
    await store.setOrders('cy', 1);
    await scene.app.settled();
    const second = await run(store);
    expect(second).toMatchObject({ audience: 3, counts: { planned: 6, sent: 2, skipped: { already_received: 4 } } });
    expect(store.received()).toEqual({ ann: ['one', 'two'], bob: ['one', 'two'], cy: ['one', 'two'] });
    const lines = (await store.messages(second.executionId)).filter(({ state }) => state === 'skipped');
    expect(lines).toMatchObject([
      { step: 'one', reason: 'already_received', sentAt: null },
      { step: 'one', reason: 'already_received', sentAt: null },
    ]);
  });

  it('sends to them again with repeat, and a dry run shows both counts', async () => {
    const store = await scene.open({ ann: {}, bob: {}, una: { marketing: 'unsubscribed' } }, TWO);
    await run(store);
    const dry = (await store.execute(scene.id, { mode: 'dryRun' }, WAIT)).body;
    expect(dry).toMatchObject({
      repeat: false,
      counts: { planned: 6, queued: 0, skipped: { already_received: 4, unsubscribed: 2 } },
      countsWithRepeat: { planned: 6, queued: 4, skipped: { unsubscribed: 2 } },
    });
    expect(await store.messages(dry.executionId)).toHaveLength(3);
    const repeated = (await store.execute(scene.id, { mode: 'dryRun', repeat: true }, WAIT)).body;
    expect(repeated.counts).toEqual(dry.countsWithRepeat);
    expect(repeated.countsWithRepeat).toEqual(dry.countsWithRepeat);
    const live = await run(store, { repeat: true });
    expect(live.countsWithRepeat).toBeNull();
    expect(live.counts).toMatchObject({ sent: 4, skipped: { unsubscribed: 2 } });
    expect(store.received()).toEqual({ ann: ['one', 'two', 'one', 'two'], bob: ['one', 'two', 'one', 'two'] });
  });

  it('sends again after the days of the policy', async () => {
    const store = await scene.open({ ann: {}, bob: {} }, { reentry: { policy: 'after', days: 30 } });
    await run(store);
    await given(scene.app).backdate(Enrolment, 'enrolledAt', '31 days', { customerId: store.idOf('ann') });
    expect((await run(store)).counts).toMatchObject({ sent: 1, skipped: { already_received: 1 } });
    expect(store.received()).toEqual({ ann: ['one', 'one'], bob: ['one'] });
  });

  it('counts emails of earlier definitions with the same id and of other segments', async () => {
    const store = await scene.open({ ann: {} });
    await run(store);
    await store.put(scene.id, { steps: [step('other')] });
    await scene.app.admin('POST', '/admin/segments/upsert', {
      brandId: store.brandId,
      segments: [{ name: 'Else', criteria: { minPurchaseAmount: 5 } }],
    });
    expect((await run(store, { segment: 'Else' })).counts).toMatchObject({ sent: 0, skipped: { already_received: 1 } });
  });

  it('counts automatic runs, and no tests', async () => {
    const store = await scene.open({ ann: {} }, { trigger: 'segment_entered' });
    await store.people({ eve: {} });
    await store.setOrders('eve', 1);
    await waitFor(() => store.received()['eve']?.length === 1);
    await store.execute(scene.id, { mode: 'test', recipients: [store.addressOf('ann')] }, WAIT);
    await run(store);
    expect(store.received()).toEqual({ ann: ['[Test] one', 'one'], eve: ['one'] });
    expect(await store.execute(scene.id, { mode: 'test', recipients: ['a@b.example'], repeat: true })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/repeat' }] },
    });
  });
});

describe('a customer who received a sequence', () => {
  it('is not one that was left out, or that got no email of a cancelled run', async () => {
    const store = await scene.open({ ann: {}, ulf: { marketing: 'unknown' } }, { steps: [step('one', 'PT1H')] });
    const { executionId } = (await store.execute(scene.id)).body;
    await waitFor(async () => (await store.messages(executionId)).length === 2);
    await scene.app.admin('POST', `/admin/executions/${executionId}/cancel`);
    await store.put(scene.id, { steps: [step('one')] });
    expect((await run(store)).counts).toMatchObject({ sent: 1, skipped: { no_consent: 1 } });
    await given(scene.app).set(Customer, { marketing: 'subscribed' }, { id: store.idOf('ulf') });
    expect((await run(store)).counts).toMatchObject({ sent: 1, skipped: { already_received: 1 } });
    expect(store.received()).toEqual({ ann: ['one'], ulf: ['one'] });
  });

  it('is one who got an email of a cancelled run', async () => {
    const store = await scene.open({ ann: {} }, { steps: [step('one'), step('two', 'PT1H')] });
    const { executionId } = (await store.execute(scene.id)).body;
    await waitFor(async () => (await store.messages(executionId)).length === 2);
    await scene.app.admin('POST', `/admin/executions/${executionId}/cancel`);
    expect((await run(store)).counts).toMatchObject({ sent: 0, skipped: { already_received: 2 } });
  });

  it('is one who may have received it, because the outcome is unknown', async () => {
    const store = await scene.open({ ann: {} });
    const { executionId } = await run(store);
    const outcome = (status: MessageStatus) => given(scene.app).set(Message, { status }, { executionId });
    await outcome('unknown');
    expect((await run(store)).counts).toMatchObject({ sent: 0, skipped: { already_received: 1 } });
    // As after a provider's report of a bounce.
    await outcome('failed');
    expect((await run(store)).counts).toMatchObject({ sent: 1, skipped: {} });
  });

  it('is counted by address: one of two records with one address gets the email, with or without repeat', async () => {
    const email = `both@${scene.domain.split('.')[0]}.example`;
    const store = await scene.open({ guest: { email, marketing: 'unknown' }, member: { email }, other: { email } });
    expect((await run(store)).counts).toMatchObject({ sent: 1, skipped: { already_received: 2 } });
    expect((await run(store)).counts).toMatchObject({ sent: 0, skipped: { already_received: 3 } });
    expect((await store.execute(scene.id, { mode: 'dryRun' }, WAIT)).body).toMatchObject({
      counts: { queued: 0, skipped: { already_received: 3 } },
      countsWithRepeat: { queued: 1, skipped: { already_received: 2 } },
    });
    expect((await run(store, { repeat: true })).counts).toMatchObject({ sent: 1, skipped: { already_received: 2 } });
    expect(store.received()).toEqual({ both: ['one', 'one'] });
  });

  it('is not known after the erasure', async () => {
    const store = await scene.open({ eve: {}, ann: {} });
    await run(store);
    const body = json(aCustomerRedact({ shop: scene.domain, customerId: null, email: store.addressOf('eve') }));
    expect((await deliver(scene.app.url, { topic: 'customers/redact', shop: scene.domain, body })).status).toBe(200);
    await scene.app.settled();
    // Until its end, the erasure also removes records with this address that appear meanwhile.
    const open = `SELECT FROM privacy_requests WHERE status = 'pending'`;
    await waitFor(async () => (await scene.app.sql(open)).length === 0);
    expect(await stored(scene.app).rows(Customer, { id: store.idOf('eve') })).toEqual([]);
    // The same person, later, as a new customer of the store.
    await store.people({ newcomer: { email: store.addressOf('eve') } });
    await store.setOrders('newcomer', 1);
    await scene.app.settled();
    expect((await run(store)).counts).toMatchObject({ sent: 1, skipped: { already_received: 1 } });
  });
});

describe('while a live run is in progress', () => {
  const slow = { steps: [step('one', 'PT1H')] };

  it('another run for the same audience is refused with its id, and one for another audience is not', async () => {
    const store = await scene.open({ ann: {} }, slow);
    const first = await store.execute(scene.id);
    const second = (await store.execute(scene.id, { repeat: true })) as unknown as { status: number; body: Problem };
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'already_running', executionId: first.body.executionId },
    });
    expect((await store.execute(scene.id, { mode: 'dryRun' }, WAIT)).body.counts.skipped).toEqual({
      already_received: 1,
    });
    await scene.app.admin('POST', '/admin/segments/upsert', {
      brandId: store.brandId,
      segments: [{ name: 'Else', criteria: { minPurchaseAmount: 5 } }],
    });
    const other = await store.execute(scene.id, { segment: 'Else' }, WAIT);
    expect(other).toMatchObject({ status: 200, body: { counts: { skipped: { already_received: 1 } } } });
    await scene.app.admin('POST', `/admin/executions/${first.body.executionId}/cancel`);
    expect((await store.execute(scene.id)).status).toBe(202);
  });

  it('twelve concurrent requests make one run', async () => {
    const store = await scene.open({ ann: {} }, slow);
    const answers = await Promise.all(Array.from({ length: 12 }, () => store.execute(scene.id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, ...Array<number>(11).fill(409)]);
    expect(new Set(answers.map(({ body }) => body.executionId)).size).toBe(1);
    expect(await stored(scene.app).rows(Execution, { sequenceId: scene.id })).toHaveLength(1);
  });
});

describe('a message that the mail server deferred', () => {
  it('is not sent after its run was cancelled', async () => {
    const store = await scene.open({ ann: {} });
    scene.sink.behave(store.addressOf('ann'), { delayMs: 2_000, refuseData: { code: 451, text: 'try later' } });
    const { executionId } = (await store.execute(scene.id)).body;
    await waitFor(async () => (await store.messages(executionId))[0]?.state === 'sending');
    await scene.app.admin('POST', `/admin/executions/${executionId}/cancel`);
    await waitFor(async () => (await store.messages(executionId))[0]?.state !== 'sending');
    expect(await store.messages(executionId)).toMatchObject([{ state: 'skipped', reason: 'cancelled' }]);
    expect(store.received()).toEqual({});
  });
});
