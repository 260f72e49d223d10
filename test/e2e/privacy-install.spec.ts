import { randomUUID } from 'node:crypto';
import { retailerIdOf } from '#libs/kernel';
import { customerRecord, lineItemRecord, orderRecord, PlatformASimulator, type SimulatedShop } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { given } from '../factories/given.js';
import { placesOf } from '../setup/database-dump.js';
import { CLIENT_ID, CLIENT_SECRET, TestApp, waitFor } from '../setup/test-app.js';
import { Browser } from './install-flow.js';

const DOMAIN = 'leaving.myshopify.com';
const RETAILER = retailerIdOf('platform-a', DOMAIN);
const EMAIL = 'ottoline@example.com';

let platform: PlatformASimulator;
let app: TestApp;
let shop: SimulatedShop;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  app = await TestApp.start({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate });
  shop = platform.addShop({ domain: DOMAIN, name: 'Ottoline & Daughters', plan: 'plus' });
});
afterAll(async () => {
  await app?.stop();
  await platform?.stop();
});

const webhooks = (): string => `${app.url}/platform-a/webhooks`;

async function installed(): Promise<void> {
  expect((await new Browser(app.url).install(DOMAIN)).status).toBe(302);
  await waitFor(async () => {
    const rows = await app.sql(
      `SELECT 1 FROM retailers r WHERE id = $1 AND set_up_at IS NOT NULL AND status = 'installed'
          AND NOT EXISTS (SELECT 1 FROM backfills b WHERE b.retailer_id = r.id AND b.finished_at IS NULL)`,
      [RETAILER],
    );
    return rows.length > 0;
  }, 30_000);
}

const outcomes = async (): Promise<(string | null)[]> =>
  (
    await app.sql<{ outcome: string | null }>(
      `SELECT receipt ->> 'outcome' AS outcome FROM privacy_requests WHERE retailer_id = $1 ORDER BY received_at`,
      [RETAILER],
    )
  ).map(({ outcome }) => outcome);

describe('a store that leaves and comes back', () => {
  it('W37 is erased without a call to the platform, keeps its data after a reinstall, and does not get erased persons back', async () => {
    const customer = customerRecord({
      id: '7000000000321',
      createdAt: Date.now() - 86_400_000,
      email: EMAIL,
      firstName: 'Ottoline',
    });
    const order = orderRecord({
      id: '9000000000321',
      number: 1,
      createdAt: Date.now() - 86_400_000,
      customer,
      lineItems: [lineItemRecord({ id: '1400000000001', title: 'Mug', priceCents: 1999, quantity: 1 })],
    });
    shop.upsertOrder(order);
    await installed();
    await platform.emit(shop, {
      topic: 'orders/updated',
      order,
      at: Date.now(),
      webhookId: randomUUID(),
      eventId: randomUUID(),
    });
    await app.settled();
    expect(await placesOf(app, EMAIL)).toEqual(['customers.email', 'deliveries.body']);

    // The person is erased while the app is installed. The platform still has the person for a new backfill.
    const about = { customer: { id: customer.id, email: EMAIL, phone: null }, orderIds: [order.id] };
    expect((await platform.comply(shop, webhooks(), { topic: 'customers/redact', ...about })).result).toBe('delivered');
    await waitFor(async () => (await outcomes())[0] === 'erased');
    expect(await placesOf(app, EMAIL, 'Ottoline', customer.id)).toEqual(['brands.name', 'retailers.name']);
    await installed();
    expect(await placesOf(app, EMAIL, customer.id)).toEqual([]);

    // A purge that is requested while the app is installed keeps the data.
    expect((await platform.comply(shop, webhooks(), { topic: 'shop/redact' })).status).toBe(200);
    await waitFor(async () => (await outcomes())[1] === 'kept');

    await platform.uninstall(shop);
    await app.settled();
    await given(app).set(Retailer, { status: 'needs_reauth' }, { id: RETAILER });
    const [calls, tokens] = [platform.graphqlRequests.length, platform.tokenRequests.length];
    expect((await platform.comply(shop, webhooks(), { topic: 'shop/redact' })).status).toBe(200);
    await waitFor(async () => (await outcomes())[2] === 'erased');
    expect([platform.graphqlRequests.length, platform.tokenRequests.length]).toEqual([calls, tokens]);
    expect(await placesOf(app, 'Ottoline')).toEqual([]);

    await installed();
    expect((await app.admin('GET', `/admin/retailers/${RETAILER}`)).body).toMatchObject({
      status: 'installed',
      name: 'Ottoline & Daughters',
      brands: [{ name: 'Ottoline & Daughters' }],
    });
    expect(await placesOf(app, EMAIL, customer.id)).toEqual([]);
  });
});
