import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SmtpSink } from '#libs/simulators';
import type { Page, Problem } from '../setup/admin-client.js';
import { MailShop, type Person, step } from '../setup/mail-shop.js';
import { type Answer, TestApp, waitFor } from '../setup/test-app.js';

const WAIT = { prefer: 'wait=20' };
let app: TestApp;
let sink: SmtpSink;
let shops = 0;
let domain: string;
let id: string;

beforeAll(async () => {
  sink = await SmtpSink.start();
  app = await TestApp.start({ SMTP_URL: sink.url, EMAIL_RETRY_SECONDS: '1' });
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
});
beforeEach(() => {
  shops += 1;
  domain = `pause${shops}.myshopify.com`;
  id = `pause-${shops}`;
});

interface Sequence {
  readonly id: string;
  readonly version: number;
  readonly pausedAt: string | null;
}

async function open(people: Readonly<Record<string, Person>>, definition: object = {}): Promise<MailShop> {
  const shop = await MailShop.start(app, sink, domain, people);
  await shop.put(id, { steps: [step('one')], ...definition });
  return shop;
}

const change = (what: 'pause' | 'resume'): Promise<Answer<Sequence>> =>
  app.admin('POST', `/admin/sequences/${id}/${what}`);
const remove = (): Promise<Answer<Problem>> => app.admin('DELETE', `/admin/sequences/${id}`);
const refusal = async (answer: Promise<Answer>) => (await answer) as Answer<Problem>;

/** Longer than the sweeps that look for what is due. */
const someTime = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2_500));

describe('a paused sequence', () => {
  const slow = { steps: [step('one'), step('two', 'PT2S'), step('three')] };

  it('sends nothing that becomes due, and all of it after the resume', async () => {
    const shop = await open({ ann: {}, bob: {} }, slow);
    const { executionId } = (await shop.execute(id)).body;
    await waitFor(async () => (await shop.messages(executionId)).length === 4);
    const paused = await change('pause');
    expect(paused).toMatchObject({ status: 200, body: { id, pausedAt: expect.any(String) as unknown } });
    expect((await change('pause')).body).toEqual(paused.body);
    await someTime();
    expect(shop.received()).toEqual({ ann: ['one'], bob: ['one'] });
    expect(await shop.execution(executionId)).toMatchObject({ status: 'running', counts: { queued: 4, sent: 2 } });
    expect(await change('resume')).toMatchObject({ status: 200, body: { pausedAt: null } });
    const resumedAt = Date.now();
    expect((await change('resume')).status).toBe(200);
    expect(await shop.ended(executionId)).toMatchObject({ status: 'completed', counts: { sent: 6 } });
    const second = (await shop.messages(executionId)).find((message) => message.step === 'two');
    expect(Date.parse(second?.sendAt ?? '')).toBeGreaterThan(resumedAt - 2_000);
    expect(shop.received()).toEqual({ ann: ['one', 'two', 'three'], bob: ['one', 'two', 'three'] });
  });

  it('refuses a live run, and goes on with tests and dry runs', async () => {
    const shop = await open({ ann: {} });
    await change('pause');
    expect(await refusal(shop.execute(id))).toMatchObject({ status: 409, body: { code: 'sequence_paused' } });
    expect(await shop.execute(id, { mode: 'dryRun' }, WAIT)).toMatchObject({
      status: 200,
      body: { counts: { queued: 1 } },
    });
    const test = { mode: 'test', recipients: [shop.addressOf('editor')] };
    expect(await shop.execute(id, test, WAIT)).toMatchObject({ status: 200, body: { counts: { sent: 1 } } });
    expect(Object.keys(shop.received())).toEqual(['editor']);
    expect((await shop.put(id, { steps: [step('other')] })).body).toMatchObject({
      pausedAt: expect.any(String) as unknown,
    });
  });

  it('plans nobody until the resume, also of a run that was waiting for its segment', async () => {
    const shop = await open({ ann: {} });
    await app.sql(`UPDATE segments SET status = 'evaluating' WHERE retailer_id = $1`, [shop.retailerId]);
    const { executionId } = (await shop.execute(id)).body;
    await change('pause');
    const planned = await shop.messages(executionId);
    await someTime();
    expect(await shop.messages(executionId)).toEqual(planned);
    expect(shop.received()).toEqual({});
    await change('resume');
    expect(await shop.ended(executionId)).toMatchObject({ counts: { sent: 1 } });
  });

  it('keeps a message that the mail server put off until the resume', async () => {
    const shop = await open({ ann: {} });
    sink.behave(shop.addressOf('ann'), { delayMs: 2_000, refuseData: { code: 451, text: 'try later' } });
    const { executionId } = (await shop.execute(id)).body;
    await waitFor(async () => (await shop.messages(executionId))[0]?.state === 'sending');
    await change('pause');
    await waitFor(async () => (await shop.messages(executionId))[0]?.state === 'queued');
    sink.behave(shop.addressOf('ann'), {});
    await someTime();
    expect(shop.received()).toEqual({});
    await change('resume');
    expect(await shop.ended(executionId)).toMatchObject({ counts: { sent: 1 } });
  });

  it('is passed over by who enters meanwhile, and a live run after the resume finds them', async () => {
    const shop = await open({}, { trigger: 'segment_entered' });
    await change('pause');
    await shop.people({ ann: {} });
    await shop.setOrders('ann', 1);
    await app.settled();
    await waitFor(async () => (await app.sql(`SELECT 1 FROM segment_events`)).length === 0);
    await change('resume');
    await shop.people({ eve: {} });
    await shop.setOrders('eve', 1);
    await waitFor(() => shop.received()['eve']?.length === 1);
    expect(shop.received()).toEqual({ eve: ['one'] });
    expect((await shop.execute(id, {}, WAIT)).body.counts).toMatchObject({ sent: 1, skipped: { already_received: 1 } });
    expect(shop.received()).toEqual({ ann: ['one'], eve: ['one'] });
  });

  it('can be cancelled, run by run', async () => {
    const shop = await open({ ann: {} }, { steps: [step('one', 'PT1H')] });
    const { executionId } = (await shop.execute(id)).body;
    await waitFor(async () => (await shop.messages(executionId)).length === 1);
    await change('pause');
    expect((await app.admin('POST', `/admin/executions/${executionId}/cancel`)).status).toBe(200);
    await change('resume');
    expect(await shop.messages(executionId)).toMatchObject([{ state: 'skipped', reason: 'cancelled' }]);
  });
});

