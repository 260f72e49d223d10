import { randomUUID } from 'node:crypto';
import { PlatformASimulator } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Delivery } from '../../src/inbox/delivery.entity.js';
import { PrivacyRequest } from '../../src/privacy/privacy-request.entity.js';
import { Credentials } from '../../src/retailers/credentials.entity.js';
import { aCustomerRedact, aDataRequest } from '../factories/compliance.js';
import { given, stored } from '../factories/given.js';
import { aCustomer, aRefund, anOrder, json, newId } from '../factories/wire.js';
import { InstalledStore } from '../setup/installed-store.js';
import { expectMetric } from '../setup/metrics.js';
import { CLIENT_ID, CLIENT_SECRET, TestApp } from '../setup/test-app.js';
import { waitFor } from '../setup/wait-for.js';
import { deliver } from '../setup/webhooks.js';
import { Browser } from './install-flow.js';

/** The signature does not cover the headers, which contain topic, store, id and time. */

let platform: PlatformASimulator;
let app: TestApp;
let one: InstalledStore;
let two: InstalledStore;
let stores = 0;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  app = await TestApp.start({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate });
});
afterAll(async () => {
  await app?.stop();
  await platform?.stop();
});
beforeEach(async () => {
  [one, two] = [await anInstalledStore(), await anInstalledStore()];
});

const anInstalledStore = () => InstalledStore.install(app, platform, `origin${(stores += 1)}.myshopify.com`);

/** Sends the delivery and, unless `settled` is false, waits until it is processed. Returns a reader of the outcome. */
async function send(store: InstalledStore, topic: string, body: object | string, { settled = true } = {}) {
  const webhookId = randomUUID();
  const answer = await deliver(app.url, {
    topic,
    webhookId,
    shop: store.domain,
    body: typeof body === 'string' ? body : json(body),
    triggeredAt: new Date().toISOString(),
  });
  expect(answer.status).toBe(200);
  if (settled) await app.settled();
  return () => outcome(webhookId);
}

async function outcome(webhookId: string) {
  const [row] = await app.sql<{ status: string; problem: string | null; bytes: number; attempts: number }>(
    `SELECT status, problem, octet_length(body) AS bytes, attempts FROM deliveries WHERE delivery_id = $1`,
    [webhookId],
  );
  return row;
}

const status = async ({ retailerId }: InstalledStore): Promise<string> =>
  (await app.admin<{ status: string }>('GET', `/admin/retailers/${retailerId}`)).body.status;
const customersOf = ({ retailerId }: InstalledStore) =>
  app.sql(`SELECT external_id FROM customers WHERE retailer_id = $1`, [retailerId]);
const ordersOf = ({ retailerId }: InstalledStore) =>
  app.sql(`SELECT external_id FROM orders WHERE retailer_id = $1`, [retailerId]);

/** The body of the platform's uninstall delivery. */
const goneOf = ({ shop }: InstalledStore): object => ({
  id: Number(shop.profile.id),
  name: shop.profile.name,
  domain: null,
  myshopify_domain: null,
});
const makeDue = (retailerId: string) =>
  given(app).set(Delivery, { dueAt: new Date() }, { retailerId, status: 'pending' });

describe('a body under a topic of another kind', () => {
  it('has no effect on an order that is sent as an uninstall', async () => {
    const body = anOrder();
    const result = await send(one, 'app/uninstalled', body);
    expect(await result()).toMatchObject({
      status: 'ignored',
      problem: expect.stringContaining('another kind') as string,
    });
    expect(await status(one)).toBe('installed');
    const { body: list } = await app.admin<{ items: { problem: string }[] }>(
      'GET',
      `/admin/deliveries?retailerId=${one.retailerId}&status=ignored`,
    );
    expect(list.items[0]?.problem).toContain('topic');
    await expectMetric(app, /rekindle_deliveries_doubted_total\{reason="another_topic"\} [1-9]/);
  });

  it('has no effect even if it had one under its own topic', async () => {
    const request = json(aDataRequest({ shop: one.domain, customerId: 81 }));
    await send(one, 'customers/create', aCustomer({ id: 81 }));
    expect(await (await send(one, 'customers/data_request', request))()).toMatchObject({ status: 'processed' });
    for (const topic of ['customers/redact', 'shop/redact', 'app/uninstalled', 'customers/update']) {
      expect(await (await send(one, topic, request))()).toMatchObject({ status: 'ignored' });
    }
    const redact = json(aCustomerRedact({ shop: one.domain, customerId: 82 }));
    expect(await (await send(one, 'shop/redact', redact))()).toMatchObject({ status: 'ignored' });
    expect(await customersOf(one)).toEqual([{ external_id: '81' }]);
    expect(await stored(app).rows(PrivacyRequest, { retailerId: one.retailerId }, 'kind')).toEqual([
      { kind: 'data_request' },
    ]);
  });

  it('takes effect if the platform sends the same bytes under several topics of one kind', async () => {
    const body = json(anOrder());
    for (const topic of ['orders/create', 'orders/updated']) {
      expect(await (await send(one, topic, body))()).toMatchObject({ status: 'processed' });
    }
  });
});

