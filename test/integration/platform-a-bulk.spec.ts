import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database } from '#libs/database';
import { retailerIdOf } from '#libs/kernel';
import {
  customerRecord,
  expectedFacts,
  generateStoreHistory,
  lineItemRecord,
  orderRecord,
  PlatformASimulator,
  type SimulatedShop,
  type StoreHistory,
} from '#libs/simulators';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FlagsService } from '../../src/retailers/flags.service.js';
import type { BackfillResource } from '../../src/jobs/payloads.js';
import { credentialsOf } from '../../src/platform-a/client/store-tokens.js';
import { BackfillControlService } from '../../src/stores/backfill/backfill-control.service.js';
import { BackfillHandler } from '../../src/stores/backfill/backfill.handler.js';
import { BackfillProgressService } from '../../src/stores/backfill/backfill-progress.service.js';
import { BackfillRepository } from '../../src/stores/backfill/backfill.repository.js';
import { InstallationsService } from '../../src/stores/installations.service.js';
import { startIdle } from '../setup/idle-app.js';
import { CLIENT_ID, CLIENT_SECRET } from '../setup/test-app.js';

const SCOPES = ['read_orders', 'read_customers', 'read_products'];
const ORDERS = 400;

let platform: PlatformASimulator;
let app: NestFastifyApplication;
let sql: Database;
let history: StoreHistory;
let shop: SimulatedShop;
let retailerId: string;
let stores = 0;

beforeAll(async () => {
  history = generateStoreHistory({
    seed: 'bulk',
    customers: 160,
    products: 20,
    from: new Date('2025-01-01'),
    to: new Date('2026-01-01'),
  });
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  ({ app } = await startIdle({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate }, 'https://app.example'));
  sql = app.get(Database);
});

afterAll(async () => {
  await app?.close();
  await platform?.stop();
});

beforeEach(async () => {
  const domain = `bulk${(stores += 1)}.myshopify.com`;
  shop = platform.addShop({ domain, name: 'Large Shop', plan: 'enterprise' });
  retailerId = retailerIdOf('platform-a', domain);
  platform.graphqlRequests.length = 0;
  await install();
});

async function install(): Promise<void> {
  const granted = shop.tokens.redeemCode(shop.tokens.issueCode(SCOPES), true);
  if ('error' in granted) throw new Error(granted.error);
  const answer = { accessToken: granted.access_token, refreshToken: granted.refresh_token ?? '', scope: granted.scope };
  const credentials = credentialsOf({ ...answer, expiresIn: 3_600 }, new Date());
  await sql.transactionAcrossRetailers((tx) =>
    app
      .get(InstallationsService)
      .install(tx, { platform: 'platform-a', externalId: shop.profile.domain, missingScopes: [], credentials }),
  );
}

/** Gives the store this number of orders without a customer, with two lines each. */
function fill(orders = ORDERS): void {
  for (let number = 1; number <= orders; number += 1) {
    const createdAt = Date.UTC(2026, 0, 1) + number * 60_000;
    const lineItems = [1, 2].map((line) =>
      lineItemRecord({ id: `${number}${line}`, title: `Thing ${line}`, priceCents: 500 }),
    );
    shop.orders.upsert(orderRecord({ id: String(100_000 + number), number, createdAt, lineItems }));
  }
}

/** The next download ends after four fifths of the file. */
const breakOff = (): void => {
  shop.bulk.breaksOffAt = Math.floor((shop.bulk.latest?.file.length ?? 0) * 0.8);
};

const run = (resource: BackfillResource = 'orders') => app.get(BackfillHandler).backfill({ retailerId, resource });
const place = (resource: BackfillResource = 'orders') => app.get(BackfillRepository).place({ retailerId, resource });
const view = () => app.get(BackfillProgressService).view({ id: retailerId, status: 'installed' });
const documents = (name: string) => platform.graphqlRequests.filter(({ query }) => query.includes(`${name}(`)).length;

/** Runs the jobs that would follow each other, without their waits. */
async function finish(resource: BackfillResource = 'orders'): Promise<void> {
  for (let runs = 0; await place(resource); runs += 1) {
    if (runs > 200) throw new Error('the backfill does not end');
    await run(resource);
  }
}

async function stored(): Promise<{ orders: number; records: number }> {
  const [row] = await sql.acrossRetailers.query<{ orders: number; records: number }>(
    `SELECT (SELECT count(*)::int FROM orders o WHERE o.retailer_id = $1) AS orders, records FROM backfills
      WHERE retailer_id = $1 AND resource = 'orders'`,
    [retailerId],
  );
  return row ?? { orders: 0, records: 0 };
}