describe('a deleted sequence', () => {
  it('is gone, keeps the proof of what it sent, and is not deleted while it runs', async () => {
    const shop = await open({ ann: {} }, { steps: [step('one'), step('two', 'PT1H')] });
    const { executionId } = (await shop.execute(id)).body;
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'sequence_running', executionId } });
    await waitFor(async () => (await shop.messages(executionId)).length === 2);
    await app.admin('POST', `/admin/executions/${executionId}/cancel`);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    for (const path of ['', '/executions', '/steps/one/preview']) {
      expect((await app.admin('GET', `/admin/sequences/${id}${path}`)).status).toBe(404);
    }
    for (const what of ['pause', 'resume'] as const) expect((await change(what)).status).toBe(404);
    expect((await shop.execute(id)).status).toBe(404);
    expect(await shop.execution(executionId)).toMatchObject({ status: 'cancelled' });
    expect(await shop.messages(executionId)).toHaveLength(2);
  });

  it('starts nothing any more, leaves its id free, and who has received it has received it', async () => {
    const shop = await open({ ann: {} }, { trigger: 'segment_entered' });
    await shop.execute(id, {}, WAIT);
    expect(shop.received()).toEqual({ ann: ['one'] });
    await remove();
    await shop.people({ eve: {} });
    await shop.setOrders('eve', 1);
    await app.settled();
    await waitFor(async () => (await app.sql(`SELECT 1 FROM segment_events`)).length === 0);
    const created = await shop.put(id, { trigger: 'segment_entered', steps: [step('new')] });
    expect(created).toMatchObject({ status: 201, body: { version: 2 } });
    await someTime();
    expect(shop.received()).toEqual({ ann: ['one'] });
    expect((await shop.execute(id, {}, WAIT)).body.counts).toMatchObject({ sent: 1, skipped: { already_received: 1 } });
    expect(shop.received()).toEqual({ ann: ['one'], eve: ['new'] });
  });

  it('leaves its id to another retailer too, who sees nothing of it', async () => {
    const shop = await open({ ann: {} });
    const { executionId } = (await shop.execute(id, {}, WAIT)).body;
    await remove();
    const other = await MailShop.start(app, sink, `other-${domain}`, { ann: {} });
    expect(await other.put(id, { steps: [step('theirs')] })).toMatchObject({ status: 201, body: { version: 1 } });
    const list = await app.admin<Page<unknown>>('GET', `/admin/sequences/${id}/executions`);
    expect(list.body.items).toEqual([]);
    expect((await other.execute(id, {}, WAIT)).body.counts).toMatchObject({ sent: 1, skipped: {} });
    expect((await shop.put(id, { steps: [step('one')] })).status).toBe(409);
    expect(await shop.execution(executionId)).toMatchObject({ counts: { sent: 1 } });
  });
});

describe('the list of sequences', () => {
  it('has those of all brands, page by page, without a brand in the address', async () => {
    const one = await MailShop.start(app, sink, domain);
    const two = await MailShop.start(app, sink, `two-${domain}`);
    for (const [shop, name] of [
      [one, `${id}-a`],
      [two, `${id}-b`],
      [one, `${id}-c`],
      [two, `${id}-d`],
    ] as const) {
      await shop.put(name, { steps: [step('one')] });
    }
    await app.admin('DELETE', `/admin/sequences/${id}-c`);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const { body }: Answer<Page<Sequence>> = await app.admin('GET', `/admin/sequences?limit=2${query}`);
      seen.push(...body.items.map((sequence) => sequence.id));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual([...new Set(seen)].toSorted());
    expect(seen.filter((name) => name.startsWith(`${id}-`))).toEqual([`${id}-a`, `${id}-b`, `${id}-d`]);
    const ofTwo = await app.admin<Page<Sequence>>('GET', `/admin/sequences?brandId=${two.brandId}`);
    expect(ofTwo.body.items.map((sequence) => sequence.id)).toEqual([`${id}-b`, `${id}-d`]);
  });
});
