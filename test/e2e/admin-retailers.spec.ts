import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signToken } from '../../src/auth/sign-token.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { Backfill } from '../../src/stores/backfill/backfill.entity.js';
import { given } from '../factories/given.js';
import { aCustomer, anOrder, json } from '../factories/wire.js';
import { AdminClient, ISO_UTC, keysOf, NOBODY, type Page } from '../setup/admin-client.js';
import { expectMetric } from '../setup/metrics.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { deliver, installStore, SHOP } from '../setup/webhooks.js';

const ONE = { minOrders: 1 };

interface Rfm {
  readonly runAt: string | null;
  readonly customers: number;
  readonly boundaries: object;
}

let app: TestApp;
let admin: AdminClient;
let retailerId: string;
let brandId: string;

beforeAll(async () => {
  app = await TestApp.start();
  admin = new AdminClient(app);
  ({ retailerId, brandId } = await installStore(app));
});
afterAll(() => app.stop());

/** Sends one order with the given total for each customer, by the customer's id. Waits until all are processed. */
async function buy(totals: Readonly<Record<number, string>>): Promise<void> {
  for (const [customerId, total] of Object.entries(totals)) {
    await deliver(app.url, { topic: 'orders/create', body: json(anOrder({ customerId: Number(customerId), total })) });
  }
  await app.settled();
}

describe('retailers', () => {
  it('have the shape of the contract', async () => {
    const { status, body } = await admin.get<Record<string, unknown>>(`/admin/retailers/${retailerId}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: retailerId,
      platform: 'platform-a',
      externalId: SHOP,
      name: SHOP,
      status: 'installed',
      missingScopes: [],
      currency: 'USD',
      brands: [{ id: brandId, name: SHOP }],
      installedAt: expect.stringMatching(ISO_UTC) as unknown,
      uninstalledAt: null,
      webhooks: { registered: [], problems: [], problemParts: [], lastCheckedAt: null, drift: null },
      backfill: null,
    });
  });

  it('show, pause and resume the reading of their past', async () => {
    const { retailerId: id } = await installStore(app, 'past.myshopify.com');
    await given(app).set(Retailer, { name: 'Long Past' }, { id });
    await app.sql(
      `INSERT INTO backfills (retailer_id, resource, records, estimate, finished_at, failures, problem)
       VALUES ($1, 'customers', 30, 25, now(), 0, NULL), ($1, 'products', 5, 20, NULL, 9, 'platform A answered 503'),
              ($1, 'orders', 0, 400, NULL, 0, NULL)`,
      [id],
    );
    const steer = async (verb: 'pause' | 'resume') =>
      (await app.admin('POST', `/admin/retailers/${id}/backfill/${verb}`)).body;
    const asOwner = async (verb: 'pause' | 'resume') => {
      const claims = { sub: '77', retailerId: id, role: 'owner' } as const;
      const token = signToken('retailer', claims, app.service.runtime.config.tokenSecrets.retailer, 600);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${app.url}/retailer/store/backfill/${verb}`, { method: 'POST', headers });
      return { status: answer.status, body: (await answer.json()) as object };
    };
    const reading = { phase: 'products', done: 35, estimate: 450 };
    const problem = 'platform A answered 503';
    expect((await admin.get(`/admin/retailers/${id}`)).body).toMatchObject({
      backfill: { ...reading, state: 'failed', problem },
    });
    await expectMetric(app, /^rekindle_backfills\{state="failed"\} 1$/m);
    await expectMetric(app, /^rekindle_backfill_progress_records\{resource="products",of="done"\} 5$/m);
    await expectMetric(app, /^rekindle_backfill_progress_records\{resource="products",of="estimate"\} 20$/m);
    expect(await steer('pause')).toMatchObject({ id, backfill: { ...reading, state: 'paused', problem } });
    await expectMetric(app, /^rekindle_backfills\{state="paused"\} 2$/m);
    expect(await steer('resume')).toMatchObject({ id, backfill: { ...reading, state: 'running', problem: null } });
    expect(await asOwner('pause')).toMatchObject({ status: 200, body: { backfill: { ...reading, state: 'paused' } } });
    expect(await asOwner('resume')).toMatchObject({
      status: 200,
      body: { backfill: { ...reading, state: 'running' } },
    });
    await given(app).set(Backfill, { finishedAt: new Date() }, { retailerId: id });
    expect(await steer('pause')).toMatchObject({ backfill: { phase: 'done', done: 35, estimate: 35, state: 'done' } });
    expect((await app.admin('POST', `/admin/retailers/${NOBODY}/backfill/pause`)).status).toBe(404);
  });

  it('are found by platform and external id', async () => {
    const found = await admin.get<Page<{ id: string }>>(
      `/admin/retailers?platform=platform-a&externalId=${SHOP.toUpperCase()}`,
    );
    expect(found.body).toMatchObject({ items: [{ id: retailerId }], nextCursor: null });
    expect((await admin.get<Page<object>>('/admin/retailers?externalId=nobody.myshopify.com')).body.items).toEqual([]);
    expect((await admin.get<Page<object>>('/admin/retailers?platform=platform-b')).body.items).toEqual([]);
  });
});

