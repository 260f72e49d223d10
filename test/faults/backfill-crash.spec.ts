import { rm } from 'node:fs/promises';
import { retailerIdOf } from '#libs/kernel';
import { lineItemRecord, orderRecord, PlatformASimulator, type SimulatedShop } from '#libs/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../e2e/install-flow.js';
import { quietPort } from '../setup/quiet-port.js';
import { ServiceProcess } from '../setup/service-process.js';
import { CLIENT_ID, CLIENT_SECRET, prepare, waitFor } from '../setup/test-app.js';
import { TestDatabase } from '../setup/test-database.js';

const DOMAIN = 'large-shop.myshopify.com';
const ORDERS = 1_000;

let platform: PlatformASimulator;
let shop: SimulatedShop;
let environment: Record<string, string>;
let database: TestDatabase;
let service: ServiceProcess;

beforeEach(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  shop = platform.addShop({ domain: DOMAIN, name: 'Large Shop' });
  const port = await quietPort();
  ({ environment } = await prepare({
    PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  }));
  service = await ServiceProcess.start(environment);
  database = new TestDatabase(environment['DATABASE_URL'] ?? '');
});
afterEach(async () => {
  if (!service.exit) await service.end('SIGKILL');
  await database.end();
  await platform.stop();
  await rm(environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

async function progress(): Promise<{ records: number; finished: boolean; orders: number }> {
  const [row] = await database.sql<{ records: number; finished: boolean; orders: number }>(
    `SELECT records, finished_at IS NOT NULL AS finished, (SELECT count(*)::int FROM orders) AS orders FROM backfills
      WHERE retailer_id = $1 AND resource = 'orders'`,
    [retailerIdOf('platform-a', DOMAIN)],
  );
  return row ?? { records: 0, finished: false, orders: 0 };
}

const order = (number: number) =>
  orderRecord({
    id: String(100_000 + number),
    number,
    createdAt: Date.UTC(2026, 0, 1) + number * 60_000,
    lineItems: [lineItemRecord({ id: String(number), title: 'Thing', priceCents: 500 })],
  });

describe('kill -9 in the middle of the result of a bulk operation', () => {
  it('goes on at its place, and an order that arrives meanwhile does not wait for the rest', async () => {
    for (let number = 1; number <= ORDERS; number += 1) shop.orders.upsert(order(number));
    // The storage sends about half of the file.
    shop.bulk.stopsAt = 300_000;
    expect((await new Browser(service.url).install(DOMAIN)).status).toBe(302);
    await waitFor(async () => (await progress()).records > 0, 30_000);
    const live = { at: Date.now(), webhookId: 'w1', eventId: 'e1', topic: 'orders/create' as const };
    await platform.emit(shop, { ...live, order: { ...order(ORDERS + 1), updatedAt: Date.now() } });
    const isThere = async (): Promise<boolean> =>
      (await database.sql(`SELECT 1 FROM orders WHERE external_id = '${100_001 + ORDERS}'`)).length > 0;
    await waitFor(isThere);
    const before = await progress();
    expect(before.finished).toBe(false);
    expect(before.orders).toBeLessThan(ORDERS);
    expect(await service.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    shop.bulk.stopsAt = null;
    // The sweep takes over what has made no progress for a minute.
    await database.sql(`UPDATE backfills SET updated_at = updated_at - interval '2 minutes'`);
    service = await ServiceProcess.start(environment);
    await waitFor(async () => (await progress()).finished, 40_000);
    expect(await progress()).toEqual({ records: ORDERS, finished: true, orders: ORDERS + 1 });
    expect(shop.bulk.all()).toHaveLength(1);
    expect(shop.bulk.downloads.at(-1)?.from).toBeGreaterThan(0);
  });
});
