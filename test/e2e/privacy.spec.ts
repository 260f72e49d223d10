import { randomUUID } from 'node:crypto';
import { entityId, retailerIdOf } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Delivery } from '../../src/inbox/delivery.entity.js';
import { PrivacyExport } from '../../src/privacy/privacy-export.entity.js';
import { PrivacyRequest } from '../../src/privacy/privacy-request.entity.js';
import { Credentials } from '../../src/retailers/credentials.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { aCustomerRedact, aDataRequest, aShopRedact } from '../factories/compliance.js';
import { ago, ahead, given, stored } from '../factories/given.js';
import { aCustomer, anOrder, aRefund, json, newId } from '../factories/wire.js';
import { placesOf } from '../setup/database-dump.js';
import { defineSegments, expectConsistency } from '../setup/store-state.js';
import { type Answer, TestApp, waitFor } from '../setup/test-app.js';
import { deliver, installStore } from '../setup/webhooks.js';

interface Receipt {
  outcome: string;
  removed: Record<string, number>;
  rescan: { tables: number; columns: number; found: object } | null;
}
interface Request {
  id: string;
  retailerId: string;
  kind: string;
  status: string;
  attempts: number;
  problem: string | null;
  customerExternalId: string | null;
  reference: string | null;
  deliveryId: string;
  finishedAt: string | null;
  receipt: Receipt | null;
  exportExpiresAt: string | null;
}
interface Export {
  customers: { email: string; externalId: string }[];
  orders: { externalId: string }[];
  refunds: { externalId: string }[];
  segmentMemberships: { segment: string }[];
  segmentTransitions: { kind: string }[];
  deliveries: { topic: string; content: Record<string, unknown> | null }[];
}

const LATER = '2026-05-02T10:00:00-04:00';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

let stores = 0;
/** Installs a separate store for each test. */
async function aStore(): Promise<{ shop: string; retailerId: string; brandId: string; send: Send }> {
  const shop = `privacy${(stores += 1)}.myshopify.com`;
  return { shop, ...(await installStore(app, shop)), send: sender(shop) };
}
type Send = (topic: string, body: unknown, more?: object) => Promise<Response>;
const sender =
  (shop: string): Send =>
  (topic, body, more = {}) =>
    deliver(app.url, { topic, shop, body: typeof body === 'string' ? body : json(body), ...more });

const requestsOf = async (retailerId: string): Promise<Request[]> =>
  (await app.admin<{ items: Request[] }>('GET', `/admin/privacy-requests?retailerId=${retailerId}`)).body.items;

/** The newest request of the store, once it is done. */
async function done(retailerId: string): Promise<Request> {
  await app.settled();
  await waitFor(async () => {
    const requests = await requestsOf(retailerId);
    return requests.length > 0 && requests.every(({ status }) => status === 'done');
  });
  const [newest] = await requestsOf(retailerId);
  if (!newest) throw new Error('no request');
  return newest;
}

const exportOf = (id: string, token = app.adminToken()): Promise<Response> =>
  fetch(`${app.url}/admin/privacy-requests/${id}/export`, { headers: { authorization: `Bearer ${token}` } });

const customers = async (retailerId: string): Promise<string[]> =>
  (
    await app.sql<{ id: string }>(`SELECT external_id AS id FROM customers WHERE retailer_id = $1 ORDER BY 1`, [
      retailerId,
    ])
  ).map(({ id }) => id);

const delivery = async (
  webhookId: string,
): Promise<{ status: string; problem: string | null; bytes: number; id: string }> => {
  const [row] = await app.sql<{ status: string; problem: string | null; bytes: number; id: string }>(
    `SELECT id, status, problem, octet_length(body) AS bytes FROM deliveries WHERE delivery_id = $1`,
    [webhookId],
  );
  if (!row) throw new Error('no such delivery');
  return row;
};

