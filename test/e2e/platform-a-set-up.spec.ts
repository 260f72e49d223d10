import { randomUUID } from 'node:crypto';
import { TOPICS } from '#libs/platform-a-client';
import { customerRecord, lineItemRecord, orderRecord, PlatformASimulator, type SimulatedShop } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { Backfill } from '../../src/stores/backfill/backfill.entity.js';
import { ago, given, stored } from '../factories/given.js';
import { type ExpectedFacts, fillStore } from '../factories/store-history.js';
import { earlier } from '../setup/earlier.js';
import { CLIENT_ID, CLIENT_SECRET, TestApp } from '../setup/test-app.js';
import { Browser, eventually } from './install-flow.js';

const SCOPES = ['read_orders', 'read_customers', 'read_products', 'read_customer_merge'];

let platform: PlatformASimulator;
let service: TestApp;
let shop: SimulatedShop;
let stores = 0;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  service = await TestApp.start({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate });
});

afterAll(async () => {
  await service?.stop();
  await platform?.stop();
});

beforeEach(() => {
  const domain = `shop${(stores += 1)}.myshopify.com`;
  shop = platform.addShop({ domain, name: 'Corner Shop', currency: 'EUR', ianaTimezone: 'Europe/Paris', plan: 'plus' });
  shop.merchant.grants = [...SCOPES];
});

const address = () => `${service.url}/platform-a/webhooks`;
const domainOf = ({ profile }: SimulatedShop) => profile.domain;
const mutationsOf = (domain: string) =>
  platform.graphqlRequests.filter((call) => call.shop === domain && call.query.startsWith('mutation'));

async function install(): Promise<void> {
  expect((await new Browser(service.url).install(domainOf(shop))).status).toBe(302);
}

/** Installs the app again after a state in which the platform had refused our token. */
async function reinstall(): Promise<void> {
  await given(service).set(Retailer, { status: 'needs_reauth' }, { externalId: domainOf(shop) });
  await install();
}

/** The retailer once its set-up is done and everything is read. */
async function setUp() {
  return eventually(async () => {
    const rows = await service.sql(
      `SELECT * FROM retailers r WHERE external_id = $1 AND set_up_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM backfills b WHERE b.retailer_id = r.id AND b.finished_at IS NULL)`,
      [domainOf(shop)],
    );
    return rows[0];
  });
}

const subscribed = () => shop.subscriptions.list().map(({ topic, uri }) => ({ topic: topic as string, uri }));
const wanted = () => TOPICS.map((topic) => ({ topic: topic as string, uri: address() }));

describe('the set-up after an install', () => {
  it('subscribes every topic once, however often the app is installed (O15)', async () => {
    await install();
    expect(await setUp()).toMatchObject({ webhooks: { registered: TOPICS, problems: [] } });
    expect(subscribed()).toEqual(expect.arrayContaining(wanted()));
    expect(subscribed()).toHaveLength(TOPICS.length);
    const before = mutationsOf(domainOf(shop)).length;
    await reinstall();
    expect(await setUp()).toMatchObject({ webhooks: { registered: TOPICS, problems: [] } });
    expect(subscribed()).toHaveLength(TOPICS.length);
    expect(mutationsOf(domainOf(shop))).toHaveLength(before);
  });

  it('moves the subscriptions of a previous address', async () => {
    shop.subscriptions.create('orders/create', { uri: 'https://old.example/platform-a/webhooks' });
    shop.subscriptions.create('orders/paid', { uri: address() });
    shop.subscriptions.create('orders/paid', { uri: 'https://another.example/' });
    await install();
    await setUp();
    expect(subscribed()).toHaveLength(TOPICS.length + 1);
    expect(subscribed()).toEqual(
      expect.arrayContaining([...wanted(), { topic: 'orders/paid', uri: 'https://another.example/' }]),
    );
  });

  it('reports a topic that the platform refuses and sets everything else up (O16)', async () => {
    shop.subscriptions.refuseTopic('orders/create');
    await install();
    const retailer = await setUp();
    expect(retailer).toMatchObject({ status: 'installed', name: 'Corner Shop' });
    expect(retailer['webhooks']).toMatchObject({
      registered: TOPICS.filter((topic) => topic !== 'orders/create'),
      problems: [expect.stringMatching(/^orders\/create: This app is not approved/)],
    });
    shop.subscriptions.allowTopic('orders/create');
    await reinstall();
    expect(await setUp()).toMatchObject({ webhooks: { registered: TOPICS, problems: [] } });
  });

  it('reads nothing that the merchant did not grant, and is still completed (O14)', async () => {
    shop.merchant.grants = ['read_products'];
    shop.upsertCustomer(customerRecord({ id: '1', createdAt: Date.now() }));
    await install();
    const { id, missing_scopes, webhooks } = await setUp();
    expect(missing_scopes).toEqual(['read_orders', 'read_customers']);
    expect(webhooks).toMatchObject({ registered: ['products/update', 'app/uninstalled'] });
    expect(await count('customers', id)).toBe(0);
  });

  it("stores the store's name, currency and time zone, and names the default brand after the store", async () => {
    await install();
    expect(await setUp()).toMatchObject({ name: 'Corner Shop', currency: 'EUR', time_zone: 'Europe/Paris' });
    const rows = await service.sql(
      'SELECT b.name FROM brands b JOIN retailers r ON r.id = b.retailer_id WHERE r.external_id = $1',
      [domainOf(shop)],
    );
    expect(rows).toEqual([{ name: 'Corner Shop' }]);
  });

  it('reads what the store had before, page after page, into the rows that deliveries write to', async () => {
    const expected = fillStore(shop, { customers: 230, orders: 40 });
    await install();
    const { id } = await setUp();
    expect(await count('customers', id)).toBe(230);
    expect(await count('products', id)).toBe(3);
    expect(await count('orders', id)).toBe(40);
    expect(await facts(id)).toEqual(expected);
    const rows = await stored(service).rows(
      Customer,
      { retailerId: id, externalId: '900000000000000007' },
      'email',
      'marketing',
      'country',
    );
    expect(rows).toEqual([{ email: 'buyer7@example.com', marketing: 'subscribed', country: 'FR' }]);

    const [order] = shop.orders.values();
    if (!order) throw new Error('no order');
    const happening = { at: Date.now(), webhookId: 'w1', eventId: 'e1' };
    await platform.emit(shop, { ...happening, topic: 'orders/updated', order: { ...order, updatedAt: Date.now() } });
    await eventually(async () => (await processed(id)) === 1);
    expect(await count('orders', id)).toBe(40);
    expect(await facts(id)).toEqual(expected);
  });

  it('is completed by a sweep if Redis has lost the jobs', async () => {
    fillStore(shop, { customers: 3, orders: 0 });
    await install();
    const { id } = await setUp();
    await given(service).delete(Customer, { retailerId: id });
    await given(service).set(Backfill, { finishedAt: null, updatedAt: ago(2, 'minute') }, { retailerId: id });
    await setUp();
    expect(await count('customers', id)).toBe(3);
    await service.sql(
      `UPDATE retailers SET set_up_at = NULL, name = 'lost', ${earlier('installed_at', "interval '1 minute'")} WHERE id = $1`,
      [id],
    );
    expect(await setUp()).toMatchObject({ name: 'Corner Shop' });
  });
});

