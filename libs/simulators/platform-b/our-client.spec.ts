import { OutboundHttp } from '#libs/outbound-http';
import {
  createHook,
  decimalText,
  deleteHook,
  exchangeCode,
  listHooks,
  type Page,
  parsePlatformTime,
  PlatformBError,
  PlatformBRest,
  type PlatformBRestOptions,
  readBlockedDomains,
  readCustomer,
  readCustomersPage,
  readOrder,
  readOrderProducts,
  readOrderRefunds,
  readOrdersPage,
  readProductsPage,
  readStore,
  readTime,
  StorePace,
  updateHook,
  WEBHOOK_SCOPES,
} from '#libs/platform-b-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refundRecord } from '../records/record-factories.js';
import type { OrderRecord } from '../records/records.js';
import { generateStoreHistory } from '../store-history/index.js';
import { PlatformBSimulator, type SimulatedStore } from './index.js';

const APP = {
  clientId: 'client-id',
  clientSecret: 'hush',
  authCallbackUrl: 'https://app.example/platform-b/auth',
};
const HOOK = 'https://app.example/platform-b/webhook/order-status';
const history = generateStoreHistory({
  seed: 'client',
  customers: 300,
  products: 130,
  from: new Date('2026-01-01'),
  to: new Date('2026-06-01'),
});

let sim: PlatformBSimulator;
let store: SimulatedStore;
let http: OutboundHttp;
let options: PlatformBRestOptions;
let rest: PlatformBRest;

const grantOf = (callback: string) => {
  const query = new URL(callback).searchParams;
  const value = (name: string): string => query.get(name) ?? '';
  return { code: value('code'), scope: value('scope'), context: value('context') };
};

const app = () => ({
  loginBaseUrl: sim.baseUrl,
  clientId: APP.clientId,
  clientSecret: APP.clientSecret,
  redirectUri: APP.authCallbackUrl,
});

beforeAll(async () => {
  sim = await PlatformBSimulator.start(APP);
  store = sim.addStore({ hash: 'abc123', name: 'Store One', quota: 100_000 });
  sim.addStore({ hash: 'other1', name: 'Store Two' });
  for (const product of history.catalogue) store.products.upsert(product);
  for (const event of history.events) store.apply(event);
  http = new OutboundHttp({ guard: { allow: [`127.0.0.1:${sim.port}`] } });
  const { accessToken } = await exchangeCode(http, app(), grantOf(sim.installCallback(store)));
  options = { http, apiBaseUrl: sim.baseUrl, storeHash: store.hash, accessToken };
  rest = new PlatformBRest(options);
});

afterEach(() => store.faults.clear());

afterAll(async () => {
  await http.close();
  await sim.stop();
});

async function everything<T extends { id: string | number }>(
  read: (after: string | null) => Promise<Page<T>>,
): Promise<T[]> {
  const all = new Map<string, T>();
  let after: string | null = null;
  do {
    const page: Page<T> = await read(after);
    for (const item of page.items) all.set(String(item.id), item);
    after = page.next;
  } while (after !== null);
  return [...all.values()];
}

const ids = (records: readonly { id: string | number }[]): string[] => records.map(({ id }) => String(id)).toSorted();
const cents = (value: unknown): number => Math.round(Number(decimalText(value)) * 100);

/** The net amount of an order in cents, by the domain's rule from the answers; null if the order does not count. */
async function netOf(orderId: string): Promise<number | null> {
  const order = await readOrder(rest, orderId);
  const counts = [11, 9, 8, 3, 2, 10, 14].includes(order?.status_id ?? 0);
  if (!order || !counts) return null;
  let net = cents(order.total_inc_tax);
  for (const refund of order.status_id === 14 ? await readOrderRefunds(rest, orderId) : []) {
    const declined = (refund.payments ?? []).length > 0 && (refund.payments ?? []).every((one) => one.is_declined);
    if (!declined) net -= cents(refund.total_amount);
  }
  return Math.max(0, net);
}