/** Creates a person with two orders, a refund, consent and a segment, and another customer. */
async function aPerson(
  store: Awaited<ReturnType<typeof aStore>>,
  email: string,
  surname: string,
): Promise<{ id: number; other: number; orders: number[]; otherOrder: number }> {
  const { send, retailerId, brandId } = store;
  const [id, other, first, second, otherOrder] = [newId(), newId(), newId(), newId(), newId()];
  await defineSegments(app, { retailerId, brandId }, { Buyers: { minOrders: 1 } });
  const person = { ...aCustomer({ id, email }), first_name: 'Zenobia', last_name: surname };
  await send('customers/create', person);
  const extra = { email, customer: person, customer_locale: 'fr-CA' };
  await send('orders/create', anOrder({ id: first, customerId: id, extra }));
  await send('orders/create', anOrder({ id: second, extra: { email, customer: person } }));
  await send('refunds/create', aRefund({ orderId: second, amount: '30.00' }));
  await send('customers_email_marketing_consent/update', {
    customer_id: id,
    email_address: email,
    email_marketing_consent: { state: 'subscribed', opt_in_level: 'single_opt_in', consent_updated_at: LATER },
  });
  await send('orders/create', anOrder({ id: otherOrder, customerId: other }));
  await app.settled();
  return { id, other, orders: [first, second], otherOrder };
}

describe('the compliance topics', () => {
  it.each(['customers/data_request', 'customers/redact', 'shop/redact'])(
    'W37 %s is a 401 with a bad signature, and nothing is stored',
    async (topic) => {
      const { shop, retailerId, send } = await aStore();
      expect((await send(topic, aCustomerRedact({ shop }), { secret: 'guess' })).status).toBe(401);
      expect(await stored(app).rows(Delivery, { retailerId })).toEqual([]);
    },
  );

  it('W17 of an unknown store are answered 200 and have no effect', async () => {
    const shop = 'never-seen.myshopify.com';
    expect((await sender(shop)('shop/redact', aShopRedact(shop))).status).toBe(200);
    expect(await requestsOf(retailerIdOf('platform-a', shop))).toEqual([]);
  });

  it.each(['customers/data_request', 'customers/redact', 'shop/redact'])(
    'W18 %s with the body of another store has no effect on either',
    async (topic) => {
      const [victim, sent] = [await aStore(), await aStore()];
      const webhookId = randomUUID();
      // No two stores send the same bytes.
      const email = `victim-of-${topic.replace('/', '-')}@example.com`;
      await victim.send('customers/create', aCustomer({ id: 18, email }));
      const body = { ...aCustomerRedact({ shop: victim.shop, customerId: 18, email }) };
      expect((await sent.send(topic, body, { webhookId })).status).toBe(200);
      await app.settled();
      expect(await delivery(webhookId)).toMatchObject({
        status: 'ignored',
        problem: 'the body belongs to another store than the header names',
        // The body has an address of another store's customer.
        bytes: 0,
      });
      expect([await requestsOf(victim.retailerId), await requestsOf(sent.retailerId)]).toEqual([[], []]);
      expect(await customers(victim.retailerId)).toEqual(['18']);
    },
  );

  it.each([
    ['no customer', { customer: null }],
    ['an id that is none', { customer: { id: 'x' } }],
    ['orders that are none', { customer: { id: 1 }, orders_to_redact: [{}, 'x'] }],
    ['no shop', { shop_domain: undefined }],
  ])('with %s fail visibly', async (_, change) => {
    const { shop, retailerId, send } = await aStore();
    const webhookId = randomUUID();
    expect((await send('customers/redact', { ...aCustomerRedact({ shop }), ...change }, { webhookId })).status).toBe(
      200,
    );
    await app.settled();
    expect(await delivery(webhookId)).toMatchObject({ status: 'failed' });
    expect(await requestsOf(retailerId)).toEqual([]);
  });
});

