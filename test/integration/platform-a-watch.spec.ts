import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database } from '#libs/database';
import { retailerIdOf } from '#libs/kernel';
import { TOPICS } from '#libs/platform-a-client';
import { customerRecord, orderRecord, PlatformASimulator, type SimulatedShop } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { credentialsOf } from '../../src/platform-a/client/store-tokens.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { RetailersService } from '../../src/retailers/retailers.service.js';
import { InstallationsService } from '../../src/stores/installations.service.js';
import { SetUpHandler } from '../../src/stores/set-up.handler.js';
import { type CatchUpPlace, StoreCatchUpRepository } from '../../src/stores/watch/store-catch-up.repository.js';
import { StoreWatchRepository } from '../../src/stores/watch/store-watch.repository.js';
import { WatchHandler } from '../../src/stores/watch/watch.handler.js';
import { WatchScheduleService } from '../../src/stores/watch/watch-schedule.service.js';
import { earlier } from '../setup/earlier.js';
import { startIdle } from '../setup/idle-app.js';
import { CLIENT_ID, CLIENT_SECRET } from '../setup/test-app.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let platform: PlatformASimulator;
let app: NestFastifyApplication;
let sql: Database;
let shop: SimulatedShop;
let retailerId: string;
let stores = 0;

beforeAll(async () => {
  platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  ({ app } = await startIdle({ PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate }, 'https://app.example'));
  sql = app.get(Database);
});
afterAll(async () => {
  await app?.close();
  await platform?.stop();
});
beforeEach(async () => {
  await sql.acrossRetailers.execute('DELETE FROM store_watches');
  const domain = `shop${(stores += 1)}.myshopify.com`;
  shop = platform.addShop({ domain, name: 'Corner Shop', plan: 'plus' });
  retailerId = retailerIdOf('platform-a', domain);
  await install();
  platform.graphqlRequests.length = 0;
});

/** Installs the store like the callback, with an install time of an hour ago and a set-up that is done. */
async function install(): Promise<void> {
  const scopes = ['read_orders', 'read_customers', 'read_products', 'read_customer_merge'];
  const granted = shop.tokens.redeemCode(shop.tokens.issueCode(scopes), true);
  if ('error' in granted) throw new Error(granted.error);
  const { access_token: accessToken, refresh_token: refreshToken = '', scope } = granted;
  await sql.transactionAcrossRetailers((tx) =>
    app.get(InstallationsService).install(tx, {
      platform: 'platform-a',
      externalId: shop.profile.domain,
      missingScopes: [],
      credentials: credentialsOf({ accessToken, refreshToken, scope, expiresIn: 3_600 }, new Date()),
    }),
  );
  await app.get(SetUpHandler).setUp({ retailerId });
  await sql.acrossRetailers.execute(
    `UPDATE retailers SET ${earlier('installed_at', "interval '1 hour'")} WHERE id = $1`,
    [retailerId],
  );
}

const watches = () => app.get(StoreWatchRepository);
const watch = () => app.get(WatchHandler).watch({ retailerId });
async function watchNow(): Promise<void> {
  await watches().makeDue(retailerId);
  await watch();
}
const retailer = () => app.get(RetailersService).get(retailerId);
const ago = (ms: number): number => Math.floor((Date.now() - ms) / 1_000) * 1_000;
const newOrder = (id: number, updatedAt: number, customer = '7001') =>
  orderRecord({
    id: String(id),
    number: id,
    createdAt: updatedAt,
    customer: customerRecord({ id: customer, createdAt: updatedAt }),
    lineItems: [],
    financialStatus: 'paid',
  });

async function orderIds(): Promise<string[]> {
  const rows = await sql.acrossRetailers.query<{ id: string }>(
    'SELECT external_id AS id FROM orders WHERE retailer_id = $1 ORDER BY 1',
    [retailerId],
  );
  return rows.map(({ id }) => id);
}

/** Seconds until the watch of the store is due. */
async function restSeconds(): Promise<number> {
  const rows = await sql.acrossRetailers.query<{ rest: number }>(
    `SELECT extract(epoch FROM due_at - now())::float AS rest FROM store_watches WHERE retailer_id = $1`,
    [retailerId],
  );
  return rows[0]?.rest ?? Number.NaN;
}

const queriesOf = (name: string) =>
  platform.graphqlRequests
    .filter((call) => call.shop === shop.profile.domain && call.query.startsWith(`query ${name}(`))
    .map(({ variables }) => variables);