describe("a body under another store's name", () => {
  it('has no effect and leaves no bytes if it is an order that its own store sent before', async () => {
    const id = newId();
    const body = json(anOrder({ id }));
    await send(one, 'orders/create', body);
    for (const topic of ['orders/create', 'orders/updated']) {
      const result = await send(two, topic, body);
      expect(await result()).toMatchObject({
        status: 'ignored',
        bytes: 0,
        problem: expect.stringContaining('same bytes') as string,
      });
    }
    expect(await ordersOf(two)).toEqual([]);
    expect(await ordersOf(one)).toEqual([{ external_id: String(id) }]);
    // The refusals block nothing: the order's own store may send it again.
    expect(await (await send(one, 'orders/updated', body))()).toMatchObject({ status: 'processed' });
  });

  it('has no effect even if its own store sends it at the same moment', async () => {
    const bodies = Array.from({ length: 20 }, () => json(anOrder()));
    for (const body of bodies) {
      await send(one, 'orders/create', body, { settled: false });
      await send(two, 'orders/create', body, { settled: false });
    }
    await app.settled();
    expect(await ordersOf(one)).toHaveLength(20);
    expect(await ordersOf(two)).toEqual([]);
  });

  it('has no effect if it is an order whose status address has the number of another store', async () => {
    const address = `https://shop.example/${one.shop.profile.id}/orders/a/authenticate?key=b`;
    const result = await send(two, 'orders/create', anOrder({ extra: { order_status_url: address } }));
    expect(await result()).toMatchObject({
      status: 'ignored',
      bytes: 0,
      problem: expect.stringContaining('another store') as string,
    });
    expect(await (await send(one, 'orders/create', anOrder({ extra: { order_status_url: address } })))()).toMatchObject(
      { status: 'processed' },
    );
  });

  it.each([
    ['customers/update', () => aCustomer({ id: newId() })],
    ['refunds/create', () => aRefund({ orderId: newId(), amount: '5.00' })],
    ['products/update', () => ({ id: newId(), title: 'Lamp', updated_at: '2026-05-01T10:00:00Z' })],
  ])('has no effect under the topic %s', async (topic, make) => {
    const body = json(make());
    expect(await (await send(one, topic, body))()).toMatchObject({ status: 'processed' });
    expect(await (await send(two, topic, body))()).toMatchObject({ status: 'ignored', bytes: 0 });
  });

  it('has no effect even after its own store has uninstalled the app', async () => {
    const body = json(aCustomer({ id: newId() }));
    await platform.uninstall(one.shop);
    await app.settled();
    await send(one, 'customers/create', body);
    expect(await (await send(two, 'customers/create', body))()).toMatchObject({ status: 'ignored', bytes: 0 });
  });

  it('has no effect if it is an uninstall of another store', async () => {
    const result = await send(two, 'app/uninstalled', goneOf(one));
    expect(await result()).toMatchObject({
      status: 'ignored',
      problem: expect.stringContaining('another store') as string,
    });
    expect(await status(two)).toBe('installed');
  });
});

describe('an uninstall', () => {
  it('takes effect if the platform has revoked our token', async () => {
    await platform.uninstall(one.shop);
    await app.settled();
    expect(await status(one)).toBe('uninstalled');
    expect(await stored(app).rows(Credentials, { retailerId: one.retailerId })).toEqual([]);
  });

  it('has no effect while our token works, and the record of the delivery says why', async () => {
    const result = await send(one, 'app/uninstalled', goneOf(one));
    expect(await result()).toMatchObject({
      status: 'ignored',
      problem: expect.stringContaining('accepts our token') as string,
    });
    expect(await status(one)).toBe('installed');
    await expectMetric(app, /rekindle_deliveries_doubted_total\{reason="token_alive"\} [1-9]/);
  });

  it('takes no effect when its bytes are sent again after a reinstall', async () => {
    const body = json(goneOf(one));
    one.shop.tokens.revokeAll();
    await send(one, 'app/uninstalled', body);
    expect(await status(one)).toBe('uninstalled');
    await new Browser(app.url).install(one.domain);
    await one.isSetUp();
    expect(await (await send(one, 'app/uninstalled', body))()).toMatchObject({ status: 'ignored' });
    expect(await status(one)).toBe('installed');
  });

  it('waits while the platform does not answer, and takes effect when it does', async () => {
    const asked = (): number => platform.graphqlRequests.filter(({ shop }) => shop === one.domain).length;
    const before = asked();
    one.shop.faults.always('serverError');
    one.shop.tokens.revokeAll();
    const result = await send(one, 'app/uninstalled', goneOf(one), { settled: false });
    await waitFor(async () => ((await result())?.attempts ?? 0) > 0);
    await waitFor(() => asked() > before);
    expect(await status(one)).not.toBe('uninstalled');
    expect(await result()).toMatchObject({
      status: 'pending',
      problem: expect.stringContaining('a job checks') as string,
    });
    one.shop.faults.clear();
    await waitFor(async () => {
      await makeDue(one.retailerId);
      return (await result())?.status === 'processed';
    });
    expect(await status(one)).toBe('uninstalled');
  });
});
