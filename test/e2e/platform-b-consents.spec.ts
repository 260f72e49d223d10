import { randomUUID } from 'node:crypto';
import { PlatformBError } from '#libs/platform-b-client';
import { customerRecord, type SimulatedStore } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlatformBSubscriber } from '../../src/platform-b/consents/subscriber.entity.js';
import { PrivacyService } from '../../src/privacy/privacy.service.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import type { ConsentDecision, ConsentWrite } from '../../src/stores/consents.js';
import { StoreConnectorsService } from '../../src/stores/store-connectors.service.js';
import { ago, given, stored } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { ALL_SCOPES, eventOf, idOf, StageB, wireOrder } from '../setup/platform-b.js';
import { waitFor } from '../setup/test-app.js';

let stage: StageB;
let tools: IdleApp;
let store: SimulatedStore;
let people = 0;

beforeAll(async () => {
  stage = await StageB.start();
  tools = await IdleApp.start(stage.app.environment);
  store = stage.newStore();
  store.merchant.grants = ALL_SCOPES;
  await stage.installed(store);
});
afterAll(async () => {
  await tools?.stop();
  await stage?.stop();
});
beforeEach(() => store.faults.clear());

const NEWSLETTER = 'marketing_newsletter';
const MINUTE = 60_000;

/** Sends the event of an order of a new person, guest or account, who is stored then. */
async function buyer(
  changes: Record<string, unknown> = {},
): Promise<{ id: number; email: string; externalId: string }> {
  const id = 5_000 + (people += 1);
  const email = `person${id}@example.com`;
  const address = { first_name: 'Ann', last_name: 'Lee', email, country_iso2: 'US' };
  store.putRawOrder({ order: wireOrder(id, { customer_id: id, billing_address: address, ...changes }) });
  const token = { 'x-platform-b-webhook-token': stage.hookToken(store), 'webhook-id': randomUUID() };
  expect((await stage.post(eventOf(store, id), token)).status).toBe(200);
  await stage.app.settled();
  const [row] = await stage.app.sql<{ externalId: string }>(
    `SELECT external_id AS "externalId" FROM customers WHERE retailer_id = $1 AND email = $2`,
    [idOf(store), email],
  );
  return { id, email, externalId: row?.externalId ?? '' };
}

const marketingOf = async (externalId: string, of = store) => (await stage.customer(of, externalId))?.marketing;
const becomes = (externalId: string, marketing: string, of = store) =>
  waitFor(async () => (await marketingOf(externalId, of)) === marketing);
const readsDone = () =>
  waitFor(async () => {
    const rows = await stage.app.sql('SELECT 1 FROM platform_b_subscribers WHERE due_at IS NOT NULL');
    return rows.length === 0;
  });
const writes = () => stage.platform.apiCalls.filter((call) => call.store === store.hash && call.method !== 'GET');
const listCalls = () => stage.platform.apiCalls.filter(({ path }) => path.startsWith('/v3/customers/subscribers'));

function write(decision: Partial<ConsentDecision> & Pick<ConsentDecision, 'email'>, of = store) {
  const whole: ConsentDecision = { externalId: '1', marketing: 'unsubscribed', decidedAt: new Date(), ...decision };
  return tools.get(StoreConnectorsService).withStore(idOf(of), async ({ consents }, opened): Promise<ConsentWrite> => {
    if (!consents) throw new Error('platform B has no consents');
    return consents.write(opened, whole);
  });
}

