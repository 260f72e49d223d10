import { OutboundHttp } from '#libs/outbound-http';
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  exchangeCode,
  listWebhookSubscriptions,
  PlatformAGraphql,
  readCustomersPage,
  readOrdersPage,
  readProductsPage,
  readShop,
  refreshToken,
  updateWebhookSubscription,
} from '#libs/platform-a-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateStoreHistory } from '../store-history/index.js';
import { PlatformASimulator, type SimulatedShop } from './index.js';

const APP = { clientId: 'client-id', clientSecret: 'hush' };
const HOOK = 'http://127.0.0.1:1/platform-a/webhooks';
const history = generateStoreHistory({
  seed: 'client',
  customers: 300,
  products: 130,
  from: new Date('2026-01-01'),
  to: new Date('2026-06-01'),
  idStyle: 'sixtyFourBit',
});

let sim: PlatformASimulator;
let shop: SimulatedShop;
let http: OutboundHttp;
let graphql: PlatformAGraphql;

beforeAll(async () => {
  sim = await PlatformASimulator.start(APP);
  shop = sim.addShop({ domain: 'shop1.myshopify.com', name: 'Shop One', plan: 'enterprise' });
  for (const product of history.catalogue) shop.upsertProduct(product);
  for (const event of history.events) shop.apply(event);
  http = new OutboundHttp({ guard: { allow: [`127.0.0.1:${sim.port}`] } });
  const place = { shop: shop.profile.domain, shopBaseUrl: sim.baseUrlTemplate };
  const app = { ...APP, shopBaseUrl: sim.baseUrlTemplate.replace('{shop}', shop.profile.domain) };
  const code = shop.tokens.issueCode(['read_orders', 'read_customers', 'read_products']);
  const first = await exchangeCode(http, app, code);
  const { accessToken } = await refreshToken(http, app, first.refreshToken ?? '');
  graphql = new PlatformAGraphql({ http, ...place, accessToken, apiVersion: '2026-10' });
});

afterAll(async () => {
  await http.close();
  await sim.stop();
});

interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

async function everything<T>(read: (after: string | null) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = [];
  let after: string | null = null;
  do {
    const page: Page<T> = await read(after);
    all.push(...page.items);
    after = page.next;
  } while (after !== null);
  return all;
}

const numberOf = ({ id }: { id: string }): string => id.slice(id.lastIndexOf('/') + 1);
const ids = (records: readonly { id: string }[]): string[] => records.map(numberOf).toSorted();

describe('the client library of platform A', () => {
  it('reads the store, and every customer, product and order of it', async () => {
    expect(await readShop(graphql)).toMatchObject({ name: 'Shop One', currencyCode: 'USD' });
    const customers = await everything(async (after) => readCustomersPage(graphql, { after }));
    const products = await everything(async (after) => readProductsPage(graphql, { after }));
    const orders = await everything(async (after) => readOrdersPage(graphql, { after }));
    expect(ids(customers)).toEqual(ids(history.customers));
    expect(ids(products)).toEqual(ids(history.catalogue));
    expect(ids(orders)).toEqual(ids(history.orders));
    for (const { id, locale } of customers) expect(locale).toBe(shop.customers.get(numberOf({ id }))?.locale);
    for (const order of orders) {
      expect(order.customerLocale).toBe(shop.orders.get(numberOf(order))?.customerLocale);
    }
    expect(new Set(orders.map(({ customerLocale }) => customerLocale))).toEqual(new Set(['en', 'fr-FR']));
    const refunds = orders.flatMap((order) => order.refunds ?? []);
    expect(ids(refunds)).toEqual(ids(history.orders.flatMap((order) => order.refunds)));
  });

  it('reads the records that changed since a time', async () => {
    const updatedSince = new Date('2026-05-01');
    const orders = await everything(async (after) => readOrdersPage(graphql, { after, updatedSince }));
    const expected = history.orders.filter((order) => order.updatedAt >= updatedSince.getTime());
    expect(expected.length).toBeGreaterThan(0);
    expect(ids(orders)).toEqual(ids(expected));
  });

  it('manages webhook subscriptions', async () => {
    const made = await createWebhookSubscription(graphql, 'orders/create', HOOK);
    expect(made).toEqual({ ok: true, id: expect.any(String) });
    const { id } = made as { id: string };
    expect(await createWebhookSubscription(graphql, 'orders/create', HOOK)).toMatchObject({ ok: false });
    expect(await updateWebhookSubscription(graphql, id, `${HOOK}/new`)).toEqual({ ok: true, id });
    expect(await listWebhookSubscriptions(graphql)).toEqual([{ id, topic: 'ORDERS_CREATE', uri: `${HOOK}/new` }]);
    expect(await deleteWebhookSubscription(graphql, id)).toEqual({ ok: true, id });
    expect(await deleteWebhookSubscription(graphql, id)).toMatchObject({ ok: false });
  });

  it('waits until an empty bucket has refilled', async () => {
    sim.faults(shop.profile.domain).next('throttled', 2);
    expect(await readShop(graphql)).toMatchObject({ name: 'Shop One' });
  });
});