describe('the schedule of watches', () => {
  it('gives every installed store a time within the interval, once', async () => {
    await watches().enrol('platform-a', 3_600);
    const first = await restSeconds();
    expect(first).toBeGreaterThan(-5);
    expect(first).toBeLessThanOrEqual(3_600);
    await watches().enrol('platform-a', 3_600);
    expect(Math.abs((await restSeconds()) - first)).toBeLessThan(60);
  });

  it('gives a store that is due to only one of many workers', async () => {
    await watches().makeDue(retailerId);
    await Promise.all(Array.from({ length: 8 }, watch));
    expect(queriesOf('WebhookSubscriptions')).toHaveLength(1);
    const rest = await restSeconds();
    expect(rest).toBeGreaterThan(0.9 * 3_600 - 30);
    expect(rest).toBeLessThanOrEqual(1.1 * 3_600);
  });

  it('keeps a store due that became due again while a worker watched it', async () => {
    await watches().makeDue(retailerId);
    const held = await watches().lease(retailerId, randomUUID());
    await watches().makeDue(retailerId);
    if (held) await watches().end(held, { attempts: 0, dueAt: new Date(Date.now() + 3_600_000) });
    expect(held).toBeDefined();
    expect(await watches().due('platform-a')).toContain(retailerId);
  });

  it('finds only installed stores that are set up and due', async () => {
    await watches().makeDue(retailerId);
    expect(await watches().due('platform-a')).toContain(retailerId);
    await sql.acrossRetailers.execute('UPDATE retailers SET set_up_at = NULL WHERE id = $1', [retailerId]);
    expect(await watches().due('platform-a')).not.toContain(retailerId);
    await sql.acrossRetailers.execute(`UPDATE retailers SET set_up_at = now(), status = 'needs_reauth' WHERE id = $1`, [
      retailerId,
    ]);
    expect(await watches().due('platform-a')).not.toContain(retailerId);
  });

  it('ends the lease of a watch after five minutes', async () => {
    await watches().makeDue(retailerId);
    const lease = () => app.get(WatchScheduleService).lease(retailerId);
    expect(await lease()).toMatchObject({ retailerId, attempts: 0 });
    expect(await lease()).toBeUndefined();
    await sql.acrossRetailers.execute(`UPDATE store_watches SET ${earlier('leased_until', "interval '5 minutes'")}`);
    expect(await lease()).toBeDefined();
  });

  it('waits longer after each failure of the platform, at most an interval, and as usual after a success', async () => {
    const rests: number[] = [];
    for (let failures = 0; failures < 9; failures += 1) {
      shop.faults.next('serverError', 3);
      await expect(watchNow()).rejects.toThrow('503');
      rests.push(await restSeconds());
    }
    expect(rests[0]).toBeLessThanOrEqual(60);
    expect(rests[4]).toBeGreaterThan(60);
    expect(Math.max(...rests)).toBeLessThanOrEqual(3_600);
    await watchNow();
    const rows = await sql.acrossRetailers.query('SELECT attempts FROM store_watches WHERE retailer_id = $1', [
      retailerId,
    ]);
    expect(rows).toEqual([{ attempts: 0 }]);
  }, 120_000);

  it('waits as long as the rate limit of the platform requires', async () => {
    shop.faults.next('rateLimited', 1, { retryAfterSeconds: 900 });
    await expect(watchNow()).rejects.toThrow('rate limit');
    expect(await restSeconds()).toBeGreaterThan(800);
  });

  it('pauses until the next install if the platform refuses the token', async () => {
    shop.tokens.revokeAll();
    await watchNow();
    expect((await retailer()).status).toBe('needs_reauth');
    platform.graphqlRequests.length = 0;
    await watchNow();
    expect(platform.graphqlRequests).toEqual([]);
  });
});

