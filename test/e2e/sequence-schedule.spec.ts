import { describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { given } from '../factories/given.js';
import { step } from '../setup/sequence-store.js';
import { sequenceStores } from '../setup/sequence-stores.js';
import { waitFor } from '../setup/wait-for.js';

const stores = sequenceStores('schedule', 1);
const HOUR_MS = 3_600_000;
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

describe('schedule.at', () => {
  it('lets a run wait for the instant, scheduled until then', async () => {
    const at = inSeconds(5);
    const store = await stores.open({ '1': {} }, { schedule: { at }, steps: [step('one'), step('two', 'PT1S')] });
    const started = (await store.execute(stores.id)).body;
    expect(started).toMatchObject({ status: 'scheduled', startsAt: at });
    await waitFor(async () => (await store.messages(started.executionId)).length === 1);
    expect(await store.messages(started.executionId)).toMatchObject([{ state: 'queued', sendAt: at }]);
    expect(store.received()).toEqual({});
    const same = await store.execute(stores.id);
    expect(same).toMatchObject({ status: 409, body: { code: 'already_running' } });
    await waitFor(async () => (await store.execution(started.executionId)).status === 'running');
    expect(await store.ended(started.executionId)).toMatchObject({ status: 'completed', counts: { sent: 2 } });
    const [first] = (await store.messages(started.executionId)).flatMap(({ sentAt }) => sentAt ?? []).sort();
    expect(first && first >= at).toBe(true);
  });

  it('can be cancelled before it begins', async () => {
    const store = await stores.open({ '1': {} }, { schedule: { at: inSeconds(3_600) } });
    const { executionId } = (await store.execute(stores.id)).body;
    await waitFor(async () => (await store.messages(executionId)).length === 1);
    const cancelled = await stores.app.admin('POST', `/admin/executions/${executionId}/cancel`);
    expect(cancelled).toMatchObject({
      status: 200,
      body: { status: 'cancelled', counts: { skipped: { cancelled: 1 } } },
    });
    expect(store.received()).toEqual({});
  });

  it('begins at once where it is over, which PUT warns of, and in a test', async () => {
    const store = await stores.open({ '1': {} });
    const saved = await store.put(stores.id, { schedule: { at: '2026-01-01T00:00:00Z' }, steps: [step('one')] });
    expect(saved.body).toMatchObject({ warnings: [{ pointer: '/schedule/at' }] });
    const { body } = await store.execute(stores.id, {}, { prefer: 'wait=15' });
    expect(body).toMatchObject({ status: 'completed', counts: { sent: 1 } });
    await store.put(stores.id, { schedule: { at: inSeconds(3_600) }, steps: [step('one')] });
    const test = { mode: 'test', recipients: [store.addressOf('editor')] };
    expect((await store.execute(stores.id, test, { prefer: 'wait=15' })).body.counts).toMatchObject({ sent: 1 });
  });

  it('keeps the version of an equal instant', async () => {
    const store = await stores.open({});
    const version = async (at: string) => (await store.put(stores.id, { schedule: { at }, steps: [step('x')] })).body;
    const first = await version('2027-03-01T09:00:00+01:00');
    expect(first).toMatchObject({ schedule: { at: '2027-03-01T08:00:00.000Z' } });
    expect((await version('2027-03-01T08:00Z')).version).toBe(first.version);
    expect((await version('2027-03-01T08:01Z')).version).toBe(first.version + 1);
  });

  it.each<[what: string, definition: object, pointer: string]>([
    ['an instant without a zone', { schedule: { at: '2027-03-01T08:00:00' } }, '/schedule/at'],
    ['a day that does not exist', { schedule: { at: '2027-02-30T08:00:00Z' } }, '/schedule/at'],
    ['an hour that does not exist', { schedule: { localHour: 24 } }, '/schedule/localHour'],
    ['a schedule without a key', { schedule: {} }, '/schedule'],
    [
      'an instant with a trigger',
      { trigger: 'segment_entered', schedule: { at: '2027-03-01T08:00:00Z' } },
      '/schedule/at',
    ],
  ])('refuses %s', async (_what, definition, pointer) => {
    const store = await stores.open({});
    const { status, body } = await store.put(stores.id, { steps: [step('one')], ...definition });
    expect({ status, body }).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  });
});

describe('schedule.localHour', () => {
  it("sends in the hour of the customer's country, or of the store", async () => {
    const utcHour = new Date().getUTCHours();
    // An hour that has passed in the store's zone, so that the store's customers wait for tomorrow.
    const hour = (utcHour + 22) % 24;
    const store = await stores.open({ store: {}, japan: {}, india: {}, unknown: {} });
    await given(stores.app).set(Retailer, { timeZone: 'UTC' }, { id: store.retailerId });
    for (const [name, country] of [
      ['japan', 'JP'],
      ['india', 'IN'],
      ['unknown', 'ZZ'],
    ] as const) {
      await given(stores.app).set(Customer, { country }, { retailerId: store.retailerId, id: store.idOf(name) });
    }
    await store.put(stores.id, { schedule: { localHour: hour }, steps: [step('one')] });
    const { executionId } = (await store.execute(stores.id)).body;
    await waitFor(async () => (await store.messages(executionId)).length === 4);
    const shown = await store.messages(executionId);
    const hourIn = (customer: string, timeZone: string): string => {
      const sendAt = shown.find(({ customerId }) => customerId === store.idOf(customer))?.sendAt ?? '';
      const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
      return new Intl.DateTimeFormat('en-GB', options).format(new Date(sendAt));
    };
    const wanted = `${String(hour).padStart(2, '0')}:00`;
    expect([
      hourIn('store', 'UTC'),
      hourIn('unknown', 'UTC'),
      hourIn('japan', 'Asia/Tokyo'),
      hourIn('india', 'Asia/Kolkata'),
    ]).toEqual([wanted, wanted, wanted, wanted]);
    for (const { sendAt } of shown) {
      expect(Date.parse(sendAt)).toBeGreaterThan(Date.now());
      expect(Date.parse(sendAt)).toBeLessThan(Date.now() + 25 * HOUR_MS);
    }
    const first = shown.map(({ sendAt }) => sendAt).sort()[0];
    expect(await store.execution(executionId)).toMatchObject({ status: 'scheduled', startsAt: first });
    const dry = await store.execute(stores.id, { mode: 'dryRun', repeat: true }, { prefer: 'wait=15' });
    const planned = await store.messages(dry.body.executionId);
    const times = (messages: typeof shown) => Object.fromEntries(messages.map((m) => [m.customerId, m.sendAt]));
    expect(times(planned)).toEqual(times(shown));
  });

  it('waits for the end of quiet hours', async () => {
    const hour = (new Date().getUTCHours() + 2) % 24;
    const [from, to] = [hour, (hour + 1) % 24].map((each) => String(each).padStart(2, '0'));
    const quietHours = { from: `${from}:00`, to: `${to}:30` };
    const store = await stores.open({ '1': {} }, { timeZone: 'UTC', quietHours, schedule: { localHour: hour } });
    const { executionId } = (await store.execute(stores.id, { mode: 'dryRun' }, { prefer: 'wait=15' })).body;
    const [line] = await store.messages(executionId);
    expect(line?.sendAt.slice(11, 16)).toBe(`${to}:30`);
  });

  it('sends at once within the hour', async () => {
    const store = await stores.open({ '1': {} });
    await given(stores.app).set(Retailer, { timeZone: 'UTC' }, { id: store.retailerId });
    await store.put(stores.id, { schedule: { localHour: new Date().getUTCHours() }, steps: [step('one')] });
    const { body } = await store.execute(stores.id, {}, { prefer: 'wait=15' });
    expect(body).toMatchObject({ status: 'completed', counts: { sent: 1 } });
  });
});
