import { TOPICS } from '#libs/platform-a-client';
import {
  customerRecord,
  lineItemRecord,
  orderRecord,
  PlatformASimulator,
  productRecord,
  refundRecord,
  type SimulatedShop,
} from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, eventually } from './install-flow.js';
import { CLIENT_ID, CLIENT_SECRET, TestApp } from './tmp-harness.js';

const DAY = 86_400_000;
const SPRING = Date.UTC(2026, 2, 1);

let platform: PlatformASimulator;
let service: TestApp;
let shop: SimulatedShop;
let shops = 0;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  service = await TestApp.start({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate });
});

afterAll(async () => {
  await service?.stop();
  await platform?.stop();
});

beforeEach(() => {
  const domain = `shop${(shops += 1)}.myshopify.com`;
  shop = platform.addShop({ domain, name: 'Corner Shop', currency: 'EUR', ianaTimezone: 'Europe/Paris', plan: 'plus' });
});

const address = () => `${service.url}/platform-a/webhooks`;
const domainOf = ({ profile }: SimulatedShop) => profile.domain;
const mutationsOf = (domain: string) =>
  platform.graphqlRequests.filter((call) => call.shop === domain && call.query.startsWith('mutation'));

async function install(): Promise<void> {
  expect((await new Browser(service.url).install(domainOf(shop))).status).toBe(302);
}

/** The retailer once its set-up is done and everything is read. */
async function setUp() {
  return eventually(async () => {
    const rows = await service.sql(
      `SELECT * FROM retailers r WHERE external_id = $1 AND set_up_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM backfills b WHERE b.retailer_id = r.id AND b.finished_at IS NULL)`,
      [domainOf(shop)],
    );
    return rows[0] as Record<string, unknown> | undefined;
  });
}

const subscribed = () => shop.subscriptions.list().map(({ topic, uri }) => ({ topic: topic as string, uri }));
const wanted = () => TOPICS.map((topic) => ({ topic: topic as string, uri: address() }));

