import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database } from '#libs/database';
import { entityId, retailerIdOf } from '#libs/kernel';
import { OutboundHttp } from '#libs/outbound-http';
import { TOPICS } from '#libs/platform-a-client';
import { JobProducer } from '#libs/queue';
import { orderRecord, PlatformASimulator, type SimulatedShop } from '#libs/simulators';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BACKFILL_RESOURCES, type BackfillResource } from '../../src/jobs/payloads.js';
import { Runtime } from '../../src/config/runtime.js';
import { PlatformAClientModule } from '../../src/platform-a/client/client.module.js';
import { type OpenStore, PlatformAStoreClient } from '../../src/platform-a/client/store.client.js';
import { credentialsOf } from '../../src/platform-a/client/store-tokens.js';
import { RetailersService } from '../../src/retailers/retailers.service.js';
import { BackfillHandler } from '../../src/stores/backfill/backfill.handler.js';
import { BackfillMetrics } from '../../src/stores/backfill/backfill.metrics.js';
import { BackfillRepository } from '../../src/stores/backfill/backfill.repository.js';
import { InstallationsService } from '../../src/stores/installations.service.js';
import { InstallationWriterService } from '../../src/stores/installation-writer.service.js';
import { SetUpHandler } from '../../src/stores/set-up.handler.js';
import { StoreConnectorsService } from '../../src/stores/store-connectors.service.js';
import { UnreadableRecordsService } from '../../src/stores/unreadable-records.service.js';
import { fillStore } from '../factories/store-history.js';
import { earlier } from '../setup/earlier.js';
import { TestDatabase } from '../setup/test-database.js';
import { startIdle } from '../setup/idle-app.js';
import { CLIENT_ID, CLIENT_SECRET } from '../setup/test-app.js';

const SCOPES = ['read_orders', 'read_customers', 'read_products', 'read_customer_merge'];
const MINUTE = 60_000;

let platform: PlatformASimulator;
let app: NestFastifyApplication;
let sql: Database;
let outside: TestDatabase;
let shop: SimulatedShop;
let retailerId: string;
let stores = 0;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  const idle = await startIdle({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate }, 'https://app.example');
  ({ app } = idle);
  outside = new TestDatabase(idle.databaseUrl);
  sql = app.get(Database);
});

afterAll(async () => {
  await app?.close();
  await outside?.end();
  await platform?.stop();
});

beforeEach(async () => {
  const domain = `shop${(stores += 1)}.myshopify.com`;
  shop = platform.addShop({ domain, name: 'Corner Shop', plan: 'plus' });
  retailerId = retailerIdOf('platform-a', domain);
  platform.graphqlRequests.length = 0;
  platform.tokenRequests.length = 0;
  await install();
});

/** Installs the store like the callback, with a token that is valid for `expiresIn` seconds. */
async function install({ expiresIn = 3_600 }: { expiresIn?: number | undefined } = {}): Promise<void> {
  const granted = shop.tokens.redeemCode(shop.tokens.issueCode(SCOPES), true);
  if ('error' in granted) throw new Error(granted.error);
  const answer = { accessToken: granted.access_token, refreshToken: granted.refresh_token ?? '', scope: granted.scope };
  const credentials = { ...credentialsOf({ ...answer, expiresIn }, new Date()) };
  await sql.transactionAcrossRetailers((tx) =>
    app.get(InstallationsService).install(tx, {
      platform: 'platform-a',
      externalId: shop.profile.domain,
      missingScopes: [],
      credentials,
    }),
  );
}

/** Makes the stored token an hour old, and valid for `inMs` more milliseconds, or until an unknown time for null. */
const expire = (inMs: number | null) =>
  sql.acrossRetailers.execute(
    `UPDATE retailer_credentials SET expires_at = now() + $2 * interval '1 ms', issued_at = now() - interval '1 hour'
      WHERE retailer_id = $1`,
    [retailerId, inMs],
  );