async function count(table: 'customers' | 'orders' | 'products', retailerId: unknown): Promise<number> {
  const rows = await service.sql(`SELECT count(*)::int AS n FROM ${table} WHERE retailer_id = $1`, [retailerId]);
  return (rows as { n: number }[])[0]?.n ?? 0;
}

async function processed(retailerId: unknown): Promise<number> {
  const rows = await service.sql(
    `SELECT count(*)::int AS n FROM deliveries WHERE retailer_id = $1 AND status = 'processed'`,
    [retailerId],
  );
  return (rows as { n: number }[])[0]?.n ?? 0;
}

async function facts(retailerId: unknown): Promise<ExpectedFacts> {
  const rows = await service.sql(
    `SELECT external_id, orders_count, (total_spent * 100)::int AS cents FROM customers
      WHERE retailer_id = $1 AND orders_count > 0`,
    [retailerId],
  );
  const list = rows as { external_id: string; orders_count: number; cents: number }[];
  return Object.fromEntries(list.map((row) => [row.external_id, { orders: row.orders_count, cents: row.cents }]));
}

describe('the changes of a store', () => {
  const happening = () => ({ at: Date.now(), webhookId: randomUUID(), eventId: randomUUID() });
  const stored = async (sql: string) => (await service.sql(sql, [domainOf(shop)]))[0];

  it('reach the service: an edited order is read again, and merged customers become one', async () => {
    await install();
    await setUp();
    const createdAt = Date.now() - 60_000;
    const person = (id: string) => customerRecord({ id, createdAt, email: `${id}@example.com` });
    const lineItems = [lineItemRecord({ id: '1', title: 'Mug', priceCents: 1000 })];
    const order = orderRecord({ id: '81', number: 1, createdAt, lineItems, customer: person('71') });
    await platform.emit(shop, { ...happening(), topic: 'orders/create', order });
    await platform.emit(shop, { ...happening(), topic: 'customers/create', customer: person('72') });
    const edited = { ...order, totalCents: 2500, updatedAt: Date.now() };
    shop.upsertOrder(edited);
    await platform.emit(shop, { ...happening(), topic: 'orders/edited', order: edited });
    const merge = { keptId: '72', deletedId: '71', status: 'completed' } as const;
    await platform.emit(shop, { ...happening(), topic: 'customers/merge', merge });
    await eventually(async () => {
      const row = await stored(
        `SELECT o.total::float8 AS total, c.external_id AS buyer, c.orders_count AS orders FROM orders o
           JOIN customers c ON c.retailer_id = o.retailer_id AND c.id = o.customer_id
           JOIN retailers r ON r.id = o.retailer_id WHERE r.external_id = $1`,
      );
      return row?.['total'] === 25 && row['buyer'] === '72' && row['orders'] === 1;
    });
    await service.settled();
    expect(
      await stored(
        `SELECT count(*)::int AS waiting FROM deliveries d JOIN retailers r ON r.id = d.retailer_id
          WHERE r.external_id = $1 AND d.status <> 'processed'`,
      ),
    ).toEqual({ waiting: 0 });
  });

  it('need the scope of merges, whose absence is listed and breaks nothing', async () => {
    shop.merchant.grants = null;
    await install();
    expect((await setUp())['webhooks']).toMatchObject({
      registered: TOPICS.filter((topic) => topic !== 'customers/merge'),
      problems: [expect.stringContaining('read_customer_merge')],
    });
  });
});
