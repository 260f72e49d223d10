import { randomUUID } from 'node:crypto';
import type { SimulatedStore } from '#libs/simulators';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Delivery } from '../../src/inbox/delivery.entity.js';
import { PlatformBStore } from '../../src/platform-b/client/store.entity.js';
import { OrderRead } from '../../src/platform-b/sync/order-read.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { Transition } from '../../src/segmentation/membership/transition.entity.js';
import { given, stored } from '../factories/given.js';
import { CLIENT_SECRET, eventOf, idOf, StageB, standardHeaders, wireOrder } from '../setup/platform-b.js';
import { waitFor } from '../setup/test-app.js';

let stage: StageB;
let store: SimulatedStore;
let orders = 1_000;

beforeAll(async () => {
  stage = await StageB.start();
  store = await stage.installed();
});
afterAll(() => stage?.stop());
beforeEach(async () => {
  store.faults.clear();
  store.largestPage = 250;
  await given(stage.app).set(PlatformBStore, { failures: 0, pausedUntil: null });
});

/** A new order in the store, without a delivery yet. */
function order(
  changes: Record<string, unknown> = {},
  parts: { products?: Record<string, unknown>[]; refunds?: Record<string, unknown>[] } = {},
): number {
  const id = (orders += 1);
  put(id, changes, parts);
  return id;
}
const put = (
  id: number,
  changes: Record<string, unknown> = {},
  parts: { products?: Record<string, unknown>[]; refunds?: Record<string, unknown>[] } = {},
) => store.putRawOrder({ order: wireOrder(id, { customer_id: id, ...changes }), ...parts });

const token = (someStore = store) => ({ 'x-platform-b-webhook-token': stage.hookToken(someStore) });
const tell = (id: number, changes: Record<string, unknown> = {}) =>
  stage.post(eventOf(store, id, changes), { ...token(), 'webhook-id': randomUUID() });
const told = async (id: number): Promise<void> => {
  expect((await tell(id)).status).toBe(200);
  await stage.app.settled();
};
const read = (id: number) => stage.order(store, String(id));
const buyer = (id: number) => stage.customer(store, String(id));
const calls = (id: number): string[] => stage.orderCalls(store, id);
const line = (id: number, changes: Record<string, unknown> = {}) => ({
  id,
  product_id: id,
  parent_order_product_id: null,
  quantity: 1,
  ...changes,
});

