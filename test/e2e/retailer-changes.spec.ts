import { randomUUID } from 'node:crypto';
import { entityId } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Recount } from '../../src/commerce/recount/recount.entity.js';
import { MultipassSecret } from '../../src/retailers/multipass-secret.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { Transition } from '../../src/segmentation/membership/transition.entity.js';
import { given, stored } from '../factories/given.js';
import { anOrder, json } from '../factories/wire.js';
import { defineSegments } from '../setup/store-state.js';
import { type Answer, TestApp, waitFor } from '../setup/test-app.js';
import { deliver, installStore } from '../setup/webhooks.js';

const SECRET = 'canary-multipass-secret';

let app: TestApp;
let store: { retailerId: string; brandId: string };

beforeAll(async () => {
  app = await TestApp.start();
  store = await installStore(app);
});
afterAll(() => app.stop());

const change = (body: unknown, id = store.retailerId): Promise<Answer<Record<string, unknown>>> =>
  app.admin('PATCH', `/admin/retailers/${id}`, body);

describe('PATCH /admin/retailers/{id}', () => {
  it('returns the retailer with its settings and whether Multipass is configured', async () => {
    const { body: before } = await app.admin<object>('GET', `/admin/retailers/${store.retailerId}`);
    const settings = { countUnpaidOrders: false };
    expect(await change({})).toMatchObject({ status: 200, body: { ...before, settings, multipassConfigured: false } });
  });

  it('sets flags, and refuses those it does not know', async () => {
    expect((await change({ flags: { bulkReads: false } })).body).toMatchObject({ flags: { bulkReads: false } });
    expect((await change({ settings: {} })).body).toMatchObject({ flags: { bulkReads: false } });
    expect((await change({ flags: { bulkReads: true } })).body).toMatchObject({ flags: { bulkReads: true } });
    for (const [flags, pointer] of [
      [{ noSuchFlag: true }, '/flags/noSuchFlag'],
      [{ bulkReads: 'yes' }, '/flags/bulkReads'],
    ] as const) {
      expect(await change({ flags })).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
    }
    const [first] = (await app.admin<{ items: { subject: string; action: string }[] }>('GET', '/admin/actions')).body
      .items;
    expect(first).toMatchObject({ subject: 'tester' });
  });

  it('keeps who set a flag when, for GET /admin/retailers/{id}/flags', async () => {
    const { retailerId } = await installStore(app, 'flags.myshopify.com');
    const read = async () => (await app.admin('GET', `/admin/retailers/${retailerId}/flags`)).body;
    expect(await read()).toEqual({ flags: { bulkReads: true }, history: [] });
    await change({ flags: { bulkReads: true } }, retailerId);
    for (const bulkReads of [false, false, true]) await change({ flags: { bulkReads } }, retailerId);
    const by = { flag: 'bulkReads', setBy: 'tester', at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown };
    expect(await read()).toEqual({
      flags: { bulkReads: true },
      history: [
        { ...by, value: true },
        { ...by, value: false },
      ],
    });
    expect((await app.admin('GET', `/admin/retailers/${randomUUID()}/flags`)).status).toBe(404);
  });

  it('stores the Multipass secret sealed, never returns it, and removes it', async () => {
    const set = await change({ multipassSecret: SECRET });
    expect(set.body).toMatchObject({ multipassConfigured: true });
    const read = await app.admin('GET', `/admin/retailers/${store.retailerId}`);
    expect(JSON.stringify([set.body, read.body])).not.toContain(SECRET);
    const rows = await stored(app).rows(MultipassSecret, {}, 'secret');
    expect(rows).toEqual([{ secret: expect.stringMatching(/^v1\./) }]);
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    expect((await change({ settings: {} })).body).toMatchObject({ multipassConfigured: true });
    expect((await change({ multipassSecret: null })).body).toMatchObject({ multipassConfigured: false });
    expect(await stored(app).rows(MultipassSecret)).toEqual([]);
  });

  it('updates facts and memberships after a change of which orders count', async () => {
    await defineSegments(app, store, { Buyers: { minOrders: 1 } });
    const order = anOrder({ customerId: 8101, total: '30.00', status: 'pending' });
    await deliver(app.url, { topic: 'orders/create', body: json(order) });
    await app.settled();
    const path = `/admin/retailers/${store.retailerId}/customers?externalId=8101`;
    const customer = async () => (await app.admin<{ items: object[] }>('GET', path)).body.items[0];
    const follows = async (expected: object): Promise<void> => {
      await waitFor(async () => (await stored(app).rows(Recount)).length === 0);
      await app.settled();
      expect(await customer()).toMatchObject(expected);
    };
    await follows({ ordersCount: 0, totalSpent: '0.00', segments: [] });
    expect((await change({ settings: { countUnpaidOrders: true } })).body).toMatchObject({
      settings: { countUnpaidOrders: true },
    });
    await follows({ ordersCount: 1, totalSpent: '30.00', segments: ['Buyers'] });
    const causes = await stored(app).rows(
      Transition,
      { customerId: entityId(store.retailerId, 'customer', '8101') },
      'cause',
    );
    expect(causes).toEqual([{ cause: 'settings' }]);
    await change({ settings: { countUnpaidOrders: false } });
    await follows({ ordersCount: 0, totalSpent: '0.00', segments: [] });
  });

  it('completes the recount by a sweep if Redis has lost the job', async () => {
    await given(app).set(Retailer, { settings: { countUnpaidOrders: true } });
    await app.sql(`INSERT INTO recounts VALUES ($1, NULL, now() - interval '2 minutes')`, [store.retailerId]);
    await waitFor(async () => (await stored(app).rows(Recount)).length === 0);
    expect(await app.sql(`SELECT DISTINCT counted FROM orders`)).toEqual([{ counted: true }]);
  });

  it.each([
    [{ settings: { countUnpaidOrders: 'true' } }, '/settings/countUnpaidOrders'],
    [{ settings: { countUnpaidOrders: null } }, '/settings/countUnpaidOrders'],
    [{ settings: { other: true } }, '/settings/other'],
    [{ settings: [] }, '/settings'],
    [{ settings: null }, '/settings'],
    [{ multipassSecret: '' }, '/multipassSecret'],
    [{ multipassSecret: 'x'.repeat(15) }, '/multipassSecret'],
    [{ multipassSecret: 7 }, '/multipassSecret'],
    [{ multipassSecret: 'x'.repeat(256) }, '/multipassSecret'],
    [{ multipassSecret: 'a\u0000b' }, '/multipassSecret'],
    [{ status: 'installed' }, '/status'],
  ])('refuses %j with a pointer and changes nothing', async (body, pointer) => {
    const before = await stored(app).rows(Retailer, {}, 'settings');
    const answer = await change(body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ pointer })]) });
    expect(await stored(app).rows(Retailer, {}, 'settings')).toEqual(before);
    expect(JSON.stringify(answer.body)).not.toContain('xxx');
  });

  it('answers 404 for an unknown retailer', async () => {
    for (const id of ['11111111-1111-4111-8111-111111111111', 'none']) expect((await change({}, id)).status).toBe(404);
  });

  it('deletes the secret at uninstall', async () => {
    await change({ multipassSecret: SECRET });
    expect(await stored(app).rows(MultipassSecret)).toHaveLength(1);
    await deliver(app.url, { topic: 'app/uninstalled', body: json({ id: 1 }) });
    // A job of its own confirms the uninstallation and deletes.
    await waitFor(async () => (await stored(app).rows(MultipassSecret)).length === 0);
  });
});