describe('after an install', () => {
  it('subscribes every topic once, however often the app is installed (O15)', async () => {
    await install();
    expect(await setUp()).toMatchObject({ webhooks: { registered: TOPICS, problems: [] } });
    expect(subscribed()).toEqual(expect.arrayContaining(wanted()));
    expect(subscribed()).toHaveLength(TOPICS.length);
    const before = mutationsOf(domainOf(shop)).length;
    await install();
    expect(await setUp()).toMatchObject({ webhooks: { registered: TOPICS, problems: [] } });
    expect(subscribed()).toHaveLength(TOPICS.length);
    expect(mutationsOf(domainOf(shop))).toHaveLength(before);
  });

  it('moves the subscriptions of an address of before', async () => {
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
    expect(retailer['webhooks']).toEqual({
      registered: TOPICS.filter((topic) => topic !== 'orders/create'),
      problems: [expect.stringMatching(/^orders\/create: This app is not approved/)],
    });
    shop.subscriptions.allowTopic('orders/create');
    await install();
    expect(await setUp()).toMatchObject({ webhooks: { registered: TOPICS, problems: [] } });
  });

  it('reads nothing that the merchant did not grant and ends all the same (O14)', async () => {
    shop.merchant.grants = ['read_products'];
    shop.upsertCustomer(customerRecord({ id: '1', createdAt: SPRING }));
    await install();
    const { id, missing_scopes, webhooks } = await setUp();
    expect(missing_scopes).toEqual(['read_orders', 'read_customers']);
    expect(webhooks).toMatchObject({ registered: ['products/update', 'app/uninstalled'] });
    expect(await count('customers', id)).toBe(0);
  });

  it("takes the store's name, currency and time zone, and its name for the default brand", async () => {
    await install();
    expect(await setUp()).toMatchObject({ name: 'Corner Shop', currency: 'EUR', time_zone: 'Europe/Paris' });
    const rows = await service.sql(
      'SELECT b.name FROM brands b JOIN retailers r ON r.id = b.retailer_id WHERE r.external_id = $1',
      [domainOf(shop)],
    );
    expect(rows).toEqual([{ name: 'Corner Shop' }]);
  });

  it('reads what the store had before, page after page, into the rows that deliveries write to', async () => {
    const history = fill(shop, { customers: 230, orders: 40 });
    await install();
    const { id } = await setUp();
    expect(await count('customers', id)).toBe(230);
    expect(await count('products', id)).toBe(3);
    expect(await count('orders', id)).toBe(40);
    expect(await facts(id)).toEqual(history.facts);
    const rows = await service.sql(
      `SELECT email, marketing, country FROM customers WHERE retailer_id = $1 AND external_id = '900000000000000007'`,
      [id],
    );
    expect(rows).toEqual([{ email: 'buyer7@example.com', marketing: 'subscribed', country: 'FR' }]);

    const [order] = shop.orders.values();
    if (!order) throw new Error('no order');
    const happening = { at: Date.now(), webhookId: 'w1', eventId: 'e1' };
    await platform.emit(shop, { ...happening, topic: 'orders/updated', order: { ...order, updatedAt: Date.now() } });
    await eventually(async () => (await processed(id)) === 1);
    expect(await count('orders', id)).toBe(40);
    expect(await facts(id)).toEqual(history.facts);
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

type Facts = Record<string, { orders: number; cents: number }>;

async function facts(retailerId: unknown): Promise<Facts> {
  const rows = await service.sql(
    `SELECT external_id, orders_count, (total_spent * 100)::int AS cents FROM customers
      WHERE retailer_id = $1 AND orders_count > 0`,
    [retailerId],
  );
  const list = rows as { external_id: string; orders_count: number; cents: number }[];
  return Object.fromEntries(list.map((row) => [row.external_id, { orders: row.orders_count, cents: row.cents }]));
}

/** Customers, of whom some buy; every fifth order is refunded in part, every seventh cancelled, every tenth a guest's. */
function fill(store: SimulatedShop, { customers, orders }: { customers: number; orders: number }): { facts: Facts } {
  const buyers = Array.from({ length: customers }, (_, index) =>
    customerRecord({
      id: `9${String(index).padStart(17, '0')}`,
      createdAt: SPRING + index,
      email: `Buyer${index}@Example.com`,
      consent: { state: 'subscribed', optInLevel: null, updatedAt: SPRING },
      address: { ...PARIS },
    }),
  );
  for (const buyer of buyers) store.upsertCustomer(buyer);
  for (const id of ['501', '502', '503'])
    store.upsertProduct(productRecord({ id, title: `Tee ${id}`, createdAt: SPRING }));
  const facts: Facts = {};
  for (let index = 0; index < orders; index += 1) {
    const at = SPRING + index * DAY;
    const id = `8${String(index).padStart(17, '0')}`;
    const customer = index % 10 === 9 ? null : (buyers[index % 17] ?? null);
    const cancelled = index % 7 === 6;
    const refunds =
      index % 5 === 4 ? [refundRecord({ id: `7${index}`, orderId: id, createdAt: at, amountCents: 300 })] : [];
    const lineItems = [lineItemRecord({ id: `6${index}`, title: 'Tee', priceCents: 1_000 + index, productId: '501' })];
    const financialStatus = refunds.length > 0 ? 'partially_refunded' : 'paid';
    store.upsertOrder(
      orderRecord({
        id,
        number: 1_001 + index,
        createdAt: at,
        customer,
        lineItems,
        refunds,
        financialStatus,
        cancelledAt: cancelled ? at : null,
      }),
    );
    if (!customer || cancelled) continue;
    const fact = (facts[customer.id] ??= { orders: 0, cents: 0 });
    fact.orders += 1;
    fact.cents += 1_000 + index - (refunds.length > 0 ? 300 : 0);
  }
  return { facts };
}

const PARIS = {
  address1: '1 rue de Rivoli',
  city: 'Paris',
  province: null,
  provinceCode: null,
  country: 'France',
  countryCode: 'FR',
  zip: '75001',
};