describe('the newsletter list of a store', () => {
  it('gives the consent to customers when the store is read, and leaves the others unknown', async () => {
    const past = stage.newStore();
    const consent = { optInLevel: null, updatedAt: Date.now() - MINUTE };
    for (const [id, state] of [
      ['1', 'subscribed'],
      ['2', 'unsubscribed'],
      ['3', 'not_subscribed'],
    ] as const) {
      const customer = customerRecord({
        id,
        createdAt: 1_000,
        email: `p${id}@example.com`,
        consent: { ...consent, state },
      });
      past.apply({ topic: 'customers/create', at: 1, webhookId: 'w', eventId: 'e', customer });
    }
    for (let index = 0; index < 260; index += 1) past.subscribers.put({ email: `nobody${index}@example.com` });
    await stage.installed(past);
    expect(await Promise.all(['1', '2', '3'].map((id) => marketingOf(id, past)))).toEqual([
      'subscribed',
      'unsubscribed',
      'unknown',
    ]);
  });

  it('DB23: changes the consent by its deliveries, and a deleted row ends it', async () => {
    const { email, externalId } = await buyer();
    expect(await marketingOf(externalId)).toBe('unknown');
    store.subscribers.put({ email: email.toUpperCase(), consents: [NEWSLETTER] });
    await becomes(externalId, 'subscribed');
    store.subscribers.put({ email: email.toUpperCase(), consents: [] }, Date.now() + 2_000);
    await becomes(externalId, 'unsubscribed');
    store.subscribers.put({ email: email.toUpperCase(), consents: [NEWSLETTER] }, Date.now() + 4_000);
    await becomes(externalId, 'subscribed');
    // The platform's clock is ahead here, and the deletion is not older than the row.
    store.subscribers.remove(email);
    await becomes(externalId, 'unsubscribed');
    expect(writes().filter(({ path }) => path.includes('subscribers'))).toEqual([]);
  });

  it('holds for a customer who comes to the store later', async () => {
    const email = `person${5_000 + people + 1}@example.com`;
    store.subscribers.put({ email, consents: [NEWSLETTER] });
    await waitFor(async () => (await stored(stage.app).count(PlatformBSubscriber, { email })) === 1);
    const { externalId } = await buyer({ customer_id: 0 });
    expect(externalId).toMatch(/^guest-/);
    expect(await marketingOf(externalId)).toBe('subscribed');
  });

  it('DB24: is not the checkbox of the checkout', async () => {
    const { externalId } = await buyer({ customer_id: 0, is_email_opt_in: true });
    expect(await marketingOf(externalId)).toBe('unknown');
  });

  it('does not go back to an older state', async () => {
    const { email, externalId } = await buyer();
    const row = store.subscribers.put({ email, consents: [] });
    await becomes(externalId, 'unsubscribed');
    const calls = listCalls().length;
    store.subscribers.put({ email, consents: [NEWSLETTER] }, Date.parse(row.date_modified) - 10 * MINUTE);
    await waitFor(() => Promise.resolve(listCalls().length > calls));
    await readsDone();
    expect(await marketingOf(externalId)).toBe('unsubscribed');
    // The stored row counts for customers with the address who come later.
    const [known] = await stored(stage.app).rows(PlatformBSubscriber, { email }, 'marketing');
    expect(known?.marketing).toBe('unsubscribed');
  });

  it('is read again after failures of the store', async () => {
    const { email, externalId } = await buyer();
    store.faults.next('serverError', 2, { on: 'subscribers' });
    store.subscribers.put({ email, consents: [NEWSLETTER] });
    await becomes(externalId, 'subscribed');
    expect(await marketingOf(externalId)).toBe('subscribed');
  });

  it('is read where the job of a delivery was lost, and where no delivery came', async () => {
    const [first, second] = [await buyer(), await buyer()];
    for (const { id } of store.hooks.list()) store.hooks.deactivate(id);
    const { id } = store.subscribers.put({ email: first.email, consents: [NEWSLETTER] });
    const due = { retailerId: idOf(store), subscriberId: String(id), dueAt: ago(1, 'minute') };
    await given(stage.app).insert(PlatformBSubscriber, due);
    await becomes(first.externalId, 'subscribed');
    store.subscribers.put({ email: second.email, consents: [NEWSLETTER] });
    const watched = await stage.app.admin('POST', `/admin/retailers/${idOf(store)}/reconcile`);
    expect(watched.status).toBeLessThan(300);
    await becomes(second.externalId, 'subscribed');
    expect(store.hooks.list().every(({ is_active: active }) => active)).toBe(true);
  });

  it('breaks nothing where the merchant has not granted its scope', async () => {
    const poor = stage.newStore();
    poor.merchant.grants = ALL_SCOPES;
    poor.subscribers.put({ email: 'poor@example.com', consents: [NEWSLETTER] });
    poor.faults.always('forbidden', { on: 'subscribers' });
    await stage.installed(poor);
    poor.subscribers.put({ email: 'poor@example.com', consents: [] });
    await readsDone();
    expect(await stored(stage.app).rows(Retailer, { id: idOf(poor) }, 'status')).toEqual([{ status: 'installed' }]);
    expect(await write({ email: 'poor@example.com' }, poor)).toBe('scope_missing');
  });
});

