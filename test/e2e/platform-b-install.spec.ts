import { randomUUID } from 'node:crypto';
import type { SimulatedStore } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OrderRead } from '../../src/platform-b/sync/order-read.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { stored } from '../factories/given.js';
import { expectMetric } from '../setup/metrics.js';
import { CLIENT_ID, CLIENT_SECRET, eventOf, idOf, StageB, wireOrder } from '../setup/platform-b.js';
import { TestApp, waitFor } from '../setup/test-app.js';

let stage: StageB;
beforeAll(async () => {
  stage = await StageB.start();
});
afterAll(() => stage?.stop());

const retailersOf = (hash: string) => stored(stage.app).rows(Retailer, { externalId: hash }, 'id', 'status');
const locationOf = (answer: Response): string => answer.headers.get('location') ?? '';

describe('GET /platform-b/auth', () => {
  it('exchanges the code once, with its fields in the body, and leads to the dashboard without a token (A1)', async () => {
    const store = stage.newStore();
    const before = stage.platform.tokenRequests.length;
    const answer = await stage.install(store);
    expect(answer.status).toBe(302);
    const location = new URL(locationOf(answer));
    expect(`${location.origin}${location.pathname}`).toBe(`${stage.app.url}/dashboard`);
    expect([...location.searchParams.keys()]).toEqual(['code']);
    const requests = stage.platform.tokenRequests.slice(before);
    expect(requests).toHaveLength(1);
    expect(Object.keys(requests[0]?.body ?? {}).sort()).toEqual(
      ['client_id', 'client_secret', 'code', 'context', 'grant_type', 'redirect_uri', 'scope'].sort(),
    );
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
    expect(requests[0]?.body['redirect_uri']).toBe(`${stage.app.url}/platform-b/auth`);
    expect(await stage.session(answer)).toMatchObject({ status: 200, role: 'owner' });
    expect((await stage.session(answer)).status).toBe(401);
    await stage.ready(store);
  });

  it('reads the store and creates one hook for each scope with a secret header, all with the new token (A2)', async () => {
    const store = await stage.installed();
    const calls = stage.platform.apiCalls.filter((call) => call.store === store.hash);
    expect(calls.some(({ path }) => path === '/v2/store')).toBe(true);
    expect(new Set(calls.map(({ accessToken }) => accessToken)).size).toBe(1);
    expect(
      store.hooks
        .list()
        .map(({ scope }) => scope)
        .sort(),
    ).toEqual([
      'store/order/archived',
      'store/order/created',
      'store/order/refund/created',
      'store/order/statusUpdated',
      'store/subscriber/created',
      'store/subscriber/deleted',
      'store/subscriber/updated',
    ]);
    for (const hook of store.hooks.list()) {
      expect(hook.destination).toBe(`${stage.app.url}/platform-b/webhook/order-status`);
      expect(hook.headers?.['x-platform-b-webhook-token']).toMatch(/^[0-9a-f]{64}$/);
    }
    const answer = await stage.app.admin('GET', `/admin/retailers/${idOf(store)}`);
    expect(answer.body).toMatchObject({
      platform: 'platform-b',
      name: store.name,
      currency: 'USD',
      status: 'installed',
    });
  });

  it.each([
    ['America/Chicago', 'America/Chicago'],
    ['Central Time (US)', 'UTC'],
  ])("stores the store's time zone %s as %s", async (said, kept) => {
    const store = stage.newStore();
    store.timeZone = said;
    await stage.installed(store);
    const rows = await stage.app.sql('SELECT time_zone AS kept FROM retailers WHERE id = $1', [idOf(store)]);
    expect(rows).toEqual([{ kept }]);
  });

  it('stores the token and the header only encrypted', async () => {
    const store = await stage.installed();
    const [row] = await stage.app.sql<{ kept: string }>(
      `SELECT c.access_token || s.webhook_token AS kept FROM retailer_credentials c JOIN platform_b_stores s USING (retailer_id)
        WHERE retailer_id = $1`,
      [idOf(store)],
    );
    expect(row?.kept).toMatch(/^v1\./);
    expect(row?.kept).not.toContain(stage.hookToken(store));
  });

  it('treats a reinstall as the same store, with the new token and no second hook (A3)', async () => {
    const store = await stage.installed();
    const hooks = store.hooks.list().map(({ id }) => id);
    const before = stage.platform.apiCalls.length;
    await stage.installed(store);
    expect(await retailersOf(store.hash)).toHaveLength(1);
    expect(store.hooks.list().map(({ id }) => id)).toEqual(hooks);
    const calls = stage.platform.apiCalls.slice(before).filter((call) => call.store === store.hash);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter(({ accessToken }) => !store.scopesOf(accessToken))).toEqual([]);
  });

  it.each([
    ['400', 'badRequest', {}],
    ['500', 'serverError', {}],
    ['a page', 'notJson', {}],
    ['nothing', 'disconnect', {}],
    ['the answer only after our time limit', 'slow', { delayMs: 11_000 }],
  ] as const)('stores nothing if the token endpoint answers %s (A4)', async (_what, kind, options) => {
    const store = stage.newStore();
    store.faults.next(kind, 1, { on: 'token', ...options });
    const answer = await stage.install(store);
    const text = await answer.text();
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain(CLIENT_SECRET);
    expect(answer.headers.has('location')).toBe(false);
    expect(await retailersOf(store.hash)).toEqual([]);
  });

  it('refuses a token of another store (A5)', async () => {
    const [store, other] = [stage.newStore(), stage.newStore()];
    store.merchant.answersContext = `stores/${other.hash}`;
    expect((await stage.install(store)).status).toBe(400);
    expect([...(await retailersOf(store.hash)), ...(await retailersOf(other.hash))]).toEqual([]);
  });

  it.each([
    'code=c&scope=s&context=stores/../x',
    'code=c&scope=s&context=abc',
    'code=c&scope=s&context=stores/ABC',
    'code=c&context=stores/abc',
    'code=c&code=d&scope=s&context=stores/abc',
    'code=&scope=s&context=stores/abc',
    'scope=s',
  ])('refuses the query %j without a call to the platform (A6)', async (query) => {
    const before = stage.platform.tokenRequests.length;
    expect((await stage.get(`/platform-b/auth?${query}`)).status).toBe(400);
    expect(stage.platform.tokenRequests).toHaveLength(before);
  });

  it('names the scope that was not granted, and stores nothing (A7)', async () => {
    const store = stage.newStore();
    store.merchant.grants = 'store_v2_customers_read_only store_v2_information_read_only store_v2_products_read_only';
    const answer = await stage.install(store);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      code: 'missing_scopes',
      detail: expect.stringContaining('store_v2_orders'),
    });
    expect(await retailersOf(store.hash)).toEqual([]);
  });

  it("redirects a request without parameters to the platform's install page (A8)", async () => {
    expect(locationOf(await stage.get('/platform-b/auth'))).toBe(`${stage.platform.baseUrl}/app/${CLIENT_ID}/install`);
  });

  it('answers that access was denied, without the text of the platform (A9)', async () => {
    const answer = await stage.get('/platform-b/auth?error=access_denied&error_description=%3Cscript%3E');
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain('script');
  });

  it("ends an install from outside the control panel on the platform's page, good or bad (A10)", async () => {
    const store = stage.newStore();
    const answer = await stage.install(store, { external_install: '1' });
    expect(locationOf(answer)).toBe(`${stage.platform.baseUrl}/app/${CLIENT_ID}/install/succeeded`);
    await stage.ready(store);
    const failed = await stage.install(stage.newStore(), { external_install: '1', code: 'none' });
    expect(locationOf(failed)).toBe(`${stage.platform.baseUrl}/app/${CLIENT_ID}/install/failed`);
  });

  it('succeeds even if the hooks fail at first, and creates them later (A11)', async () => {
    const store = stage.newStore();
    store.faults.next('badRequest', 1, { on: 'hooks' });
    expect((await stage.install(store)).status).toBe(302);
    await stage.ready(store);
    expect(store.hooks.list()).toHaveLength(7);
  });

  it('works without an owner in the answer (A12)', async () => {
    const store = stage.newStore();
    store.merchant.omitOwner = true;
    expect(await stage.session(await stage.install(store))).toMatchObject({ status: 200, role: 'owner' });
    await stage.ready(store);
  });

  it('may be shown in a frame of the control panel, and nowhere else (A13)', async () => {
    const store = await stage.installed();
    for (const answer of [
      await stage.install(store),
      await stage.load(store),
      await stage.get('/platform-b/load'),
      await stage.get('/dashboard'),
    ]) {
      expect(answer.headers.has('x-frame-options')).toBe(false);
      expect(answer.headers.get('content-security-policy')).toContain('frame-ancestors https://*.mybigcommerce.com');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    }
    await stage.ready(store);
  });

  it('answers 400 for a scope that the app does not have, and stores nothing', async () => {
    const store = stage.newStore();
    const answer = await stage.install(store, { scope: 'store_v2_everything' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_scope' });
    expect(await retailersOf(store.hash)).toEqual([]);
  });

  it("does not make the merchant's code wait for thirty invalid ones before it", async () => {
    const store = stage.newStore();
    const before = stage.platform.tokenRequests.length;
    store.faults.next('slow', 40, { on: 'token', delayMs: 1_500 });
    let refused = 0;
    const bogus = Array.from({ length: 30 }, async (_, n) => {
      const { status } = await stage.install(store, { code: `none${n}` });
      if (status === 429) refused += 1;
      return status;
    });
    // The platform is asked about four codes, eight wait, and 18 are refused. All arrive before the merchant's.
    await waitFor(() => refused === 18);
    expect((await stage.install(store)).status).toBe(302);
    const statuses = await Promise.all(bogus);
    // The merchant's code waits for the calls that are under way, but not for the codes that wait.
    const tried = stage.platform.tokenRequests.slice(before).map(({ status }) => status);
    expect(tried.indexOf(200)).toBeLessThan(8);
    expect(statuses.every((status) => status === 429 || status === 400)).toBe(true);
    await stage.ready(store);
  });

  it('leads to one store with the valid token for eight concurrent installs', async () => {
    const store = stage.newStore();
    const answers = await Promise.all(Array.from({ length: 8 }, () => stage.install(store)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(302));
    await stage.ready(store);
    expect(await retailersOf(store.hash)).toEqual([{ id: idOf(store), status: 'installed' }]);
    const before = stage.platform.apiCalls.length;
    await stage.app.admin('POST', `/admin/retailers/${idOf(store)}/reconcile`);
    await waitFor(() => stage.platform.apiCalls.slice(before).some((call) => call.store === store.hash));
    const calls = stage.platform.apiCalls.slice(before).filter((call) => call.store === store.hash);
    expect(calls.filter(({ accessToken }) => !store.scopesOf(accessToken))).toEqual([]);
  });

  it('keeps the valid token even if the answer with a replaced token arrives last', async () => {
    const store = stage.newStore();
    store.merchant.tokenAnswerMs = 3_000;
    const late = stage.install(store);
    await waitFor(() => store.hasToken);
    store.merchant.tokenAnswerMs = 0;
    expect((await stage.install(store)).status).toBe(302);
    expect(await stage.session(await late)).toMatchObject({ status: 200, role: 'owner' });
    await stage.ready(store);
    const before = stage.platform.apiCalls.length;
    await stage.app.admin('POST', `/admin/retailers/${idOf(store)}/reconcile`);
    await waitFor(() => stage.platform.apiCalls.slice(before).some((call) => call.store === store.hash));
    const calls = stage.platform.apiCalls.slice(before).filter((call) => call.store === store.hash);
    expect(calls.filter(({ accessToken }) => !store.scopesOf(accessToken))).toEqual([]);
    expect(await retailersOf(store.hash)).toEqual([{ id: idOf(store), status: 'installed' }]);
  });

  it('leads to one store with one set of hooks for two concurrent installs (A14)', async () => {
    const store = stage.newStore();
    const answers = await Promise.all([stage.install(store), stage.install(store)]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    await stage.ready(store);
    expect(await retailersOf(store.hash)).toEqual([{ id: idOf(store), status: 'installed' }]);
    expect(store.hooks.list()).toHaveLength(7);
  });
});

describe('a service without settings for platform B', () => {
  it('answers 503 on every route of platform B', async () => {
    const bare = await TestApp.start();
    try {
      const calls = [
        ['GET', 'auth'],
        ['GET', 'load'],
        ['GET', 'uninstall'],
        ['GET', 'remove-user'],
        ['POST', 'webhook/order-status'],
        ['POST', 'customer/sso'],
      ] as const;
      for (const [method, path] of calls) {
        const withBody = { headers: { 'content-type': 'application/json' }, body: '{"token":"x"}' };
        const answer = await fetch(`${bare.url}/platform-b/${path}`, {
          method,
          ...(method === 'POST' ? withBody : {}),
        });
        expect({ path, status: answer.status }).toEqual({ path, status: 503 });
        expect(await answer.json()).toMatchObject({ code: 'platform_not_configured' });
      }
    } finally {
      await bare.stop();
    }
  });
});

describe('the backfill of platform B', () => {
  it('reads the past orders of the store page by page, with lines and refunds', async () => {
    const { generateStoreHistory, expectedFacts } = await import('#libs/simulators');
    const history = generateStoreHistory({
      seed: 'past',
      customers: 60,
      products: 12,
      from: new Date('2025-01-01'),
      to: new Date('2025-12-01'),
    });
    const store = stage.newStore();
    for (const event of history.events) store.apply(event);
    await stage.installed(store);
    await waitFor(async () => (await stored(stage.app).rows(OrderRead)).length === 0);
    const rows = await stage.app.sql<{ id: string; n: number; sum: string }>(
      `SELECT external_id AS id, orders_count AS n, round(total_spent, 2)::text AS sum FROM customers
        WHERE retailer_id = $1 AND external_id ~ '^[0-9]+$'`,
      [idOf(store)],
    );
    const wanted = [...expectedFacts(history)].map(([id, { ordersCount: n, totalSpent: sum }]) => ({ id, n, sum }));
    const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
    expect(rows.sort(byId)).toEqual(wanted.sort(byId));
  });
});

describe('the lines of past orders on platform B', () => {
  const fill = (store: SimulatedStore): void => {
    for (let id = 1; id <= 300; id += 1) {
      const changes = { status_id: id % 10 === 0 ? 14 : 11, coupon_discount: id % 10 === 1 ? '5.0000' : '0.0000' };
      const coupon = { code: 'SAVE', amount: '5.0000', target: 'order' };
      store.putRawOrder({
        order: wireOrder(id, { ...changes, items_total: 2, discount_amount: '0.0000' }),
        products: [{ id, product_id: 7, quantity: 2, applied_discounts: id % 10 === 1 ? [coupon] : [] }],
        refunds: id % 10 === 0 ? [{ id, order_id: id, total_amount: 20, payments: [] }] : [],
        coupons: [{ id, code: 'SAVE' }],
      });
    }
  };
  const figures = (store: SimulatedStore) =>
    stage.app.sql(
      `SELECT count(*)::int AS n, sum(net)::text AS net, count(*) FILTER (WHERE product_ids = '{7}')::int AS lines,
              count(*) FILTER (WHERE discount_codes = '{SAVE}')::int AS codes
         FROM orders WHERE retailer_id = $1`,
      [idOf(store)],
    );

  it('need no call for a single order', async () => {
    const store = stage.newStore();
    fill(store);
    await stage.installed(store);
    const calls = stage.platform.apiCalls.filter(({ store: hash }) => hash === store.hash).map(({ path }) => path);
    expect(calls.filter((path) => /^\/v[23]\/orders\/\d+/.test(path))).toEqual([]);
    expect(calls.filter((path) => path.startsWith('/v2/orders?')).length).toBeLessThanOrEqual(4);
    const nested = await figures(store);
    expect(nested).toMatchObject([{ n: 300, lines: 300, codes: 30 }]);
    const plain = stage.newStore();
    plain.nestsLines = false;
    fill(plain);
    await stage.installed(plain);
    expect(await figures(plain)).toEqual(nested);
  });
});

describe('an order that arrives during a backfill of platform B', () => {
  it('is read in the same window of the rate limit', async () => {
    const store = stage.newStore(60);
    store.largestPage = 5;
    for (let id = 1; id <= 300; id += 1) {
      const line = { id, product_id: 7, quantity: 1 };
      store.putRawOrder({ order: wireOrder(id, { items_total: 1 }), products: [line] });
    }
    expect((await stage.install(store)).status).toBe(302);
    const calls = (): number => stage.platform.apiCalls.filter(({ store: hash }) => hash === store.hash).length;
    // The backfill has taken its part of the window, and waits for the next one.
    let [before, unchanged] = [0, 0];
    await waitFor(() => {
      unchanged = calls() === before ? unchanged + 1 : 0;
      before = calls();
      return before >= 45 && unchanged >= 8;
    });
    store.putRawOrder({ order: wireOrder(999), products: [{ id: 999, product_id: 7, quantity: 1 }] });
    const proof = { 'x-platform-b-webhook-token': stage.hookToken(store), 'webhook-id': randomUUID() };
    expect((await stage.post(eventOf(store, 999), proof)).status).toBe(200);
    await waitFor(async () => (await stage.order(store, '999')) !== undefined);
    const unread = await stage.app.sql(`SELECT 1 FROM backfills WHERE retailer_id = $1 AND finished_at IS NULL`, [
      idOf(store),
    ]);
    expect(unread).not.toEqual([]);
  });
});

describe('the past of a store', () => {
  it('is read without unusable records, which are reported', async () => {
    const store = stage.newStore();
    for (const id of [1, 2, 3]) store.putRawOrder({ order: wireOrder(id, id === 2 ? { total_inc_tax: 'free' } : {}) });
    await stage.install(store);
    await waitFor(async () => (await stage.customer(store, '11'))?.ordersCount === 2);
    // A page that is read again after a break counts its unusable record again.
    await expectMetric(stage.app, /^rekindle_unreadable_records_total\{resource="orders"\} [1-9]\d*$/m);
  });
});