/** Headers with a signature of the official library, whose key is the base64 of the secret's bytes. */
function official(body: string, { key = Buffer.from(CLIENT_SECRET).toString('base64'), at = new Date() } = {}) {
  const id = `msg_${randomUUID()}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(key).sign(id, at, body),
  };
}
const TEN_MINUTES_AGO = new Date(Date.now() - 600_000);

describe('POST /platform-b/webhook/order-status', () => {
  it('answers with an empty body while the platform is slow, then reads the order and its lines once (W1)', async () => {
    const id = order({}, { products: [line(7)] });
    let answered = false;
    store.faults.next('slow', 1, { on: 'orders', delayMs: 3_000 });
    const answer = await tell(id);
    answered = !calls(id).length;
    expect([answer.status, await answer.text(), answered]).toEqual([200, '', true]);
    await stage.app.settled();
    expect(calls(id)).toEqual([`/v2/orders/${id}`, `/v2/orders/${id}/products?limit=250&page=1`]);
    expect(await read(id)).toMatchObject({ net: '69.8400', counted: true, productIds: ['7'] });
  });

  it('accepts the signature of the official library without the secret header (W2)', async () => {
    const id = order();
    const body = eventOf(store, id);
    expect((await stage.post(body, official(body))).status).toBe(200);
    await stage.app.settled();
    expect(await buyer(id)).toMatchObject({ ordersCount: 1, totalSpent: '69.84' });
  });

  it('refuses a signature that is wrong in any way, and accepts the second of two (W3, W4, W5)', async () => {
    const id = order();
    const body = eventOf(store, id);
    const good = official(body);
    const v2 = good['webhook-signature'].replace('v1,', 'v2,');
    const refused: [string, Record<string, string>][] = [
      [body, standardHeaders(body, { key: Buffer.from(CLIENT_SECRET, 'base64') })],
      [body.replace('11', '12'), good],
      [`${body} `, good],
      [body, official(body, { at: TEN_MINUTES_AGO })],
      [body, { ...good, 'webhook-signature': v2 }],
      [body, { ...good, 'webhook-id': 'another' }],
      [body, {}],
      [body, { 'x-platform-b-webhook-token': 'wrong' }],
      [body, { ...good, 'x-platform-b-webhook-token': 'wrong' }],
      [body, { ...token(), 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' }],
    ];
    for (const [sent, headers] of refused) expect((await stage.post(sent, headers)).status).toBe(401);
    expect(await stored(stage.app).rows(OrderRead)).toEqual([]);
    expect(calls(id)).toEqual([]);
    const second = { ...good, 'webhook-signature': `v1,AAAA ${good['webhook-signature']}` };
    expect((await stage.post(body, second)).status).toBe(200);
    const late = { ...official(body, { at: TEN_MINUTES_AGO }), ...token() };
    expect((await stage.post(body, late)).status).toBe(200);
    await stage.app.settled();
  });

  it("refuses another store's secret (W15)", async () => {
    const other = await stage.installed();
    const body = eventOf(store, order());
    expect((await stage.post(body, token(other))).status).toBe(401);
  });

  it.each([
    ['no status in the data', (id: number) => ({ data: { type: 'order', id }, created_at: undefined })],
    ['a number for the store', (id: number) => ({ store_id: 1_025_646, data: { type: 'order', id } })],
    ["a channel's form", (id: number) => ({ data: { order_id: id } })],
    ['milliseconds for seconds', () => ({ created_at: 1_795_000_000_000 })],
    ['a time that is none', () => ({ created_at: 999_999_999_999_999 })],
  ])('reads the order of an event with %s (W6)', async (_what, changes) => {
    const id = order();
    expect((await tell(id, changes(id))).status).toBe(200);
    await stage.app.settled();
    expect((await read(id))?.counted).toBe(true);
  });

  it('refuses a body that is not an event, and ignores events of other scopes (W7)', async () => {
    const post = async (body: string) => (await stage.post(body, official(body))).status;
    expect(await post('not json')).toBe(400);
    expect(await post('[]')).toBe(400);
    expect(await post(eventOf(store, 1, { producer: undefined }))).toBe(400);
    expect(await post(' '.repeat(2_000_000))).toBe(413);
    const before = stage.platform.apiCalls.length;
    expect(await post(eventOf(store, 1, { scope: 'store/cart/created' }))).toBe(200);
    expect(await post(eventOf(store, 1, { producer: 'stores/nobody1' }))).toBe(200);
    expect(await stored(stage.app).rows(Retailer, { externalId: 'nobody1' })).toEqual([]);
    expect(stage.platform.apiCalls).toHaveLength(before);
    const gone = await stage.installed();
    const hooked = token(gone);
    await stage.platform.uninstall(gone, `${stage.app.url}/platform-b/uninstall`);
    const body = eventOf(gone, 1);
    expect((await stage.post(body, official(body))).status).toBe(200);
    expect((await stage.post(body, hooked)).status).toBe(200);
    await stage.app.settled();
    expect(stage.orderCalls(gone, 1)).toEqual([]);
  });

  it('counts an event once that comes five times at once (W8)', async () => {
    const id = order();
    const body = eventOf(store, id);
    const headers = { ...token(), 'webhook-id': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => stage.post(body, headers)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await stage.app.settled();
    expect(await buyer(id)).toMatchObject({ ordersCount: 1, totalSpent: '69.84' });
    const rows = await stored(stage.app).rows(Delivery, { deliveryId: headers['webhook-id'] });
    expect(rows).toHaveLength(1);
  });

  it('counts two events without an id as two, even if their bodies and hashes are equal', async () => {
    const id = order();
    const body = eventOf(store, id, { created_at: undefined });
    await stage.post(body, token());
    await stage.app.settled();
    put(id, { status_id: 5 });
    await stage.post(body, token());
    await stage.app.settled();
    expect((await read(id))?.counted).toBe(false);
  });

  it('collapses many deliveries of one order into few reads', async () => {
    const id = order();
    store.faults.next('slow', 1, { on: 'orders', delayMs: 800 });
    await Promise.all(Array.from({ length: 40 }, () => tell(id)));
    await stage.app.settled();
    expect(calls(id).filter((path) => path === `/v2/orders/${id}`).length).toBeLessThanOrEqual(3);
    expect((await read(id))?.counted).toBe(true);
  });

  it('reads an order again after a delivery during its read', async () => {
    const id = order({ status_id: 14 });
    store.faults.next('slow', 1, { on: 'refunds', delayMs: 1_000 });
    await tell(id);
    await waitFor(() => calls(id).length === 2);
    put(id, { status_id: 5 });
    await told(id);
    expect(await read(id)).toMatchObject({ counted: false, reason: 'voided' });
  });

  it('reads the status from the order and not from the event (W9, W10)', async () => {
    const [refunded, cancelled] = [order({ status_id: 4 }), order({ status_id: 5 })];
    for (const status of [4, 2, 11]) {
      await tell(refunded, { data: { type: 'order', id: refunded, status: { new_status_id: status } } });
    }
    await told(cancelled);
    expect([(await read(refunded))?.reason, (await read(cancelled))?.counted]).toEqual(['refunded', false]);
  });
});

describe('the order status', () => {
  const COUNTED = new Set([2, 3, 8, 9, 10, 11]);

  it.each(Array.from({ length: 15 }, (_, status) => status))(
    '%d decides whether an order counts (W11)',
    async (status) => {
      const [fresh, counted] = [order({ status_id: status }), order()];
      await told(counted);
      put(counted, { status_id: status });
      await tell(fresh);
      await told(counted);
      const holds = status === 12 || status === 13;
      const counts = COUNTED.has(status) || status === 14;
      expect((await read(fresh))?.counted).toBe(counts);
      expect((await read(counted))?.counted).toBe(counts || holds);
    },
  );

  it('changes nothing if it is not documented (W11)', async () => {
    const id = order();
    await told(id);
    put(id, { status_id: 99 });
    await told(id);
    expect(await read(id)).toMatchObject({ counted: true, net: '69.8400' });
  });

  it('7, and no other unpaid status, counts if the retailer counts unpaid orders', async () => {
    await given(stage.app).set(Retailer, { settings: { countUnpaidOrders: true } }, { id: idOf(store) });
    const [awaiting, pending, incomplete] = [order({ status_id: 7 }), order({ status_id: 1 }), order({ status_id: 0 })];
    for (const id of [awaiting, pending, incomplete]) await tell(id);
    await stage.app.settled();
    await given(stage.app).set(Retailer, { settings: {} }, { id: idOf(store) });
    expect([
      (await read(awaiting))?.counted,
      (await read(pending))?.counted,
      (await read(incomplete))?.counted,
    ]).toEqual([true, false, false]);
  });

  it('of a refund ends a membership, and after a partial refund the rest counts (W12)', async () => {
    const { brands } = (await stage.app.admin<{ brands: { id: string }[] }>('GET', `/admin/retailers/${idOf(store)}`))
      .body;
    const segments = [{ name: 'Spent 60', criteria: { minPurchaseAmount: '60.00' } }];
    await stage.app.admin('POST', '/admin/segments/upsert', { brandId: brands[0]?.id, segments });
    const id = order({ status_id: 10 });
    await told(id);
    const member = () =>
      stage.app.sql(
        `SELECT 1 FROM segment_memberships m JOIN customers c ON c.retailer_id = m.retailer_id AND c.id = m.customer_id
          WHERE c.external_id = $1 AND m.left_at IS NULL`,
        [String(id)],
      );
    expect(await member()).toHaveLength(1);
    const refunds = [
      { id: 1, total_amount: 20, payments: [{ amount: 20, is_declined: false }] },
      { id: 2, total_amount: 9, payments: [{ amount: 9, is_declined: true }] },
    ];
    put(id, { status_id: 14 }, { refunds });
    await told(id);
    expect(await read(id)).toMatchObject({ net: '49.8400', counted: true });
    expect(await member()).toEqual([]);
    put(id, { status_id: 10 });
    await told(id);
    expect(await read(id)).toMatchObject({ net: '69.8400' });
    put(id, { status_id: 4 }, { refunds });
    await told(id);
    expect(await read(id)).toMatchObject({ net: '0.0000', counted: false, reason: 'refunded' });
  });
});

describe('a platform that limits, fails or refuses calls', () => {
  const times = (id: number): number[] =>
    stage.platform.apiCalls
      .filter(({ store: hash, path }) => hash === store.hash && path === `/v2/orders/${id}`)
      .map(({ at }) => at);

  it('is not called again before the time that it names (W13)', async () => {
    const id = order();
    store.faults.next('rateLimited', 1, { on: 'orders', says: 'resetMs', waitMs: 1_500 });
    await told(id);
    const [first = 0, second = 0] = times(id);
    expect(second - first).toBeGreaterThanOrEqual(1_500);
    expect((await read(id))?.counted).toBe(true);
  });

  it('is not called again at once if it names no time (W13)', async () => {
    const id = order();
    store.faults.next('rateLimited', 1, { on: 'orders', says: 'nothing' });
    await told(id);
    const [first = 0, second = 0] = times(id);
    expect(second - first).toBeGreaterThanOrEqual(500);
    expect((await read(id))?.counted).toBe(true);
  });

  it('is called again after two answers 5xx, an HTML page and a broken connection (W13)', async () => {
    const id = order();
    store.faults
      .next('serverError', 2, { on: 'orders' })
      .next('notJson', 1, { on: 'orders' })
      .next('disconnect', 1, { on: 'orders' });
    await told(id);
    expect((await read(id))?.counted).toBe(true);
  });

  it('is called only a few times while it is down, for any number of deliveries', async () => {
    const newStore = await stage.installed();
    newStore.faults.always('serverError', { on: 'orders' });
    const before = stage.platform.apiCalls.length;
    for (let id = 1; id <= 60; id += 1) {
      newStore.putRawOrder({ order: wireOrder(id) });
      await stage.post(eventOf(newStore, id), { ...token(newStore), 'webhook-id': randomUUID() });
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    const asked = stage.platform.apiCalls
      .slice(before)
      .filter(({ store: hash, path }) => hash === newStore.hash && /^\/v2\/orders\/\d/.test(path));
    // Cleared before the assertion, because the open reads of a store that stays down would delay all later tests.
    newStore.faults.clear();
    expect(asked.length, JSON.stringify(asked)).toBeLessThan(20);
    await waitFor(async () => (await stage.customer(newStore, '11'))?.ordersCount === 60, 30_000);
  }, 45_000);

  it('that no longer has an order removes it from the counts (W13)', async () => {
    const [known, unknown] = [order(), order()];
    await told(known);
    store.removeOrder(String(known));
    store.removeOrder(String(unknown));
    await tell(known);
    await told(unknown);
    expect(await read(known)).toMatchObject({ counted: false, reason: 'deleted' });
    expect((await buyer(known))?.ordersCount).toBe(0);
    expect(await read(unknown)).toBeUndefined();
  });

  it('that refuses the token is left alone until the merchant consents again (W13)', async () => {
    const newStore = await stage.installed();
    newStore.revokeToken();
    const before = stage.platform.apiCalls.length;
    for (let i = 0; i < 20; i += 1) {
      await stage.post(eventOf(newStore, 900 + i), { ...token(newStore), 'webhook-id': randomUUID() });
    }
    const statusOf = async () => (await stored(stage.app).rows(Retailer, { id: idOf(newStore) }, 'status'))[0]?.status;
    await waitFor(async () => (await statusOf()) === 'needs_reauth');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(stage.platform.apiCalls.slice(before).filter((call) => call.store === newStore.hash).length).toBeLessThan(5);
    newStore.putRawOrder({ order: wireOrder(900) });
    await stage.installed(newStore);
    await stage.app.settled();
    expect((await stage.order(newStore, '900'))?.counted).toBe(true);
  });
});

describe('the reading of an order', () => {
  it('identifies a guest by the address, and joins the guest to an account with that address (O1)', async () => {
    const guest = {
      customer_id: 0,
      billing_address: { email: 'Guest@Example.com', first_name: 'Gus', country_iso2: 'AU' },
    };
    await told(order(guest));
    const people = () =>
      stage.app.sql<{ externalId: string; n: number }>(
        `SELECT external_id AS "externalId", orders_count AS n FROM customers
          WHERE retailer_id = $1 AND email = 'guest@example.com' AND orders_count > 0`,
        [idOf(store)],
      );
    expect(await people()).toEqual([{ externalId: expect.stringMatching(/^guest-[0-9a-f]{32}$/), n: 1 }]);
    await told(order({ customer_id: 77, billing_address: guest.billing_address }));
    expect(await people()).toEqual([{ externalId: '77', n: 2 }]);
    await told(order(guest));
    expect(await people()).toEqual([{ externalId: '77', n: 3 }]);
    await told(order({ customer_id: 0, billing_address: { email: '' } }));
  });

  it('sets the language of its customer or guest, until a later order has another language', async () => {
    const [first, second, third] = [order(), order(), order()];
    const guest = { customer_id: 0, billing_address: { email: 'lang@example.com' } };
    put(first, { customer_id: 248, billing_address: guest.billing_address, customer_locale: 'fr-CA' });
    await told(first);
    expect(await buyer(248)).toMatchObject({ language: 'fr-CA' });
    put(second, { ...guest, customer_locale: 'de', date_created: 'Fri, 21 Jun 2019 16:07:08 +0000' });
    await told(second);
    expect(await buyer(248)).toMatchObject({ ordersCount: 2, language: 'de' });
    put(third, { customer_id: 248, customer_locale: '', date_created: 'Sat, 22 Jun 2019 16:07:08 +0000' });
    await told(third);
    expect(await buyer(248)).toMatchObject({ ordersCount: 3, language: 'de' });
  });

  it('adds decimals exactly, and ignores other fields in odd forms (O2)', async () => {
    const odd = { staff_notes: {}, custom_status: {}, 'odd key': 1, billing_address: { email: {}, first_name: {} } };
    const [first, second, third] = [order(), order(), order()];
    put(first, { customer_id: 247, total_inc_tax: '8', ...odd });
    put(second, { customer_id: 247, total_inc_tax: '924.47' });
    put(third, { customer_id: 247, total_inc_tax: 76.27 });
    for (const id of [first, second, third]) await tell(id);
    await stage.app.settled();
    expect(await buyer(247)).toMatchObject({ ordersCount: 3, totalSpent: '1008.74' });
  });

  it('shows a negative total as what it is, and does not count it', async () => {
    const [wrong, good] = [order(), order()];
    put(wrong, { customer_id: 249, total_inc_tax: '-12.5000' });
    put(good, { customer_id: 249, total_inc_tax: '20.0000' });
    await tell(wrong);
    await told(good);
    const { body } = await stage.app.admin<object>('GET', `/admin/retailers/${idOf(store)}/orders/${wrong}`);
    expect(body).toMatchObject({ total: '-12.50', counted: false, reason: 'negative_total' });
    expect(await buyer(249)).toMatchObject({ ordersCount: 1, totalSpent: '20.00' });
  });

  it('leaves out parts of a bundle, and accepts custom products, no lines and many pages of lines (O3, O4)', async () => {
    const bundle = [line(1), line(2, { parent_order_product_id: 1 }), line(3, { product_id: 0 })];
    const [bundled, empty, long] = [
      order({}, { products: bundle }),
      order({}, { products: [] }),
      order({}, { products: Array.from({ length: 120 }, (_, index) => line(100 + index)) }),
    ];
    store.largestPage = 50;
    for (const id of [bundled, empty, long]) await tell(id);
    await stage.app.settled();
    expect((await read(bundled))?.productIds).toEqual(['1']);
    expect((await read(empty))?.productIds).toEqual([]);
    expect((await read(long))?.productIds).toHaveLength(120);
  });

  it('reads times in their own zone (O5)', async () => {
    const id = order();
    await told(id);
    expect((await read(id))?.orderedAt.toISOString()).toBe('2019-06-20T16:07:08.000Z');
  });

  it("keeps the paid currency, and leaves amounts in other currencies than the store's out of the spend (O6)", async () => {
    const [euros, dollars] = [order(), order()];
    put(euros, { customer_id: 66, default_currency_code: 'EUR' });
    put(dollars, { customer_id: 66 });
    await tell(euros);
    await told(dollars);
    expect(await read(euros)).toMatchObject({ currency: 'EUR', counted: true });
    expect(await buyer(66)).toMatchObject({ ordersCount: 2, totalSpent: '69.84', otherCurrencyOrders: 1 });
    const answer = await stage.app.admin<{ items: Record<string, unknown>[] }>(
      'GET',
      `/admin/retailers/${idOf(store)}/customers?externalId=66`,
    );
    expect(answer.body.items).toMatchObject([{ otherCurrencyOrders: 1 }]);
  });

  it('does not count an archived order until it is restored (O7)', async () => {
    const id = order();
    await told(id);
    put(id, { is_deleted: true });
    await told(id);
    expect((await read(id))?.counted).toBe(false);
    put(id);
    await told(id);
    expect((await read(id))?.counted).toBe(true);
  });

  it('never follows an address in an answer (O8)', async () => {
    const id = order({ products: { url: `${stage.app.url}/metrics`, resource: '/x' } });
    await told(id);
    expect((await read(id))?.counted).toBe(true);
    expect(calls(id).every((path) => path.startsWith(`/v2/orders/${id}`))).toBe(true);
  });

  it('counts an imported order, with a cause that starts no sequence (O9)', async () => {
    const id = order({ external_source: 'M-MIG' });
    await given(stage.app).delete(Transition);
    await told(id);
    expect((await buyer(id))?.ordersCount).toBe(1);
    const causes = await stage.app.sql<{ cause: string }>(
      `SELECT t.cause FROM segment_transitions t JOIN customers c ON c.retailer_id = t.retailer_id AND c.id = t.customer_id
        WHERE c.external_id = $1`,
      [String(id)],
    );
    expect(causes).toEqual([{ cause: expect.stringMatching(/^import:/) }]);
  });

  it('ignores an answer that is older than what is known', async () => {
    const id = order({ date_modified: 'Thu, 20 Jun 2019 18:00:00 +0000' });
    await told(id);
    put(id, { status_id: 5, date_modified: 'Thu, 20 Jun 2019 17:00:00 +0000' });
    await told(id);
    expect((await read(id))?.counted).toBe(true);
  });

  it('accepts an order with a text that Postgres cannot store unchanged', async () => {
    const billing = { first_name: 'A\0nn', last_name: '\uDE00', email: 'nul@example.com', country_iso2: 'US' };
    const id = order({ billing_address: billing });
    await told(id);
    expect((await read(id))?.counted).toBe(true);
  });

  it('gives up an order that cannot be read, and reads it again after another delivery', async () => {
    const id = order({ total_inc_tax: 'much' });
    await told(id);
    const [row] = await stored(stage.app).rows(OrderRead, { orderId: String(id) }, 'problem');
    expect(row?.problem).toBe('order: has no usable amount');
    put(id);
    await told(id);
    expect((await read(id))?.counted).toBe(true);
  });
});

describe('the watch of platform B', () => {
  it('activates a hook again and reads changes without a delivery (W16)', async () => {
    const newStore = await stage.installed();
    for (const { id } of newStore.hooks.list()) newStore.hooks.deactivate(id);
    for (const id of [1, 2, 3]) newStore.putRawOrder({ order: wireOrder(id) });
    const makeDue = () =>
      stage.app.sql(
        `INSERT INTO store_watches (retailer_id, due_at) VALUES ($1, now())
         ON CONFLICT (retailer_id) DO UPDATE SET due_at = excluded.due_at`,
        [idOf(newStore)],
      );
    await makeDue();
    await waitFor(async () => (await stage.customer(newStore, '11'))?.ordersCount === 3);
    expect(newStore.hooks.list().map(({ is_active: active }) => active)).toEqual(Array<boolean>(7).fill(true));
    await stage.app.settled();
    const before = stage.orderCalls(newStore, '1').length;
    const readUntil = async () =>
      (
        await stage.app.sql<{ at: Date }>('SELECT read_until AS at FROM platform_b_stores WHERE retailer_id = $1', [
          idOf(newStore),
        ])
      )[0]?.at.getTime() ?? 0;
    const first = await readUntil();
    // The platform's clock has whole seconds, so `readUntil` is set back for the next watch to move it.
    await given(stage.app).backdate(PlatformBStore, 'readUntil', '1 minute', { retailerId: idOf(newStore) });
    await makeDue();
    await waitFor(async () => (await readUntil()) >= first);
    await stage.app.settled();
    expect(stage.orderCalls(newStore, '1')).toHaveLength(before);
  });
});

describe('POST /admin/retailers/{id}/reconcile', () => {
  it('watches a store of platform B at once, and answers with Prefer: wait when the watch is done', async () => {
    const newStore = await stage.installed();
    for (const { id } of newStore.hooks.list()) newStore.hooks.deactivate(id);
    newStore.putRawOrder({ order: wireOrder(5) });
    const answer = await stage.app.admin('POST', `/admin/retailers/${idOf(newStore)}/reconcile`, undefined, {
      prefer: 'wait=20',
    });
    expect(answer).toMatchObject({ status: 200, body: { webhooks: { problems: [] } } });
    expect(newStore.hooks.list().every(({ is_active: active }) => active)).toBe(true);
    await stage.app.settled();
    expect((await stage.order(newStore, '5'))?.counted).toBe(true);
  });

  it('does not find a store of platform B on a route of platform A', async () => {
    const { status } = await stage.app.admin('POST', `/admin/retailers/${idOf(store)}/admin-sso-tickets`);
    expect(status).toBe(404);
  });
});

describe('twenty stores, one of them dead', () => {
  it('get the orders of the nineteen read while the calls of the dead one hang', async () => {
    const stores = await Promise.all(Array.from({ length: 20 }, () => stage.installed()));
    const [dead, ...living] = stores as [SimulatedStore, ...SimulatedStore[]];
    dead.faults.always('slow', { on: 'orders', delayMs: 60_000 });
    for (const someStore of stores) for (let id = 1; id <= 20; id += 1) someStore.putRawOrder({ order: wireOrder(id) });
    const send = (someStore: SimulatedStore, id: number) =>
      stage.post(eventOf(someStore, id), { ...token(someStore), 'webhook-id': randomUUID() });
    for (let id = 1; id <= 20; id += 1) await send(dead, id);
    for (let id = 1; id <= 20; id += 1) await Promise.all(living.map((someStore) => send(someStore, id)));
    const done = async (someStore: SimulatedStore): Promise<number> =>
      (await stage.customer(someStore, '11'))?.ordersCount ?? 0;
    await waitFor(async () => (await Promise.all(living.map(done))).every((count) => count === 20));
    // No call of the dead store has ended, and the store has at most its limit of concurrent calls.
    expect(
      stage.platform.apiCalls.filter(({ store: hash, path }) => hash === dead.hash && /^\/v2\/orders\/\d/.test(path)),
    ).toEqual([]);
    expect(await done(dead)).toBe(0);
    dead.faults.clear();
    await waitFor(async () => (await done(dead)) === 20, 40_000);
  }, 90_000);
});