describe('lists by name', () => {
  it('match a part of the name in any case, and treat no character as a pattern', async () => {
    const other = await installStore(app, 'other.myshopify.com');
    await given(app).set(Retailer, { name: 'Winter_Lane 100%' }, { id: other.retailerId });
    const named = async (name: string) =>
      (await admin.get<Page<{ id: string }>>(`/admin/retailers?name=${encodeURIComponent(name)}`)).body.items;
    for (const name of ['winter', 'LANE', '_lane', '100%', ' Winter_Lane 100% ']) {
      expect(await named(name)).toMatchObject([{ id: other.retailerId }]);
    }
    for (const name of ['winter%lane', 'winter.lane', 'nobody']) expect(await named(name)).toEqual([]);
    expect((await named('myshopify')).map(({ id }) => id)).toEqual([retailerId]);
    expect((await admin.get('/admin/retailers?name=')).status).toBe(400);
  });

  it("return a retailer's brands page by page, and 404 for an unknown retailer", async () => {
    await app.sql(
      `INSERT INTO brands (retailer_id, id, name) SELECT $1, gen_random_uuid(), 'Brand ' || n FROM generate_series(1, 3) n`,
      [retailerId],
    );
    const path = `/admin/brands?retailerId=${retailerId}`;
    const all = (await admin.get<Page<{ id: string; retailerId: string }>>(path)).body;
    expect(all).toMatchObject({ nextCursor: null });
    expect(all.items).toHaveLength(4);
    expect(all.items[0]).toEqual((await admin.get(`/admin/brands/${all.items[0]?.id}`)).body);
    const first = (await admin.get<Page<{ id: string }>>(`${path}&limit=3`)).body;
    const rest = (await admin.get<Page<{ id: string }>>(`${path}&cursor=${first.nextCursor}`)).body;
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
    expect((await admin.get(`/admin/brands?retailerId=${NOBODY}`)).status).toBe(404);
    expect((await admin.get('/admin/brands')).status).toBe(400);
    await app.sql(`DELETE FROM brands WHERE name LIKE 'Brand %'`);
  });
});