describe('customers/data_request', () => {
  it('W37 makes a file of everything that is known of the person, and of nobody else', async () => {
    const store = await aStore();
    const email = 'zenobia.export@example.com';
    const surname = 'Quarterexport';
    const person = await aPerson(store, email, surname);
    await store.send(
      'customers/data_request',
      aDataRequest({ shop: store.shop, customerId: person.id, email, orders: [person.orders[0] ?? 0] }),
    );
    const request = await done(store.retailerId);
    expect(request).toMatchObject({
      kind: 'data_request',
      reference: '9999',
      customerExternalId: String(person.id),
      attempts: 1,
      receipt: { outcome: 'exported', removed: {}, rescan: null },
    });

    const answer = await exportOf(request.id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="personal-data-${request.id}.json"`);
    const text = await answer.text();
    const file = JSON.parse(text) as Export;
    expect(file.customers).toMatchObject([
      {
        email,
        externalId: String(person.id),
        firstName: 'Zenobia',
        language: 'fr-CA',
        languageSaidAt: '2026-05-01T14:00:00.000Z',
        marketing: 'subscribed',
        ordersCount: 2,
      },
    ]);
    expect(file.orders.map(({ externalId }) => externalId)).toEqual(person.orders.map(String).sort());
    expect(file.refunds).toMatchObject([{ orderExternalId: String(person.orders[1]), amount: '30.0000' }]);
    expect(file.segmentMemberships).toMatchObject([{ segment: 'Buyers', leftAt: null }]);
    expect(file.segmentTransitions).toMatchObject([{ segment: 'Buyers', kind: 'entered' }]);
    expect(file.deliveries.map(({ topic }) => topic).sort()).toEqual([
      'customers/create',
      'customers_email_marketing_consent/update',
      'orders/create',
      'orders/create',
      'refunds/create',
    ]);
    expect(file.deliveries.every(({ content }) => content !== null)).toBe(true);
    expect(text).not.toContain(String(person.other));
    expect(text).not.toContain(String(person.otherOrder));
  });

  it('is answered for an unknown person', async () => {
    const { shop, retailerId, send } = await aStore();
    await send('customers/data_request', aDataRequest({ shop, customerId: 404, email: 'nobody@example.com' }));
    const { id } = await done(retailerId);
    expect(await (await exportOf(id)).json()).toMatchObject({ customers: [], orders: [], deliveries: [] });
  });

  it('keeps the file only until it expires', async () => {
    const { shop, retailerId, send } = await aStore();
    const email = 'expires@example.com';
    await send('customers/create', aCustomer({ id: 5, email }));
    await send('customers/data_request', aDataRequest({ shop, customerId: 5, email }));
    const { id, exportExpiresAt } = await done(retailerId);
    const days = (Date.parse(exportExpiresAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(13.9);
    expect(days).toBeLessThanOrEqual(14);
    await given(app).set(PrivacyExport, { expiresAt: new Date() }, { requestId: id });
    const gone = await exportOf(id);
    expect([gone.status, ((await gone.json()) as { code: string }).code]).toEqual([410, 'export_expired']);
    await waitFor(async () => (await stored(app).rows(PrivacyExport, { requestId: id })).length === 0);
    expect((await app.admin<Request>('GET', `/admin/privacy-requests/${id}`)).body.customerExternalId).toBeNull();
  });

  it('makes a file for admins with full access only; other requests have no file', async () => {
    const { shop, retailerId, send } = await aStore();
    await send('shop/redact', aShopRedact(shop));
    const { id } = await done(retailerId);
    expect((await exportOf(id, app.adminToken({}))).status).toBe(403);
    expect((await exportOf(id, 'x')).status).toBe(401);
    expect((await exportOf(id)).status).toBe(404);
    expect((await exportOf(randomUUID())).status).toBe(404);
    expect((await exportOf('..%2f')).status).toBe(404);
    expect((await app.admin('GET', '/admin/privacy-requests?retailerId=1')).status).toBe(400);
  });
});

describe('customers/redact', () => {
  it('W37 leaves nothing of the person in the whole database, and everything of others', async () => {
    const store = await aStore();
    const elsewhere = await aStore();
    const email = 'zenobia.redact@example.com';
    const surname = 'Quarterredact';
    const person = await aPerson(store, email, surname);
    // The erasure is for one store: the same person in another store stays.
    await elsewhere.send('customers/create', aCustomer({ id: person.id, email: 'same@example.com' }));
    const moved = aCustomer({ id: person.id, updatedAt: LATER, email: 'same@example.com' });
    await store.send('customers/update', { ...moved, last_name: surname });
    // The address is also escaped in a body of another topic, and in two deliveries that fail.
    const escaped = email.replace('@', '\\u0040').replace('z', '\\u007a');
    await store.send('products/update', `{"id":77,"title":"x","updated_at":"${LATER}","note":"for ${escaped}"}`);
    await store.send('orders/create', `{"id":"none","note":"${email.toUpperCase()}"}`);
    await store.send('orders/create', `{"id":[,"note":"${escaped}"}`);
    await app.settled();
    await given(app).set(Delivery, { receivedAt: ago(20, 'day') }, { retailerId: store.retailerId });
    await store.send('customers/data_request', aDataRequest({ shop: store.shop, customerId: person.id, email }));
    const exported = await done(store.retailerId);
    expect(await placesOf(app, email, surname)).toEqual(
      expect.arrayContaining(['customers.last_name', 'deliveries.body', 'privacy_exports.content']) as string[],
    );

    const webhookId = randomUUID();
    const body = aCustomerRedact({ shop: store.shop, customerId: person.id, email, orders: person.orders });
    expect((await store.send('customers/redact', body, { webhookId })).status).toBe(200);
    const request = await done(store.retailerId);

    expect(await placesOf(app, email, surname)).toEqual([]);
    expect(request).toMatchObject({ kind: 'customer_redact', customerExternalId: null, problem: null });
    expect(request.deliveryId).toBe((await delivery(webhookId)).id);
    expect(request.receipt).toMatchObject({
      outcome: 'erased',
      removed: {
        customers: 1,
        orders: 2,
        segment_memberships: 1,
        segment_transitions: 1,
        privacy_exports: 1,
        // Two of the customer, two of orders, and one each of a refund, a consent and a product; two that failed.
        deliveries: 9,
      },
      rescan: { found: {} },
    });
    expect(request.receipt?.rescan?.tables).toBeGreaterThan(12);
    expect((await exportOf(exported.id)).status).toBe(410);

    expect(await customers(store.retailerId)).toEqual([String(person.other)]);
    expect(await customers(elsewhere.retailerId)).toEqual([String(person.id)]);
    expect(await placesOf(app, 'same@example.com')).toEqual(['customers.email', 'deliveries.body']);
    const orders = await app.sql(
      `SELECT customer_id, billing_country, net FROM orders WHERE retailer_id = $1 AND external_id = ANY ($2) ORDER BY net`,
      [store.retailerId, person.orders.map(String)],
    );
    expect(orders).toEqual([
      { customer_id: null, billing_country: null, net: '70.0000' },
      { customer_id: null, billing_country: null, net: '100.0000' },
    ]);
    await expectConsistency(app);
  });

  it('keeps the person from coming back with late and replayed deliveries', async () => {
    const store = await aStore();
    const email = 'zenobia.late@example.com';
    const surname = 'Quarterlate';
    const person = await aPerson(store, email, surname);
    await store.send('customers/redact', aCustomerRedact({ shop: store.shop, customerId: person.id, email }));
    await done(store.retailerId);

    const late = {
      ...aCustomer({ id: person.id, email, updatedAt: '2026-11-01T00:00:00Z' }),
      last_name: surname,
    };
    const [order] = person.orders;
    const ids = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const of = (index: number): object => ({ webhookId: ids[index] });
    await store.send('customers/update', late, of(0));
    await store.send(
      'orders/updated',
      anOrder({ id: order ?? 0, total: '120.00', updatedAt: LATER, extra: { customer: late, email } }),
      of(1),
    );
    await store.send('orders/create', anOrder({ id: newId(), extra: { customer: late, email } }), of(2));
    await store.send('refunds/create', aRefund({ orderId: order ?? 0, amount: '20.00' }), of(3));
    // The order is a guest's now. Erased persons are recorded by ids, so only the order's id shows whose it was.
    await store.send(
      'orders/updated',
      anOrder({
        id: order ?? 0,
        total: '121.00',
        customerId: null,
        updatedAt: '2026-05-03T00:00:00Z',
        extra: { email },
      }),
      of(4),
    );
    await app.settled();

    expect(await placesOf(app, email, surname)).toEqual([]);
    expect(await customers(store.retailerId)).toEqual([String(person.other)]);
    for (const id of ids) expect(await delivery(id)).toMatchObject({ status: 'processed', bytes: 0 });
    const { body } = await app.admin('GET', `/admin/retailers/${store.retailerId}/orders/${order}`);
    expect(body).toMatchObject({ total: '121.00', refunded: '20.00', customerId: null });
    const replay = await app.admin('POST', `/admin/deliveries/${(await delivery(ids[0] ?? '')).id}/replay`);
    expect(replay).toMatchObject({ status: 409, body: { code: 'delivery_emptied' } });
    await expectConsistency(app);
  });

  it('finds a person by the address alone, and leaves similar addresses', async () => {
    const { shop, retailerId, send } = await aStore();
    await send('customers/create', aCustomer({ id: 61, email: 'jo@example.com' }));
    await send('customers/create', aCustomer({ id: 62, email: 'banjo@example.com' }));
    await send('customers/create', aCustomer({ id: 63, email: 'jo@example.com.au' }));
    await app.settled();
    await send('customers/redact', aCustomerRedact({ shop, customerId: null, email: 'Jo@Example.com' }));
    expect((await done(retailerId)).receipt).toMatchObject({
      outcome: 'erased',
      removed: { customers: 1, deliveries: 1 },
    });
    expect(await customers(retailerId)).toEqual(['62', '63']);
  });

  it('leaves an order alone that belongs to somebody else', async () => {
    const { shop, retailerId, send } = await aStore();
    await send('orders/create', anOrder({ id: 7100, customerId: 71 }));
    await send('customers/create', aCustomer({ id: 72 }));
    await app.settled();
    await send('customers/redact', aCustomerRedact({ shop, customerId: 72, email: 'c72@example.com', orders: [7100] }));
    await done(retailerId);
    await send('orders/updated', anOrder({ id: 7100, customerId: 71, total: '90.00', updatedAt: LATER }));
    await app.settled();
    expect(await customers(retailerId)).toEqual(['71']);
    await expectConsistency(app);
  });

  it('is done once when it is sent again, and once more under another id without effect', async () => {
    const { shop, retailerId, send } = await aStore();
    await send('customers/create', aCustomer({ id: 81, email: 'twice@example.com' }));
    await app.settled();
    const body = aCustomerRedact({ shop, customerId: 81, email: 'twice@example.com' });
    const webhookId = randomUUID();
    await send('customers/redact', body, { webhookId });
    await done(retailerId);
    await send('customers/redact', body, { webhookId });
    await send('customers/redact', body);
    await done(retailerId);
    const requests = await requestsOf(retailerId);
    expect(requests.map(({ receipt }) => receipt?.removed['customers'] ?? 0).sort()).toEqual([0, 1]);
    expect(await placesOf(app, 'twice@example.com')).toEqual([]);
  });

  it('continues after a run that died, and the receipt counts all its work', async () => {
    const store = await aStore();
    const email = 'zenobia.crash@example.com';
    const surname = 'Quartercrash';
    const person = await aPerson(store, email, surname);
    // The second step fails as if the process had died there: the first is committed.
    await app.sql(`ALTER TABLE segment_transitions RENAME TO segment_transitions_away`);
    await store.send('customers/redact', aCustomerRedact({ shop: store.shop, customerId: person.id, email }));
    await waitFor(async () => ((await requestsOf(store.retailerId))[0]?.attempts ?? 0) > 0);
    expect(await customers(store.retailerId)).toEqual([String(person.other)]);
    const [broken] = await requestsOf(store.retailerId);
    expect(broken).toMatchObject({
      status: 'pending',
      receipt: null,
      problem: expect.stringContaining('segment_transitions') as string,
    });
    await app.sql(`ALTER TABLE segment_transitions_away RENAME TO segment_transitions`);
    await given(app).set(PrivacyRequest, { dueAt: new Date() }, { retailerId: store.retailerId });
    const request = await done(store.retailerId);
    expect(request.receipt).toMatchObject({
      outcome: 'erased',
      removed: { customers: 1, orders: 2, segment_memberships: 1, segment_transitions: 1, deliveries: 5 },
    });
    expect(await placesOf(app, email, surname)).toEqual([]);
  });

  it('erases a person whose orders arrive at the same moment', async () => {
    const store = await aStore();
    const email = 'zenobia.race@example.com';
    const person = await aPerson(store, email, 'Quarterrace');
    const customer = { ...aCustomer({ id: person.id, email }), last_name: 'Quarterrace' };
    const someOrders = () =>
      Promise.all(
        Array.from({ length: 8 }, () =>
          store.send('orders/create', anOrder({ id: newId(), extra: { customer, email } })),
        ),
      );
    await Promise.all([
      someOrders(),
      store.send('customers/redact', aCustomerRedact({ shop: store.shop, customerId: person.id, email })),
    ]);
    for (let round = 0; round < 40; round += 1) {
      await someOrders();
      if ((await requestsOf(store.retailerId)).some(({ status }) => status === 'done')) break;
    }
    expect((await done(store.retailerId)).receipt).toMatchObject({ outcome: 'erased', rescan: { found: {} } });
    await app.settled();
    expect(await placesOf(app, email, 'Quarterrace')).toEqual([]);
    expect(await customers(store.retailerId)).toEqual([String(person.other)]);
    await expectConsistency(app);
  });

  it('is not done while a table outside all modules still holds the person', async () => {
    const { shop, retailerId, send } = await aStore();
    const email = 'forgotten@example.com';
    await send('customers/create', aCustomer({ id: 91, email }));
    await app.settled();
    await app.sql(`CREATE TABLE newsletters (retailer_id uuid, n int, address jsonb, PRIMARY KEY (retailer_id, n))`);
    await app.sql(`GRANT SELECT ON newsletters TO PUBLIC`);
    await app.sql(`INSERT INTO newsletters VALUES ($1, 1, $2)`, [retailerId, json({ to: email.toUpperCase() })]);
    await send('customers/redact', aCustomerRedact({ shop, customerId: 91, email }));
    await waitFor(async () => ((await requestsOf(retailerId))[0]?.attempts ?? 0) > 0);
    expect((await requestsOf(retailerId))[0]).toMatchObject({
      status: 'pending',
      problem: 'still found in newsletters.address (1)',
    });
    await app.sql(`DROP TABLE newsletters`);
    await given(app).set(PrivacyRequest, { dueAt: new Date() }, { retailerId });
    expect((await done(retailerId)).receipt).toMatchObject({ outcome: 'erased', rescan: { found: {} } });
  });
});

describe('shop/redact', () => {
  /** The body of an uninstall. No two stores have the same number or the same body. */
  const gone = () => json({ id: newId(), name: 'x', domain: null, myshopify_domain: null });

  it('W37 removes everything of a store that left, although its token is dead, and asks the platform nothing', async () => {
    const store = await aStore();
    const email = 'zenobia.shop@example.com';
    const surname = 'Quartershop';
    await aPerson(store, email, surname);
    await given(app).set(Retailer, { name: `${surname} & Sons` }, { id: store.retailerId });
    await store.send('app/uninstalled', gone());
    await app.settled();
    await given(app).insert(Credentials, {
      retailerId: store.retailerId,
      accessToken: 'dead',
      refreshToken: 'dead',
      expiresAt: ago(1, 'day'),
      scopes: [],
    });
    // A call of the platform would first renew the expired token. The test runs no platform, so a call would fail.
    expect((await store.send('shop/redact', aShopRedact(store.shop))).status).toBe(200);
    const request = await done(store.retailerId);
    expect(request.receipt).toMatchObject({
      outcome: 'erased',
      removed: { customers: 2, orders: 3, refunds: 1, segments: 1, segment_memberships: 2, brands: 1, retailers: 1 },
      rescan: { found: {} },
    });
    expect(request.receipt?.removed['deliveries']).toBeGreaterThan(6);
    expect(await placesOf(app, email, surname)).toEqual([]);
    const [left] = await app.sql<{ rows: string }>(
      `SELECT (SELECT count(*) FROM deliveries WHERE retailer_id = $1) + (SELECT count(*) FROM customers WHERE retailer_id = $1)
            + (SELECT count(*) FROM brands WHERE retailer_id = $1) AS rows`,
      [store.retailerId],
    );
    expect(left?.rows).toBe('0');
    // A delivery that arrives after the purge leaves no bytes.
    const webhookId = randomUUID();
    await store.send('customers/create', aCustomer({ id: 9, email }), { webhookId });
    await app.settled();
    expect(await delivery(webhookId)).toMatchObject({ status: 'ignored', bytes: 0 });
    expect((await app.admin('GET', `/admin/retailers/${store.retailerId}`)).body).toMatchObject({
      status: 'uninstalled',
      name: store.shop,
      brands: [],
    });
  });

  it('W37 keeps the data of a store that is installed again, says so, and can be requested again', async () => {
    const store = await aStore();
    await store.send('customers/create', aCustomer({ id: 95 }));
    await app.settled();
    const webhookId = randomUUID();
    await store.send('shop/redact', aShopRedact(store.shop), { webhookId });
    const request = await done(store.retailerId);
    expect(request.receipt).toEqual({ outcome: 'kept', removed: {}, rescan: null });
    expect(await customers(store.retailerId)).toEqual(['95']);

    await store.send('app/uninstalled', gone());
    await app.settled();
    const { id } = await delivery(webhookId);
    expect((await app.admin('POST', `/admin/deliveries/${id}/replay`)).status).toBe(202);
    await waitFor(async () => (await requestsOf(store.retailerId))[0]?.receipt?.outcome === 'erased');
    expect(await customers(store.retailerId)).toEqual([]);
  });

  it('stops at once if the store is installed again during the purge', async () => {
    const store = await aStore();
    await store.send('orders/create', anOrder({ customerId: 96 }));
    await store.send('app/uninstalled', gone());
    await app.settled();
    // Holds the purge up between the features and the facts; the reinstall is committed before it goes on.
    await app.sql(`ALTER TABLE customers RENAME TO customers_away`);
    await store.send('shop/redact', aShopRedact(store.shop));
    await waitFor(async () => ((await requestsOf(store.retailerId))[0]?.attempts ?? 0) > 0);
    await app.sql(`ALTER TABLE customers_away RENAME TO customers`);
    await given(app).set(Retailer, { status: 'installed', installedAt: new Date() }, { id: store.retailerId });
    await given(app).set(PrivacyRequest, { dueAt: new Date() }, { retailerId: store.retailerId });
    const request = await done(store.retailerId);
    expect(request.receipt).toMatchObject({ outcome: 'kept', removed: { orders: 1 }, rescan: null });
    expect(await customers(store.retailerId)).toEqual(['96']);
  });

  it('removes a large store in batches while deliveries of it still come', async () => {
    const store = await aStore();
    const size = 4_500;
    await app.sql(
      `INSERT INTO customers (retailer_id, id, external_id, email)
       SELECT $1, gen_random_uuid(), n::text, 'big' || n || '@example.com' FROM generate_series(1, $2::int) n`,
      [store.retailerId, size],
    );
    await store.send('app/uninstalled', gone());
    await app.settled();
    const still = Array.from({ length: 40 }, (_, index) =>
      index === 5
        ? store.send('shop/redact', aShopRedact(store.shop))
        : store.send('customers/update', aCustomer({ id: 5_000 + index, email: 'still@example.com' })),
    );
    expect(new Set((await Promise.all(still)).map(({ status }) => status))).toEqual(new Set([200]));
    const { receipt } = await done(store.retailerId);
    expect(receipt).toMatchObject({ outcome: 'erased', removed: { customers: size }, rescan: { found: {} } });
    await app.settled();
    expect(await placesOf(app, 'still@example.com', 'big1@example.com', `big${size}@example.com`)).toEqual([]);
  });

  it('removes nothing of another store', async () => {
    const [left, stays] = [await aStore(), await aStore()];
    for (const { send } of [left, stays]) await send('orders/create', anOrder({ customerId: 97 }));
    await left.send('app/uninstalled', gone());
    await app.settled();
    await left.send('shop/redact', aShopRedact(left.shop));
    await done(left.retailerId);
    expect(await customers(stays.retailerId)).toEqual(['97']);
    expect((await app.admin<Answer>('GET', `/admin/retailers/${stays.retailerId}`)).body).toMatchObject({
      status: 'installed',
      brands: [{ id: entityId(stays.retailerId, 'brand', 'default') }],
    });
  });
});

describe('the retention of deliveries', () => {
  it('empties bodies that had their effect thirty days ago, and keeps failed, pending and younger ones', async () => {
    const { retailerId, send } = await aStore();
    const ids = { old: randomUUID(), young: randomUUID(), failed: randomUUID(), pending: randomUUID() };
    for (const [name, webhookId] of Object.entries(ids)) {
      await send('orders/create', name === 'failed' ? { id: 'x' } : anOrder(), { webhookId });
    }
    await app.settled();
    await app.sql(`UPDATE deliveries SET processed_at = now() - interval '29 days 23 hours' WHERE retailer_id = $1`, [
      retailerId,
    ]);
    await given(app).set(Delivery, { status: 'pending', dueAt: ahead(1, 'hour') }, { deliveryId: ids.pending });
    await app.sql(
      `UPDATE deliveries SET processed_at = now() - interval '31 days' WHERE retailer_id = $1 AND delivery_id <> $2`,
      [retailerId, ids.young],
    );
    await waitFor(async () => (await delivery(ids.old)).bytes === 0);
    for (const name of ['young', 'failed', 'pending'] as const) {
      expect((await delivery(ids[name])).bytes, name).toBeGreaterThan(0);
    }
    const { id } = await delivery(ids.old);
    const path = `/admin/deliveries/${id}`;
    expect((await app.admin<{ emptiedAt: string }>('GET', path)).body.emptiedAt).toMatch(/Z$/);
    for (const body of [{}, { dryRun: true }]) {
      expect(await app.admin('POST', `${path}/replay`, body)).toMatchObject({
        status: 409,
        body: { code: 'delivery_emptied' },
      });
    }
    await given(app).set(Delivery, { status: 'processed' }, { deliveryId: ids.pending });
  });
});