const nothing = () => Promise.resolve();
const backfill = (resource: BackfillResource) => app.get(BackfillHandler).backfill({ retailerId, resource });
const setUp = () => app.get(SetUpHandler).setUp({ retailerId });
const retailer = () => app.get(RetailersService).get(retailerId);
const place = (resource: BackfillResource) => app.get(BackfillRepository).place({ retailerId, resource });
const withStore = (work: (store: OpenStore) => Promise<void>) =>
  app.get(PlatformAStoreClient).withStore(retailerId, work);

async function count(table: 'customers' | 'orders'): Promise<number> {
  const [row] = await sql.acrossRetailers.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${table} WHERE retailer_id = $1`,
    [retailerId],
  );
  return row?.n ?? 0;
}

/** The cursors of the pages that were asked for, in order. */
const pagesRead = (name: string) =>
  platform.graphqlRequests
    .filter(({ query }) => query.startsWith(`query ${name}(`))
    .map(({ variables }) => variables['after']);

const tokens = () => app.get(InstallationsService).tokens(retailerId);
const many = (work: (store: OpenStore) => Promise<void> = nothing) =>
  Promise.all(Array.from({ length: 20 }, () => withStore(work)));

/** Makes the next answer slow. The returned function resolves when the service waits for that answer. */
function slowAnswer(on: 'graphql' | 'token'): () => Promise<unknown> {
  const plan = shop.faults.next('slow', 1, { on, delayMs: 700 });
  const take = vi.spyOn(plan, 'take');
  return () =>
    vi.waitFor(() => expect(take.mock.calls.map(([what]) => what)).toContain(on), { timeout: 10_000, interval: 5 });
}

/** Whether a sweep half a minute later would find the set-up due. */
async function isSetUpForgotten(): Promise<boolean> {
  await sql.acrossRetailers.execute(
    `UPDATE retailers SET ${earlier('installed_at', "interval '31 seconds'")} WHERE id = $1`,
    [retailerId],
  );
  return (await app.get(InstallationsService).forgottenSetUps('platform-a')).includes(retailerId);
}

/** Claims forgotten backfills like a sweep. Returns those of this store. */
async function claim(): Promise<BackfillResource[]> {
  const all = await app.get(BackfillRepository).claimForgotten('platform-a');
  return all.filter((one) => one.retailerId === retailerId).map(({ resource }) => resource);
}

describe('the backfill', () => {
  it('continues after the last page that was written', async () => {
    fillStore(shop, { customers: 20, orders: 40 });
    // The client tries a query three times.
    shop.faults.next('slow', 1, { field: 'orders(', delayMs: 0 }).next('serverError', 3, { field: 'orders(' });
    await expect(backfill('orders')).rejects.toThrow('503');
    expect(await count('orders')).toBe(14);
    expect((await place('orders'))?.cursor).toEqual(expect.any(String));
    await backfill('orders');
    expect(await count('orders')).toBe(40);
    expect(await place('orders')).toBeUndefined();
    expect(pagesRead('Orders').filter((after) => after === null)).toHaveLength(1);
  });

  it('writes the current page and leaves the rest to other processes if its process stops', async () => {
    fillStore(shop, { customers: 20, orders: 40 });
    const handler = new BackfillHandler(
      app.get(StoreConnectorsService),
      app.get(BackfillRepository),
      app.get(InstallationWriterService),
      app.get(UnreadableRecordsService),
      app.get(BackfillMetrics),
      app.get(JobProducer),
    );
    const asked = slowAnswer('graphql');
    const run = handler.backfill({ retailerId, resource: 'orders' });
    await asked();
    handler.onModuleDestroy();
    await run;
    expect(await count('orders')).toBe(14);
    expect((await place('orders'))?.cursor).toEqual(expect.any(String));
  });

  it('does not read a finished collection again', async () => {
    await backfill('customers');
    await backfill('customers');
    expect(pagesRead('Customers')).toHaveLength(1);
  });

  it('has the same result if two workers read at once', async () => {
    const expected = fillStore(shop, { customers: 20, orders: 40 });
    await Promise.all([backfill('orders'), backfill('orders'), backfill('customers')]);
    expect(await count('orders')).toBe(40);
    const rows = await sql.acrossRetailers.query<{ external_id: string; orders: number; cents: number }>(
      `SELECT external_id, orders_count AS orders, (total_spent * 100)::int AS cents FROM customers
        WHERE retailer_id = $1 AND orders_count > 0`,
      [retailerId],
    );
    expect(Object.fromEntries(rows.map(({ external_id, ...facts }) => [external_id, facts]))).toEqual(expected);
    expect(await place('orders')).toBeUndefined();
    const [{ records } = { records: 0 }] = await sql.acrossRetailers.query<{ records: number }>(
      `SELECT records FROM backfills WHERE retailer_id = $1 AND resource = 'orders'`,
      [retailerId],
    );
    expect(records).toBe(40);
  });

  it('skips no page of a new install because of an old run that is still in progress', async () => {
    fillStore(shop, { customers: 5, orders: 40 });
    const asked = slowAnswer('graphql');
    const old = backfill('orders');
    await asked();
    await install();
    await old;
    expect((await place('orders'))?.cursor).toBeNull();
  });

  it('writes nothing for a store that was uninstalled while a page was read', async () => {
    fillStore(shop, { customers: 5, orders: 0 });
    const asked = slowAnswer('graphql');
    const run = backfill('customers');
    await asked();
    await sql.transactionAcrossRetailers((tx) =>
      app.get(RetailersService).uninstall(tx, retailerId, new Date(Date.now() + 1_000)),
    );
    await run;
    expect(await count('customers')).toBe(0);
  });

  it('sets needs_reauth after one call if the token is refused', async () => {
    shop.faults.next('unauthorized');
    await backfill('customers');
    expect((await retailer()).status).toBe('needs_reauth');
    await backfill('customers');
    await setUp();
    expect(platform.graphqlRequests).toHaveLength(1);
    await install();
    expect((await retailer()).status).toBe('installed');
  });

  it('is claimed again once a minute if it makes no progress', async () => {
    await setUp();
    await backfill('products');
    expect(await claim()).toEqual([]);
    await sql.acrossRetailers.execute(
      `UPDATE backfills SET updated_at = now() - interval '61 seconds' WHERE retailer_id = $1`,
      [retailerId],
    );
    const claims = await Promise.all([claim(), claim()]);
    expect(claims.flat().toSorted()).toEqual(BACKFILL_RESOURCES.filter((one) => one !== 'products').toSorted());
    expect(await claim()).toEqual([]);
  });
});

describe('the set-up', () => {
  it('does nothing for a store that is not installed', async () => {
    await sql.transactionAcrossRetailers((tx) =>
      app.get(RetailersService).uninstall(tx, retailerId, new Date(Date.now() + 1_000)),
    );
    await setUp();
    await app.get(SetUpHandler).setUp({ retailerId: entityId(retailerId, 'no', 'such') });
    expect(platform.graphqlRequests).toEqual([]);
  });

  it('is due until it is done, and due again after a reinstall', async () => {
    expect(await isSetUpForgotten()).toBe(true);
    await setUp();
    expect(await isSetUpForgotten()).toBe(false);
    await install();
    expect(await isSetUpForgotten()).toBe(true);
  });

  it('leaves the set-up of a younger install due', async () => {
    const stale = await retailer();
    await install();
    await app.get(InstallationsService).markSetUp(stale);
    expect((await retailer()).setUpAt).toBeNull();
  });

  it('subscribes each topic once when two workers set up at once', async () => {
    await Promise.all([setUp(), setUp()]);
    expect(shop.subscriptions.list()).toHaveLength(TOPICS.length);
    expect((await retailer()).webhooks.problems).toEqual([]);
  });

  it('waits for a platform that does not answer, and tries again later', async () => {
    shop.faults.next('serverError', 3);
    await expect(setUp()).rejects.toThrow('503');
    expect((await retailer()).setUpAt).toBeNull();
    await setUp();
    expect((await retailer()).setUpAt).toBeInstanceOf(Date);
  });
});

describe('the tokens of a store', () => {
  it('are renewed once for twenty callers at once, and the new pair is kept (O17)', async () => {
    const before = await tokens();
    await expire(-1);
    shop.tokens.expireAccessTokens();
    let calls = 0;
    await many(async ({ graphql }) => {
      await graphql.query('query { shop { name } }');
      calls += 1;
    });
    expect(calls).toBe(20);
    expect(platform.tokenRequests).toMatchObject([
      { status: 200, body: { grant_type: 'refresh_token', refresh_token: before?.refreshToken } },
    ]);
    const after = await tokens();
    expect(after?.refreshToken).not.toBe(before?.refreshToken);
    expect(after?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 50 * MINUTE);
  });

  it('are renewed once by two processes at once (O17)', async () => {
    await expire(4 * MINUTE);
    const another = new PlatformAStoreClient(
      app.get(Runtime),
      app.select(PlatformAClientModule).get(OutboundHttp, { strict: true }),
      app.get(InstallationsService),
    );
    await Promise.all([many(), another.withStore(retailerId, nothing)]);
    expect(platform.tokenRequests).toHaveLength(1);
  });

  it('are not renewed while they are valid for five more minutes', async () => {
    await expire(6 * MINUTE);
    await many();
    expect(platform.tokenRequests).toEqual([]);
  });

  it('are due for renewal if the platform did not name their end (O17)', async () => {
    await expire(null);
    await withStore(nothing);
    expect(platform.tokenRequests).toMatchObject([{ status: 200 }]);
  });

  it('are renewed once for all callers even if the new ones have no end (O17)', async () => {
    await expire(null);
    shop.merchant.omitExpiresIn = true;
    const another = new PlatformAStoreClient(
      app.get(Runtime),
      app.select(PlatformAClientModule).get(OutboundHttp, { strict: true }),
      app.get(InstallationsService),
    );
    await Promise.all([many(), another.withStore(retailerId, nothing)]);
    await many();
    expect(platform.tokenRequests).toHaveLength(1);
    await sql.acrossRetailers.execute(
      `UPDATE retailer_credentials
          SET ${earlier('expires_at', "interval '6 minutes'")}, ${earlier('issued_at', "interval '6 minutes'")}`,
    );
    await many();
    expect(platform.tokenRequests).toMatchObject([{ status: 200 }, { status: 200 }]);
  });

  it('survive a crash between the answer of the platform and our commit', async () => {
    const before = await tokens();
    await expire(-1);
    const asked = slowAnswer('token');
    const renewal = withStore(nothing);
    await asked();
    // Ends the connection that holds the store's lock, so that its commit is lost. Databases copied from one template
    // share the ids of their tables, so the database is named too.
    await outside.sql(
      `SELECT pg_terminate_backend(l.pid)
         FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE l.relation = 'retailer_locks'::regclass AND d.datname = current_database()`,
    );
    await expect(renewal).rejects.toThrow(/connection/i);
    expect((await tokens())?.refreshToken).toBe(before?.refreshToken);
    await withStore(({ graphql }) => graphql.query('query { shop { name } }').then(nothing));
    expect((await retailer()).status).toBe('installed');
    expect(platform.tokenRequests).toMatchObject([
      { status: 200, body: { refresh_token: before?.refreshToken } },
      { status: 200, body: { refresh_token: before?.refreshToken } },
    ]);
  });

  it('that are refused before their time are renewed once for all callers', async () => {
    await expire(30 * MINUTE);
    shop.tokens.expireAccessTokens();
    const names: unknown[] = [];
    await many(async ({ graphql }) => void names.push(await graphql.query('query { shop { name } }')));
    expect(names).toHaveLength(20);
    expect(platform.tokenRequests).toHaveLength(1);
    expect((await retailer()).status).toBe('installed');
  });

  it('that are refused just after a renewal lead to needs_reauth', async () => {
    await expire(30 * MINUTE);
    shop.faults.next('unauthorized', 50);
    await withStore(({ graphql }) => graphql.query('query { shop { name } }').then(nothing));
    expect((await retailer()).status).toBe('needs_reauth');
    expect(platform.graphqlRequests).toHaveLength(2);
    expect(platform.tokenRequests).toHaveLength(1);
    await withStore(nothing);
    expect(platform.tokenRequests).toHaveLength(1);
  });

  it('that are refused and cannot be renewed lead to needs_reauth', async () => {
    await expire(30 * MINUTE);
    shop.tokens.revokeAll();
    await many(async ({ graphql }) => void (await graphql.query('query { shop { name } }')));
    expect((await retailer()).status).toBe('needs_reauth');
    expect(platform.tokenRequests).toMatchObject([{ status: 400 }]);
  });

  it('that cannot be renewed lead to needs_reauth, with one request for many callers (O17)', async () => {
    await expire(-1);
    shop.tokens.revokeAll();
    await many();
    await many();
    expect((await retailer()).status).toBe('needs_reauth');
    expect(platform.tokenRequests).toMatchObject([{ status: 400 }]);
  });

  it('stay erased if an uninstall arrives while they are renewed', async () => {
    await expire(-1);
    const asked = slowAnswer('token');
    const renewal = withStore(nothing);
    await asked();
    await sql.transactionAcrossRetailers((tx) =>
      app.get(RetailersService).uninstall(tx, retailerId, new Date(Date.now() + 1_000)),
    );
    await renewal;
    expect(await tokens()).toBeUndefined();
  });

  it('are those of a reinstall that happens while the old ones are renewed', async () => {
    await expire(-1);
    const asked = slowAnswer('token');
    const renewal = withStore(nothing);
    await asked();
    await install();
    const fresh = await tokens();
    await renewal;
    expect(await tokens()).toEqual(fresh);
  });

  it('leave connections to Postgres for others while many stores renew them slowly', async () => {
    const stores: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      shop = platform.addShop({ domain: `slow${index}.myshopify.com`, name: 'Slow Shop' });
      retailerId = retailerIdOf('platform-a', shop.profile.domain);
      await install();
      await expire(-1);
      shop.faults.next('slow', 1, { on: 'token', delayMs: 1_000 });
      stores.push(retailerId);
    }
    const order: string[] = [];
    const renewals = stores.map((id) =>
      app
        .get(PlatformAStoreClient)
        .withStore(id, nothing)
        .then(() => order.push('renewed')),
    );
    await vi.waitFor(async () => {
      const [row] = await sql.acrossRetailers.query<{ n: number }>(
        `SELECT count(DISTINCT pid)::int AS n FROM pg_locks WHERE relation = 'retailer_locks'::regclass`,
      );
      expect(row?.n).toBeGreaterThanOrEqual(3);
    });
    await Promise.all(
      Array.from({ length: 5 }, () => sql.acrossRetailers.query('SELECT 1').then(() => order.push('asked'))),
    );
    expect(order).toEqual(Array(5).fill('asked'));
    await Promise.all(renewals);
    expect(platform.tokenRequests).toHaveLength(12);
  });

  it('are sealed in the database', async () => {
    const rows = await sql.acrossRetailers.query('SELECT * FROM retailer_credentials');
    expect(JSON.stringify(rows)).not.toMatch(/shpat_|shprt_/);
  });
});

describe('a record that can not be used', () => {
  it('is left out and reported, and does not stop the reading of others', async () => {
    fillStore(shop, { customers: 17, orders: 3 });
    shop.orders.upsert(
      orderRecord({ id: 'no-number', number: 7, createdAt: Date.UTC(2026, 1, 1), customer: null, lineItems: [] }),
    );
    await setUp();
    for (const resource of BACKFILL_RESOURCES) await backfill(resource);
    expect(await count('orders')).toBe(3);
    expect(await place('orders')).toBeUndefined();
    const told = await app.get(Registry).getSingleMetricAsString('rekindle_unreadable_records_total');
    expect(told).toContain('{resource="orders"} 1');
  });
});