/** The value of a counter for orders. */
async function ordersIn(metric: string): Promise<number> {
  const { values } = (await app.get(Registry).getSingleMetric(metric)?.get()) ?? {};
  return values?.find(({ labels }) => labels['resource'] === 'orders')?.value ?? 0;
}

const ALL = { orders: ORDERS, records: ORDERS };

describe('the backfill by bulk operation', () => {
  it('has the facts of every customer, with refunds of all kinds', async () => {
    for (const product of history.catalogue) shop.upsertProduct(product);
    for (const event of history.events) shop.apply(event);
    for (const resource of ['customers', 'products', 'orders'] as const) await finish(resource);
    const rows = await sql.acrossRetailers.query<{ id: string; n: number; sum: string }>(
      `SELECT external_id AS id, orders_count AS n, round(total_spent, 2)::text AS sum FROM customers
        WHERE retailer_id = $1 AND orders_count > 0 ORDER BY external_id`,
      [retailerId],
    );
    const facts = [...expectedFacts(history)].map(([id, { ordersCount: n, totalSpent: sum }]) => ({ id, n, sum }));
    const wanted = facts.filter(({ n }) => n > 0).sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(rows).toEqual(wanted);
    expect(shop.bulk.all()).toHaveLength(1);
    expect(documents('query Orders')).toBe(0);
    expect(await view()).toMatchObject({ phase: 'done', state: 'done', problem: null, done: (await view())?.estimate });
  });

  it('writes the same rows as the pages', async () => {
    for (const event of history.events) shop.apply(event);
    const rows = () =>
      sql.acrossRetailers.query(
        `SELECT to_jsonb(o) - '{retailer_id,id,customer_id,created_at,came_in_at}'::text[] AS row FROM orders o
          WHERE retailer_id = $1 ORDER BY external_id`,
        [retailerId],
      );
    await finish();
    const fromBulk = await rows();
    const filled = shop;
    shop = platform.addShop({ domain: `pages${stores}.myshopify.com`, name: 'Large Shop', plan: 'enterprise' });
    retailerId = retailerIdOf('platform-a', shop.profile.domain);
    shop.bulk.refuses = true;
    for (const product of filled.products.values()) shop.upsertProduct(product);
    for (const order of filled.orders.values()) shop.upsertOrder(order);
    await install();
    await finish();
    expect(shop.bulk.all()).toEqual([]);
    expect(await rows()).toEqual(fromBulk);
  });

  it('goes on at its place in the file after a broken connection', async () => {
    fill();
    await run();
    breakOff();
    await expect(run()).rejects.toThrow('127.0.0.1');
    const { records } = await stored();
    expect(records).toBeGreaterThan(0);
    expect(records).toBeLessThan(ORDERS);
    expect(await view()).toMatchObject({
      phase: 'customers',
      state: 'running',
      done: records,
      problem: expect.any(String),
    });
    await finish();
    expect(shop.bulk.downloads.at(-1)?.from).toBeGreaterThan(0);
    expect(await stored()).toEqual(ALL);
  });

  it('goes on where the storage knows no ranges', async () => {
    fill();
    shop.bulk.knowsRanges = false;
    await run();
    breakOff();
    await expect(run()).rejects.toThrow('127.0.0.1');
    await finish();
    expect(await stored()).toEqual(ALL);
  });

  it('waits while the store has another operation, and begins its own after it', async () => {
    fill();
    shop.bulk.busy = true;
    await run();
    await run();
    expect((await place())?.cursor).toBe('bulk/1//2');
    shop.bulk.busy = false;
    await finish();
    expect(await stored()).toEqual(ALL);
    expect(documents('query Orders')).toBe(0);
  });

  it('does not count waits for its own operations', async () => {
    fill();
    for (let n = 0; n < 700; n += 1) shop.upsertCustomer(customerRecord({ id: String(9_000 + n), createdAt: n }));
    shop.bulk.holdsBack = true;
    await run('customers');
    for (let n = 0; n < 3; n += 1) await run('orders');
    expect((await place())?.cursor).toBe('bulk/1//0');
  });

  it('takes an operation over whose beginning it did not hear of', async () => {
    fill();
    shop.bulk.holdsBack = true;
    shop.faults.next('lostAnswer', 1, { field: 'bulkOperationRunQuery' });
    await expect(run()).rejects.toThrow('127.0.0.1');
    await run();
    shop.bulk.holdsBack = false;
    await finish();
    expect(shop.bulk.all()).toHaveLength(1);
    expect(await stored()).toEqual(ALL);
  });

  it('writes what a failed operation has read, and begins another one', async () => {
    fill();
    shop.bulk.failNext('INTERNAL_SERVER_ERROR', 0.6);
    await run();
    await run();
    const { orders, records } = await stored();
    expect(orders).toBeGreaterThan(ORDERS / 3);
    expect(orders).toBeLessThan(ORDERS);
    expect(records).toBe(0);
    await finish();
    expect(shop.bulk.all()).toHaveLength(2);
    expect(await stored()).toEqual(ALL);
  });

  it('counts what it has read of a failed operation', async () => {
    fill();
    const figure = () => ordersIn('rekindle_backfill_records_total');
    const before = await figure();
    shop.bulk.failNext('INTERNAL_SERVER_ERROR', 0.6);
    await run();
    await run();
    expect((await figure()) - before).toBe((await stored()).orders);
  });

  it('reports what it can not use of a failed operation', async () => {
    fill();
    const figure = () => ordersIn('rekindle_unreadable_records_total');
    // On the last page of the result, which ends with the failure.
    const createdAt = Date.UTC(2026, 1, 1);
    shop.orders.upsert(orderRecord({ id: 'no-number', number: 7, createdAt, customer: null, lineItems: [] }));
    const before = await figure();
    shop.bulk.failNext('INTERNAL_SERVER_ERROR', 1);
    await run();
    await run();
    expect((await figure()) - before).toBe(1);
    await finish();
    expect(await stored()).toMatchObject({ orders: ORDERS });
  });

  it('reads page by page after three failed operations', async () => {
    fill(60);
    for (let n = 0; n < 3; n += 1) shop.bulk.failNext('TIMEOUT');
    await finish();
    expect(shop.bulk.all()).toHaveLength(3);
    expect(await stored()).toEqual({ orders: 60, records: 60 });
  });

  it('begins another operation when the address of the result has ended', async () => {
    fill();
    await run();
    shop.bulk.expireFiles();
    await finish();
    expect(shop.bulk.all()).toHaveLength(2);
    expect(await stored()).toEqual(ALL);
  });

  it('reads page by page where the lines of the result are in no usable order', async () => {
    fill(300);
    shop.bulk.groups = false;
    shop.bulk.refuses = false;
    await finish();
    expect(await stored()).toEqual({ orders: 300, records: 300 });
  });

  it('calls no host that is not allowed, and says which setting would allow it', async () => {
    fill();
    shop.bulk.filesBase = 'http://127.0.0.1:9/elsewhere';
    await run();
    await expect(run()).rejects.toThrow('PLATFORM_A_BULK_HOSTS');
    expect(await view()).toMatchObject({ state: 'running', problem: expect.stringContaining('127.0.0.1:9') });
    for (let n = 1; n < 8; n += 1) await run().catch(() => undefined);
    expect((await view())?.state).toBe('failed');
    await app.get(BackfillControlService).resume(retailerId);
    expect(await view()).toMatchObject({ state: 'running', problem: null });
  });

  it('stops during a pause and goes on after it', async () => {
    fill();
    await run();
    await app.get(BackfillControlService).pause(retailerId);
    expect((await view())?.state).toBe('paused');
    await run();
    expect((await stored()).orders).toBe(0);
    await app.get(BackfillControlService).resume(retailerId);
    await finish();
    expect(await stored()).toEqual(ALL);
  });

  it('is not used for a store whose flag is off, and the flag keeps who set it', async () => {
    const flags = app.get(FlagsService);
    const set = (bulkReads: boolean, by: string): Promise<void> =>
      sql.transaction(retailerId, (tx) => flags.set(tx, retailerId, { bulkReads }, by));
    expect(await flags.of(retailerId)).toEqual({ bulkReads: true });
    await set(false, 'ada');
    await set(false, 'bob');
    fill();
    await finish();
    expect(shop.bulk.all()).toEqual([]);
    expect(await stored()).toEqual(ALL);
    await set(true, 'bob');
    expect(await flags.isOn(retailerId, 'bulkReads')).toBe(true);
    const kept = await sql.acrossRetailers.query(
      `SELECT number, enabled, set_by AS by FROM retailer_flags WHERE retailer_id = $1 ORDER BY number`,
      [retailerId],
    );
    expect(kept).toEqual([
      { number: 1, enabled: false, by: 'ada' },
      { number: 2, enabled: true, by: 'bob' },
    ]);
  });

  it('is not used for a small store', async () => {
    fill(30);
    await finish();
    expect(shop.bulk.all()).toEqual([]);
    expect(await stored()).toEqual({ orders: 30, records: 30 });
  });
});