describe('the records of a store', () => {
  it('include a customer with facts, consent and the names of segments', async () => {
    await admin.upsert({
      brandId,
      segments: [
        { name: 'B big', criteria: { minPurchaseAmount: '100' } },
        { name: 'A all', criteria: ONE },
      ],
    });
    await buy({ 901: '120.50' });
    const { body } = await admin.get<Page<{ segments: string[] }>>(
      `/admin/retailers/${retailerId}/customers?externalId=901`,
    );
    expect(body.items).toHaveLength(1);
    expect(body.items[0]).toMatchObject({
      externalId: '901',
      email: 'c901@example.com',
      firstName: 'Jane',
      lastName: 'Doe',
      ordersCount: 1,
      totalSpent: '120.50',
      currency: 'USD',
      firstOrderAt: '2026-05-01T14:00:00.000Z',
      lastOrderAt: '2026-05-01T14:00:00.000Z',
      marketing: 'unknown',
    });
    expect(keysOf(body.items[0])).toEqual([
      'currency',
      'email',
      'externalId',
      'firstName',
      'firstOrderAt',
      'id',
      'lastName',
      'lastOrderAt',
      'marketing',
      'ordersCount',
      'otherCurrencyOrders',
      'rfm',
      'segments',
      'totalSpent',
    ]);
    expect(body.items[0]?.segments).toEqual(expect.arrayContaining(['A all', 'B big']));
    expect(body.items[0]?.segments).toEqual(body.items[0]?.segments.toSorted());
  });

  it('find a customer by email in any case, but not by a part of it', async () => {
    await deliver(app.url, { topic: 'customers/create', body: json(aCustomer({ id: 902, email: 'Eve@Example.com' })) });
    await app.settled();
    const path = `/admin/retailers/${retailerId}/customers?email=`;
    const found = await admin.get<Page<{ externalId: string; totalSpent: string; segments: string[] }>>(
      `${path}EVE%40example.com`,
    );
    expect(found.body.items).toMatchObject([{ externalId: '902', totalSpent: '0.00', segments: [] }]);
    expect((await admin.get<Page<object>>(`${path}eve%40`)).body.items).toEqual([]);
  });

  it('include an order and whether it counts', async () => {
    const id = '820982911946154508';
    await deliver(app.url, {
      topic: 'orders/create',
      body: json(anOrder({ id: 'ID', customerId: 903, total: '9.99' }))
        .replaceAll('"ID"', id)
        .replaceAll('/ID', `/${id}`),
    });
    await app.settled();
    const { status, body } = await admin.get<Record<string, unknown>>(`/admin/retailers/${retailerId}/orders/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      externalId: id,
      customerId: expect.any(String) as unknown,
      total: '9.99',
      refunded: '0.00',
      unknownRefunds: 0,
      net: '9.99',
      currency: 'USD',
      counted: true,
      reason: 'paid',
      orderedAt: '2026-05-01T14:00:00.000Z',
      cameInAt: expect.stringMatching(ISO_UTC) as unknown,
      platformUpdatedAt: '2026-05-01T14:00:00.000Z',
    });
    expect((await admin.get(`/admin/retailers/${retailerId}/orders/1`)).status).toBe(404);
    expect((await admin.get(`/admin/retailers/${retailerId}/orders/%00`)).status).toBe(404);
  });

  it('have scores by the latest RFM run, whose boundaries the brand shows', async () => {
    const shop = 'scores.myshopify.com';
    const store = await installStore(app, shop);
    const rfmOf = async () => (await admin.get<Rfm>(`/admin/brands/${store.brandId}/rfm`)).body;
    const scores = async (id: number) => {
      const path = `/admin/retailers/${store.retailerId}/customers?externalId=${id}`;
      return (await admin.get<Page<{ rfm: object | null }>>(path)).body.items[0]?.rfm;
    };
    for (const [index, id] of [911, 912, 913, 914, 915].entries()) {
      const at = `2026-0${index + 1}-01T00:00:00Z`;
      const order = anOrder({ customerId: id, total: `${index + 1}0.00`, processedAt: at });
      await deliver(app.url, { topic: 'orders/create', shop, body: json(order) });
    }
    await deliver(app.url, { topic: 'customers/create', shop, body: json(aCustomer({ id: 916 })) });
    await app.settled();
    expect(await rfmOf()).toEqual({
      runAt: null,
      customers: 0,
      boundaries: { recency: [], frequency: [], monetary: [] },
    });
    expect(await scores(915)).toBeNull();

    const segments = [{ name: 'Best', criteria: { rfm: { recency: [4, 5] } } }];
    await admin.upsert({ brandId: store.brandId, segments });
    await waitFor(async () => (await rfmOf()).runAt !== null);
    expect(await rfmOf()).toEqual({
      runAt: expect.stringMatching(ISO_UTC) as unknown,
      customers: 5,
      boundaries: {
        recency: [1, 2, 3, 4].map((month) => `2026-0${month}-01T00:00:00.000Z`),
        frequency: [1, 1, 1, 1],
        monetary: ['10.00', '20.00', '30.00', '40.00'],
      },
    });
    expect(await scores(911)).toEqual({ recency: 1, frequency: 1, monetary: 1 });
    expect(await scores(915)).toEqual({ recency: 5, frequency: 1, monetary: 5 });
    expect(await scores(916)).toBeNull();
    expect((await admin.get(`/admin/brands/${NOBODY}/rfm`)).status).toBe(404);
  });

  it('show an order with a negative total, which does not count', async () => {
    await deliver(app.url, {
      topic: 'orders/create',
      body: json(anOrder({ id: 920_001, customerId: 920, total: '-5.00' })),
    });
    await app.settled();
    const order = await admin.get(`/admin/retailers/${retailerId}/orders/920001`);
    expect(order.body).toMatchObject({ total: '-5.00', net: '0.00', counted: false, reason: 'negative_total' });
    const found = await admin.get<Page<object>>(`/admin/retailers/${retailerId}/customers?externalId=920`);
    expect(found.body.items).toMatchObject([{ ordersCount: 0, totalSpent: '0.00', lastOrderAt: null }]);
  });

  it('include products', async () => {
    await deliver(app.url, {
      topic: 'products/update',
      body: json({
        id: 4711,
        title: 'Mug',
        handle: 'mug',
        status: 'active',
        updated_at: '2026-05-01T10:00:00Z',
        variants: [{ price: '19.5' }],
        image: null,
      }),
    });
    await app.settled();
    const { body } = await admin.get<Page<object>>(`/admin/retailers/${retailerId}/products?externalId=4711`);
    expect(body.items).toEqual([
      {
        externalId: '4711',
        title: 'Mug',
        handle: 'mug',
        pagePath: '/products/mug',
        status: 'active',
        imageUrl: null,
        price: '19.50',
        currency: 'USD',
        compareAtPrice: null,
        available: null,
        publishedAt: null,
        formerPrice: null,
        priceDroppedAt: null,
        backInStockAt: null,
        platformUpdatedAt: '2026-05-01T10:00:00.000Z',
      },
    ]);
  });
});
