import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Execution } from '../../src/sequences/runs/execution.entity.js';
import { stored } from '../factories/given.js';
import { SequenceStore, type Person, step } from '../setup/sequence-store.js';
import { TestApp, waitFor } from '../setup/test-app.js';

let app: TestApp;
let sink: SmtpSink;
let stores = 0;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url });
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});

const open = (people: Readonly<Record<string, Person>> = { ann: {} }): Promise<SequenceStore> =>
  SequenceStore.start(app, sink, `sender${(stores += 1)}.myshopify.com`, people);
const say = (store: SequenceStore, sender: object) => app.admin('PATCH', `/admin/brands/${store.brandId}`, { sender });
const MISSING = (...keys: string[]) =>
  keys.map((key) => expect.objectContaining({ pointer: `/sender/${key}` }) as object);

describe('a brand without a sender address or a postal address', () => {
  it.each([
    [{ email: null }, ['email']],
    [{ postalAddress: null }, ['postalAddress']],
    [{ email: null, postalAddress: null }, ['email', 'postalAddress']],
  ])('cannot run live with %j, and the answer names the missing fields', async (sender, missing) => {
    const store = await open();
    const id = `live-${stores}`;
    await say(store, sender);
    expect(await store.put(id, { steps: [step('one')] })).toMatchObject({
      status: 201,
      body: { warnings: missing.map(() => ({ pointer: '/brandId' })) },
    });
    expect(await store.execute(id)).toMatchObject({
      status: 422,
      body: { code: 'sender_incomplete', errors: MISSING(...missing) },
    });
    expect(await stored(app).rows(Execution, { sequenceId: id })).toEqual([]);
    await say(store, { email: 'hello@shop.example', postalAddress: '1 Road, 12345 Town' });
    expect((await store.put(id, { steps: [step('one')] })).body).toMatchObject({ warnings: [] });
    const live = await store.execute(id, {}, { prefer: 'wait=20' });
    expect(live).toMatchObject({ status: 200, body: { status: 'completed', warnings: [] } });
    const email = sink.emails.find(({ to }) => to === store.addressOf('ann'));
    expect(email?.source).toMatch(/^From: .*<hello@shop\.example>/im);
    expect(email?.source).toContain('1 Road, 12345 Town');
  });

  it('can run tests and dry runs, whose answers name the missing fields', async () => {
    const store = await open();
    const id = `planned-${stores}`;
    await say(store, { email: null, postalAddress: null });
    await store.put(id, { steps: [step('one')] });
    const warnings = MISSING('email', 'postalAddress');
    const dry = await store.execute(id, { mode: 'dryRun' }, { prefer: 'wait=20' });
    expect(dry).toMatchObject({ status: 200, body: { warnings, counts: { queued: 1 } } });
    const test = await store.execute(id, { mode: 'test', recipients: ['editor@x.example'] }, { prefer: 'wait=20' });
    expect(test).toMatchObject({ status: 200, body: { warnings, counts: { sent: 1 } } });
  });

  it('cannot have a sequence that starts by itself', async () => {
    const store = await open();
    const id = `auto-${stores}`;
    await say(store, { postalAddress: null });
    const put = () => store.put(id, { trigger: 'segment_entered', steps: [step('one')] });
    expect(await put()).toMatchObject({
      status: 422,
      body: { code: 'sender_incomplete', errors: MISSING('postalAddress') },
    });
    await say(store, { postalAddress: '1 Road, 12345 Town' });
    expect((await put()).status).toBe(201);
  });

  it('sends nothing if the sender is removed during a run or an automatic sequence', async () => {
    const store = await open({ ann: {}, bob: {} });
    const id = `lost-${stores}`;
    await store.setOrders('bob', 0);
    await app.settled();
    await store.put(id, { trigger: 'segment_entered', steps: [step('one'), step('two', 'PT2S')] });
    const live = await store.execute(id);
    await waitFor(async () => (await store.execution(live.body.executionId)).counts.sent === 1, 30_000);
    await say(store, { postalAddress: null });
    await store.setOrders('bob', 1);
    const ended = await store.ended(live.body.executionId, 30_000);
    expect(ended.counts).toMatchObject({ sent: 1, failed: 1 });
    const messages = await store.messages(live.body.executionId);
    expect(messages.find(({ step: name }) => name === 'two')).toMatchObject({
      state: 'failed',
      reason: 'sender_incomplete',
    });
    const automatic = () =>
      app.sql<{ reason: string }>(
        `SELECT m.reason FROM messages m WHERE m.retailer_id = $1 AND m.customer_id = $2 AND m.status = 'failed'`,
        [store.retailerId, store.idOf('bob')],
      );
    await waitFor(async () => (await automatic()).length > 0, 30_000);
    expect(new Set((await automatic()).map(({ reason }) => reason))).toEqual(new Set(['sender_incomplete']));
    expect(store.received()).toEqual({ ann: ['one'] });
  });
});

describe('a sequence with a step without links', () => {
  it('is refused with a pointer to the step, and gets a warning if only some customers get a link', async () => {
    const store = await open();
    const id = `nowhere-${stores}`;
    const refused = await store.put(id, {
      steps: [step('one'), step('two', 'PT1S', { body: 'Come back.' }), step('three', 'PT1S', { body: 'Please.' })],
    });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', errors: [{ pointer: '/steps/1' }, { pointer: '/steps/2' }] },
    });
    const body = '{% for product in products %}[{{ product.title }}]({{ product.url }}){% endfor %}';
    expect(await store.put(id, { steps: [step('one', 'PT0S', { body })] })).toMatchObject({
      status: 201,
      body: { warnings: [{ pointer: '/steps/0' }] },
    });
  });

  it.each<[images: object, pointers: string[]]>([
    [{ hero: 'no id' }, ['/steps/0/images/hero']],
    [{ hero: { href: 'https://x.example' } }, ['/steps/0/images/hero']],
    [{ banner: { id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', url: 'x' } }, ['/steps/0/images/banner']],
    [{ grid: [] }, ['/steps/0/images/grid']],
    [{ hero: { id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', href: 'https://evil.example' } }, ['/steps/0/images/hero']],
  ])('refuses the images %j', async (images, expected) => {
    const store = await open();
    const { status, body } = await store.put(`images-${stores}`, { steps: [step('one', 'PT0S', { images })] });
    const { errors } = body as unknown as { errors: { pointer: string }[] };
    expect({ status, pointers: errors.map(({ pointer }) => pointer) }).toEqual({ status: 422, pointers: expected });
  });
});