describe('a decision that is made with us', () => {
  it('DB22: is one search and one change that leaves the rest of the row unchanged', async () => {
    const consents = ['abandoned_cart', NEWSLETTER];
    const name = { first_name: 'Bo', last_name: 'Li', source: 'order', order_id: 7, channel_id: 3 } as const;
    const row = store.subscribers.put({ email: 'bo@example.com', consents, ...name }, Date.now() - MINUTE);
    const before = listCalls().length;
    expect(await write({ email: 'bo@example.com' })).toBe('written');
    const made = listCalls()
      .slice(before)
      .filter(({ path }) => !path.includes('id%3Ain'));
    expect(made.map(({ method }) => method)).toEqual(['GET', 'PUT']);
    const changed = store.subscribers.get(row.id);
    expect(changed).toEqual({ ...row, consents: ['abandoned_cart'], date_modified: changed?.date_modified });
    expect(await write({ email: 'bo@example.com', marketing: 'subscribed' })).toBe('written');
    expect(store.subscribers.get(row.id)?.consents).toEqual([NEWSLETTER, 'abandoned_cart']);
  });

  it('DB22: is written once more after the store was unreachable, and its answer may be lost', async () => {
    store.subscribers.put({ email: 'cy@example.com', consents: [NEWSLETTER] }, Date.now() - MINUTE);
    // The read of the new row must not meet the faults.
    await waitFor(async () => (await stored(stage.app).count(PlatformBSubscriber, { email: 'cy@example.com' })) === 1);
    await readsDone();
    store.faults.always('serverError', { on: 'subscribers' });
    await expect(write({ email: 'cy@example.com' })).rejects.toBeInstanceOf(PlatformBError);
    store.faults.clear();
    store.faults.next('slow', 1, { on: 'subscribers', delayMs: 1 }).next('lostAnswer', 1, { on: 'subscribers' });
    expect(await write({ email: 'cy@example.com' })).toBe('written');
    expect(store.subscribers.byEmail('cy@example.com')?.consents).toEqual([]);
  });

  it('DB22: never puts an address on the list', async () => {
    expect(await write({ email: 'nobody@example.com' })).toBe('gone');
    expect(await write({ email: 'nobody@example.com', marketing: 'subscribed' })).toBe('gone');
    expect(store.subscribers.byEmail('nobody@example.com')).toBeUndefined();
    expect(writes().some(({ method }) => method === 'POST' || method === 'DELETE')).toBe(
      writes().some(({ path }) => path.startsWith('/v3/hooks')),
    );
  });

  it('yields to a newer decision on the store, and its own echo writes nothing', async () => {
    const row = store.subscribers.put({ email: 'di@example.com', consents: [NEWSLETTER] });
    expect(await write({ email: 'di@example.com', decidedAt: new Date(Date.now() - MINUTE) })).toBe('written');
    expect(store.subscribers.get(row.id)?.consents).toEqual([NEWSLETTER]);
    store.subscribers.put({ email: 'di@example.com', consents: [] }, Date.now() - MINUTE);
    const before = writes().length;
    expect(await write({ email: 'di@example.com' })).toBe('written');
    expect(writes()).toHaveLength(before);
  });

  it('is not written without the scope', async () => {
    const poor = await stage.installed();
    poor.subscribers.put({ email: 'ed@example.com', consents: [NEWSLETTER] }, Date.now() - MINUTE);
    expect(await write({ email: 'ed@example.com' }, poor)).toBe('scope_missing');
    expect(poor.subscribers.byEmail('ed@example.com')?.consents).toEqual([NEWSLETTER]);
  });
});

it('a person who was erased does not come back by the list', async () => {
  const { email, externalId } = await buyer();
  store.subscribers.put({ email, consents: [NEWSLETTER] });
  await becomes(externalId, 'subscribed');
  const subject = { externalId, email, phone: null, orderIds: [] };
  const delivery = { id: randomUUID(), receivedAt: new Date() };
  const request = { retailerId: idOf(store), kind: 'customer_redact', subject, reference: null, delivery } as const;
  await tools.transaction((tx) => tools.get(PrivacyService).record(tx, request));
  await waitFor(async () => (await stored(stage.app).count(PlatformBSubscriber, { email })) === 0);
  const { id } = store.subscribers.put({ email, consents: [] });
  const row = { retailerId: idOf(store), subscriberId: String(id) };
  const known = () => stored(stage.app).rows(PlatformBSubscriber, row, 'email', 'dueAt');
  await waitFor(async () => (await known()).some(({ dueAt }) => dueAt === null));
  expect(await known()).toEqual([{ email: null, dueAt: null }]);
});