describe('a watch of a store', () => {
  it('changes nothing if nothing is missing', async () => {
    await watchNow();
    const { webhooks } = await retailer();
    expect(webhooks).toMatchObject({ registered: TOPICS, problems: [] });
    expect(webhooks.drift).toBeUndefined();
    expect(platform.graphqlRequests.filter(({ query }) => query.startsWith('mutation'))).toEqual([]);
  });

  it('reads the record of the store again, so that links follow it to another domain (DA15)', async () => {
    const before = { name: 'Old name', storefrontUrl: 'https://old.example' };
    await sql.of(retailerId).using(Retailer, (rows) => rows.update({ id: retailerId }, before));
    await watchNow();
    const base = platform.baseUrlTemplate.replace('{shop}', shop.profile.domain);
    expect(await retailer()).toMatchObject({ name: 'Corner Shop', storefrontUrl: base });
  });

  it('restores deleted subscriptions, and removes superfluous ones of this service but not of others', async () => {
    const address = 'https://app.example/platform-a/webhooks';
    const [lost] = shop.subscriptions.forTopic('orders/create');
    shop.subscriptions.delete(lost?.id ?? '');
    shop.subscriptions.create('orders/paid', { uri: address });
    shop.subscriptions.create('orders/paid', { uri: 'https://another.example/' });
    const before = Date.now();
    await watchNow();
    const uris = shop.subscriptions.list().filter(({ uri }) => uri === address);
    expect(uris.map(({ topic }) => topic).sort()).toEqual([...TOPICS].sort());
    expect(shop.subscriptions.forTopic('orders/paid')).toHaveLength(1);
    const { webhooks } = await retailer();
    expect(webhooks.drift).toMatchObject({ restoredTopics: 1, lateRecords: 0 });
    expect(Date.parse(webhooks.lastCheckedAt ?? '')).toBeGreaterThanOrEqual(before);
  });

  it('reads what changed since the install and was not delivered, once', async () => {
    shop.upsertOrder(newOrder(1, ago(2 * HOUR)));
    shop.upsertOrder(newOrder(2, ago(30 * MINUTE)));
    await watchNow();
    expect(await orderIds()).toEqual(['2']);
    // The late records are the order and its customer.
    expect((await retailer()).webhooks.drift).toMatchObject({ lateRecords: 2 });
    await watchNow();
    expect((await retailer()).webhooks.drift).toMatchObject({ lateRecords: 2 });
  });

  it('continues from the start of the last reading, with five minutes of overlap', async () => {
    await watchNow();
    const begun = Date.now();
    await watchNow();
    const [, second] = queriesOf('Orders');
    const since = Date.parse(/'(.+)'/.exec(String(second?.['query']))?.[1] ?? '');
    expect(Math.abs(since - (begun - 5 * MINUTE))).toBeLessThan(30_000);
    shop.upsertOrder(newOrder(3, ago(4 * MINUTE)));
    await watchNow();
    expect(await orderIds()).toEqual(['3']);
  });

  it('does not count a record as late while its delivery may still arrive', async () => {
    shop.upsertOrder(newOrder(4, ago(10_000)));
    await watchNow();
    expect(await orderIds()).toEqual(['4']);
    expect((await retailer()).webhooks.drift).toBeUndefined();
  });

  it('continues after the last page that was written', async () => {
    for (let id = 100; id < 140; id += 1) shop.upsertOrder(newOrder(id, ago(30 * MINUTE) + id * 1_000));
    // Four answers: subscriptions, customers, products and the first page of orders. Then the client tries three times.
    shop.faults.next('slow', 5, { delayMs: 0 }).next('serverError', 3);
    await expect(watchNow()).rejects.toThrow('503');
    expect(await orderIds()).toHaveLength(14);
    await watchNow();
    expect(await orderIds()).toHaveLength(40);
    expect(queriesOf('Orders').filter(({ after }) => after === null)).toHaveLength(1);
    expect((await retailer()).webhooks.drift).toMatchObject({ lateRecords: 41 });
  });

  it('has the same result if two workers run it at once', async () => {
    for (let id = 200; id < 230; id += 1) shop.upsertOrder(newOrder(id, ago(30 * MINUTE) + id * 1_000));
    await watches().makeDue(retailerId);
    const first = watch();
    await watches().makeDue(retailerId);
    await Promise.all([first, watch()]);
    expect(await orderIds()).toHaveLength(30);
    expect((await retailer()).webhooks.drift).toMatchObject({ lateRecords: 31 });
  });

  it('is not advanced by a worker whose lease has ended', async () => {
    const places = app.get(StoreCatchUpRepository);
    const place = () => places.place(retailerId, 'orders', new Date(ago(HOUR)));
    const advance = (from: CatchUpPlace, next: string | null) =>
      sql.transactionAcrossRetailers((tx) => places.advance(tx, from, next));
    const lost = await place();
    expect(await advance(lost, 'page 2')).toBe(true);
    expect(await advance(lost, 'page 2')).toBe(false);
    expect(await advance(await place(), null)).toBe(true);
    const { since } = await place();
    // The first page of the next reading has the same cursor and another `since`.
    expect(await advance(lost, null)).toBe(false);
    expect(await place()).toMatchObject({ since, cursor: null });
  });

  it('starts again after a reinstall, which reads everything', async () => {
    for (let id = 300; id < 340; id += 1) shop.upsertOrder(newOrder(id, ago(30 * MINUTE) + id * 1_000));
    shop.faults.next('slow', 5, { delayMs: 0 }).next('serverError', 3);
    await expect(watchNow()).rejects.toThrow('503');
    await install();
    await sql.acrossRetailers.execute(
      `UPDATE retailers SET installed_at = now() - interval '20 minutes' WHERE id = $1`,
      [retailerId],
    );
    platform.graphqlRequests.length = 0;
    await watchNow();
    const [first] = queriesOf('Orders');
    expect(first?.['after']).toBeNull();
    const since = Date.parse(/'(.+)'/.exec(String(first?.['query']))?.[1] ?? '');
    expect(Math.abs(since - (Date.now() - 20 * MINUTE))).toBeLessThan(30_000);
  });

  it('writes nothing for a store that is uninstalled meanwhile', async () => {
    shop.upsertOrder(newOrder(5, ago(30 * MINUTE)));
    shop.faults.next('slow', 5, { delayMs: 400 });
    await watches().makeDue(retailerId);
    const look = watch();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await sql.transactionAcrossRetailers((tx) =>
      app.get(RetailersService).uninstall(tx, retailerId, new Date(Date.now() + 1_000)),
    );
    await look;
    expect(await orderIds()).toEqual([]);
    expect((await retailer()).webhooks).toEqual({ registered: [], problems: [] });
  });
});