/** The net amount by the rule of platform A, from the record. */
function netOnA(order: OrderRecord): number | null {
  const counts = ['paid', 'partially_paid', 'partially_refunded'].includes(order.financialStatus);
  if (order.test || order.cancelledAt !== null || !counts) return null;
  const moved = order.refunds
    .flatMap(({ transactions }) => transactions)
    .filter(({ status }) => status === 'success')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  return Math.max(0, order.totalCents - moved);
}

describe('the client library of platform B', () => {
  it('reads the store, and every customer, product and order of it', async () => {
    expect(await readStore(rest, 'abc123')).toMatchObject({ name: 'Store One', currency: 'USD' });
    expect((await readTime(rest)).getTime()).toBeGreaterThan(Date.parse('2026-01-01'));
    const customers = await everything(async (after) => readCustomersPage(rest, { after }));
    const products = await everything(async (after) => readProductsPage(rest, { after, pageSize: 40 }));
    const orders = await everything(async (after) => readOrdersPage(rest, { after }));
    expect(ids(customers)).toEqual(ids(history.customers));
    expect(ids(products)).toEqual(ids(history.catalogue));
    expect(ids(orders)).toEqual(ids(history.orders));
  });

  it('reads orders that count, and have the amount, of the same record on platform A', async () => {
    let counted = 0;
    for (const order of history.orders) {
      const net = netOnA(order);
      expect(await netOf(order.id), `order ${order.id}`).toBe(net);
      if (net !== null) counted += 1;
    }
    expect(counted).toBeGreaterThan(100);
    expect(history.orders.some(({ financialStatus }) => financialStatus === 'partially_refunded')).toBe(true);
  });

  it('reads the amount in the currency of the store, whatever currency the buyer saw', async () => {
    const foreign = history.orders.filter(({ presentment }) => presentment !== null);
    expect(foreign.length).toBeGreaterThan(0);
    for (const order of foreign) {
      const read = await readOrder(rest, order.id);
      expect(read).toMatchObject({ currency_code: 'EUR', default_currency_code: 'USD' });
      expect(cents(read?.total_inc_tax)).toBe(order.totalCents);
    }
  });

  it('reads a failed refund as declined, and a successful one with it', async () => {
    const order = history.orders.find(
      ({ financialStatus, totalCents }) => financialStatus === 'paid' && totalCents > 0,
    );
    const refund = (id: string, status: 'success' | 'pending', amountCents: number) => ({
      ...refundRecord({ id, orderId: '777', createdAt: 1e12 }),
      transactions: [{ id: `${id}1`, kind: 'refund', status, amountCents, createdAt: 1e12 } as const],
    });
    const refunds = [refund('91', 'pending', 50), refund('92', 'success', 25)];
    const record = { ...(order as OrderRecord), id: '777', financialStatus: 'partially_refunded' as const, refunds };
    store.orders.upsert(record);
    expect(await netOf('777')).toBe(record.totalCents - 25);
    expect(netOnA(record)).toBe(record.totalCents - 25);
    store.removeOrder('777');
  });

  it('reads times, guests and lines as the record has them', async () => {
    for (const order of history.orders.slice(0, 60)) {
      const read = await readOrder(rest, order.id);
      expect(parsePlatformTime(read?.date_created)?.getTime()).toBe(order.processedAt);
      expect(parsePlatformTime(read?.date_modified)?.getTime()).toBe(order.updatedAt);
      expect(String(read?.customer_id)).toBe(order.customer?.id ?? '0');
      expect(read?.customer_locale).toBe(order.customerLocale);
      expect(read?.billing_address?.email).toBe(order.email ?? '');
      expect(read?.default_currency_code).toBe('USD');
      expect(ids(await readOrderProducts(rest, order.id))).toEqual(ids(order.lineItems));
    }
  });

  it('reads the records that changed since a time, page by page, even if many changed in one second', async () => {
    const updatedSince = new Date('2026-05-01');
    const orders = await everything(async (after) => readOrdersPage(rest, { after, updatedSince, pageSize: 7 }));
    const expected = history.orders.filter((order) => order.updatedAt >= updatedSince.getTime());
    expect(expected.length).toBeGreaterThan(10);
    expect(ids(orders)).toEqual(ids(expected));
    const crowd = sim.addStore({ hash: 'crowd', name: 'Crowd' });
    const token = crowd.issueToken('store_v2_orders_read_only');
    for (const order of history.orders.slice(0, 30)) crowd.orders.upsert({ ...order, updatedAt: 1_780_000_000_000 });
    const crowded = new PlatformBRest({ ...options, storeHash: 'crowd', accessToken: token });
    const all = await everything(async (after) => readOrdersPage(crowded, { after, pageSize: 7 }));
    expect(all.length).toBe(30);
  });

  it('omits no order if an earlier one changes during the reading', async () => {
    const moving = sim.addStore({ hash: 'moving', name: 'Moving' });
    const token = moving.issueToken('store_v2_orders_read_only');
    const records = history.orders.slice(0, 20).map((order, index) => ({ ...order, updatedAt: 1e12 + index * 10_000 }));
    for (const order of records) moving.orders.upsert(order);
    const client = new PlatformBRest({ ...options, storeHash: 'moving', accessToken: token });
    const first = await readOrdersPage(client, { pageSize: 5 });
    for (const order of records.slice(0, 3)) moving.orders.upsert({ ...order, updatedAt: 2e12 });
    const rest = await everything(async (after) => readOrdersPage(client, { after: after ?? first.next, pageSize: 5 }));
    expect(new Set(ids([...first.items, ...rest]))).toEqual(new Set(ids(records)));
  });

  it('reads 204 as an empty list, 404 as no order, and every line of a long order', async () => {
    const line = (id: number) => ({ id, order_id: 7, product_id: 1, quantity: 1, total_inc_tax: '1.0000' });
    const order = { id: 7, status_id: 11, total_inc_tax: '8', date_modified: 'Tue, 05 Mar 2019 21:40:11 +0000' };
    store.putRawOrder({ order, products: [] });
    expect(await readOrderProducts(rest, '7')).toEqual([]);
    store.putRawOrder({ order, products: Array.from({ length: 520 }, (_, index) => line(index + 1)) });
    expect((await readOrderProducts(rest, '7')).length).toBe(520);
    // The platform may shorten pages below the requested length.
    store.largestPage = 40;
    expect((await readOrderProducts(rest, '7')).length).toBe(520);
    store.largestPage = 250;
    store.removeOrder('7');
    expect(await readOrder(rest, '7')).toBeUndefined();
    expect(await readOrderProducts(rest, '7')).toEqual([]);
    expect(await readCustomer(rest, '1')).toBeUndefined();
    const [known] = history.customers;
    expect(await readCustomer(rest, known?.id ?? '')).toMatchObject({ email: known?.email });
  });

  it('manages hooks with an own header', async () => {
    const input = { scope: 'store/order/statusUpdated', destination: HOOK, headers: { 'X-Token': 'a' } };
    const made = await createHook(rest, input);
    expect(made).toMatchObject({ ...input, is_active: true });
    await expect(createHook(rest, input)).rejects.toMatchObject({ kind: 'bad_answer', status: 422 });
    await expect(createHook(rest, { ...input, scope: 'store/order/statusUpdate' })).rejects.toMatchObject({
      status: 400,
    });
    store.hooks.deactivate(Number(made.id));
    const renewed = await updateHook(rest, String(made.id), { ...input, headers: { 'X-Token': 'b' } });
    expect(renewed).toMatchObject({ is_active: true, headers: { 'X-Token': 'b' } });
    expect(await listHooks(rest, { scope: input.scope, destination: HOOK })).toEqual([
      expect.objectContaining({ id: made.id }),
    ]);
    expect(await listHooks(rest, { scope: 'store/order/created' })).toEqual([]);
    for (const scope of WEBHOOK_SCOPES.slice(1)) {
      const { id } = await createHook(rest, { ...input, scope });
      expect(await deleteHook(rest, String(id))).toBe(true);
    }
    store.hooks.blockedDomains.push('app.example');
    expect(await readBlockedDomains(rest)).toEqual(['app.example']);
    expect(await deleteHook(rest, String(made.id))).toBe(true);
    expect(await deleteHook(rest, String(made.id))).toBe(false);
    await expect(updateHook(rest, String(made.id), input)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('waits as long as a 429 names, in each of its forms, and then succeeds', async () => {
    const waits: number[] = [];
    let now = 0;
    const sleep = async (ms: number): Promise<void> => {
      waits.push(ms);
      now += ms;
      await Promise.resolve();
    };
    const patient = new PlatformBRest({ ...options, pace: new StorePace(() => now), sleep, random: () => 0 });
    store.faults.next('rateLimited', 1, { waitMs: 1500 });
    store.faults.next('rateLimited', 1, { says: 'retryAfter', waitMs: 2000 });
    store.faults.next('rateLimited', 2, { says: 'nothing' });
    await readTime(patient);
    expect(waits).toEqual([1500, 2000, 2000, 4000]);
    store.faults.always('rateLimited', { waitMs: 3_600_000 });
    await expect(readTime(patient)).rejects.toMatchObject({ kind: 'throttled', retryAfterSeconds: 3600 });
    const asked = sim.apiCalls.length;
    await expect(readTime(patient)).rejects.toMatchObject({ kind: 'throttled' });
    expect(sim.apiCalls.length).toBe(asked);
  });

  it('leaves the last requests of a rate window to other apps', async () => {
    const small = sim.addStore({ hash: 'small', name: 'Small', quota: 5, windowMs: 300 });
    const accessToken = small.issueToken('store_v2_information');
    const client = new PlatformBRest({ ...options, storeHash: 'small', accessToken });
    for (let i = 0; i < 8; i += 1) await readTime(client);
    expect(sim.apiCalls.filter(({ store: hash }) => hash === 'small').map(({ status }) => status)).toEqual(
      Array.from({ length: 8 }, () => 200),
    );
  });

  it('leaves a quarter of a rate window to other calls where it works in the background', async () => {
    const live = sim.addStore({ hash: 'live', name: 'Live', quota: 40, windowMs: 60_000 });
    const accessToken = live.issueToken('store_v2_information');
    const shared = { ...options, storeHash: 'live', accessToken, pace: new StorePace(), maxThrottleWaitMs: 0 };
    const background = new PlatformBRest({ ...shared, background: true });
    for (let i = 0; i < 30; i += 1) await readTime(background);
    await expect(readTime(background)).rejects.toMatchObject({ kind: 'throttled' });
    const foreground = new PlatformBRest(shared);
    for (let i = 0; i < 5; i += 1) await readTime(foreground);
    await expect(readTime(background)).rejects.toMatchObject({ kind: 'throttled' });
  });

  it('repeats a call after errors of the server, but not after errors of the request', async () => {
    store.faults.next('serverError', 2);
    store.faults.next('disconnect');
    await readTime(rest);
    const failures = [
      ['unauthorized', 'unauthorized'],
      ['forbidden', 'forbidden'],
      ['badRequest', 'bad_answer'],
      ['notJson', 'bad_answer'],
    ] as const;
    for (const [fault, kind] of failures) {
      const before = sim.apiCalls.length;
      store.faults.next(fault);
      await expect(readTime(rest)).rejects.toMatchObject({ name: 'PlatformBError', kind });
      expect(sim.apiCalls.length).toBe(before + 1);
    }
    store.faults.next('serverError', 1, { status: 503 });
    await expect(readTime(rest)).rejects.toMatchObject({ kind: 'unavailable', status: 503 });
    store.faults.next('slow', 1, { delayMs: 500 });
    const hasty = new PlatformBRest({ ...options, timeoutMs: 50, attempts: 1 });
    await expect(readTime(hasty)).rejects.toBeInstanceOf(PlatformBError);
  });

  it('is refused reads that its scopes do not cover', async () => {
    const narrow = sim.addStore({ hash: 'narrow', name: 'Narrow' });
    const accessToken = narrow.issueToken('store_v2_information_read_only');
    const client = new PlatformBRest({ ...options, storeHash: 'narrow', accessToken });
    await expect(readOrder(client, '1')).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(readStore(client, 'abc123')).rejects.toMatchObject({ code: 'wrong_store' });
    narrow.revokeToken();
    await expect(readTime(client)).rejects.toMatchObject({ kind: 'unauthorized' });
  });
});

describe('the token exchange', () => {
  it('sends the seven fields in the body and no other credentials', () => {
    const { body, headers } = sim.tokenRequests[0] ?? { body: {}, headers: {} };
    expect(Object.keys(body).toSorted()).toEqual(
      ['client_id', 'client_secret', 'code', 'context', 'grant_type', 'redirect_uri', 'scope'].toSorted(),
    );
    expect(body).toMatchObject({ grant_type: 'authorization_code', redirect_uri: APP.authCallbackUrl });
    expect(headers).not.toHaveProperty('authorization');
  });

  it('replaces the token at a new install, accepts an answer without an owner, and no code twice', async () => {
    const other = sim.store('other1');
    other.merchant.omitOwner = true;
    const grant = grantOf(sim.installCallback(other));
    const answer = await exchangeCode(http, app(), grant);
    expect(answer).toMatchObject({ storeHash: 'other1', owner: null, user: { id: '7654321' } });
    await expect(exchangeCode(http, app(), grant)).rejects.toMatchObject({ kind: 'invalid_grant' });
    const renewed = await exchangeCode(http, app(), grantOf(sim.installCallback(other)));
    expect(other.scopesOf(answer.accessToken)).toBeUndefined();
    expect(other.scopesOf(renewed.accessToken)).toContain('store_v2_orders_read_only');
  });

  it('refuses a token of another store', async () => {
    const other = sim.store('other1');
    other.merchant.answersContext = 'stores/abc123';
    await expect(exchangeCode(http, app(), grantOf(sim.installCallback(other)))).rejects.toMatchObject({
      kind: 'bad_answer',
      code: 'wrong_store',
    });
    other.merchant.answersContext = null;
  });

  it.each([
    ['badRequest', 'invalid_grant'],
    ['serverError', 'unavailable'],
    ['notJson', 'bad_answer'],
    ['disconnect', 'unavailable'],
    ['slow', 'unavailable'],
  ] as const)('calls only once, and names the failure, when the answer is %s', async (fault, kind) => {
    const other = sim.store('other1');
    other.faults.next(fault, 1, { on: 'token', delayMs: 400 });
    const before = sim.tokenRequests.length;
    const failure = exchangeCode(http, { ...app(), timeoutMs: 200 }, grantOf(sim.installCallback(other)));
    await expect(failure).rejects.toMatchObject({ kind });
    await expect(failure).rejects.not.toHaveProperty('message', expect.stringContaining('hush'));
    await expect.poll(() => sim.tokenRequests.length).toBe(before + 1);
  });

  it('reports a wrong callback as a mistake of the settings and not of the code', async () => {
    const wrong = { ...app(), redirectUri: 'https://app.example/platform-b/load' };
    await expect(exchangeCode(http, wrong, grantOf(sim.installCallback(store)))).rejects.toMatchObject({
      kind: 'bad_answer',
      code: 'redirect_uri_mismatch',
    });
  });
});
