import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { retailerIdOf } from '#libs/kernel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLATFORM_MODULES } from '../../src/platforms.js';
import { Backfill } from '../../src/stores/backfill/backfill.entity.js';
import { stored } from '../factories/given.js';
import { FilesConfig } from '../platform-files/files.config.js';
import { filesPlatform } from '../platform-files/files.module.js';
import type { StoreFile, WireOrder } from '../platform-files/wire.js';
import { TestApp, waitFor } from '../setup/test-app.js';

/** A platform that the service does not know. Its folder was written by following docs/architecture/platforms.md. */
const SECRET = 'the secret of platform files';
const RETAILER = retailerIdOf('platform-files', 'corner');
const DAY = 86_400_000;

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rekindle-files-'));
  await store([anOrder('1', 'ada', 90), anOrder('2', 'ada', 60), anOrder('3', 'bob', 50)]);
  app = await TestApp.start({}, [...PLATFORM_MODULES, filesPlatform(new FilesConfig(folder, SECRET))]);
});
afterAll(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

const anOrder = (id: string, customer: string, daysAgo: number): WireOrder => ({
  id,
  customer: { id: customer, email: `${customer}@example.com` },
  total: '25.00',
  placedAt: new Date(Date.now() - daysAgo * DAY).toISOString(),
});

async function store(orders: readonly WireOrder[]): Promise<void> {
  const file: StoreFile = { name: 'Corner Shop', currency: 'EUR', orders };
  await writeFile(join(folder, 'corner.json'), JSON.stringify(file));
}

const sign = (text: string, encoding: 'hex' | 'base64'): string =>
  createHmac('sha256', SECRET).update(text).digest(encoding);

const install = (signature: string): Promise<Response> =>
  fetch(`${app.url}/platform-files/install?store=corner&signature=${signature}`, { method: 'POST' });

function deliver(order: WireOrder, signature?: string): Promise<Response> {
  const body = JSON.stringify({ store: 'corner', order });
  const headers = { 'x-files-signature': signature ?? sign(body, 'base64') };
  return fetch(`${app.url}/platform-files/webhooks`, { method: 'POST', headers, body });
}

async function customers(): Promise<Record<string, { orders: number; segments: readonly string[] }>> {
  const { body } = await app.admin<{
    items: { externalId: string; ordersCount: number; segments: readonly string[] }[];
  }>('GET', `/admin/retailers/${RETAILER}/customers`);
  return Object.fromEntries(
    body.items.map(({ externalId, ordersCount: orders, segments }) => [externalId, { orders, segments }]),
  );
}

it('refuses what the third platform did not sign', async () => {
  expect((await install('0'.repeat(64))).status).toBe(401);
  expect((await deliver(anOrder('9', 'eve', 1), sign('something else', 'base64'))).status).toBe(401);
});

it('installs a store of the third platform and reads its past page by page', async () => {
  expect((await install(sign('corner', 'hex'))).status).toBe(201);
  await waitFor(async () => {
    const unread = await stored(app).rows(Backfill, { retailerId: RETAILER, finishedAt: null });
    const { body } = await app.admin<{ name: string }>('GET', `/admin/retailers/${RETAILER}`);
    return unread.length === 0 && body.name === 'Corner Shop';
  });
  await app.settled();
  expect(await customers()).toMatchObject({ ada: { orders: 2 }, bob: { orders: 1 } });
});

it('moves a customer of the third platform into a segment by a webhook, once however often it comes', async () => {
  const { body } = await app.admin<{ brands: { id: string }[] }>('GET', `/admin/retailers/${RETAILER}`);
  const segments = [{ name: 'regulars', criteria: { minOrders: 2 } }];
  await app.admin('POST', '/admin/segments/upsert', { brandId: body.brands[0]?.id, segments });
  await app.settled();
  expect(await customers()).toMatchObject({ ada: { segments: ['regulars'] }, bob: { segments: [] } });
  const order = anOrder('4', 'bob', 0);
  expect([(await deliver(order)).status, (await deliver(order)).status]).toEqual([200, 200]);
  await app.settled();
  expect(await customers()).toMatchObject({ ada: { orders: 2 }, bob: { orders: 2, segments: ['regulars'] } });
});

it('reads what the third platform did not deliver when an admin requests a watch', async () => {
  await app.sql(`UPDATE retailers SET installed_at = date_trunc('second', now()) - interval '1 hour' WHERE id = $1`, [
    RETAILER,
  ]);
  await store([anOrder('5', 'cleo', 0), anOrder('6', 'cleo', 0)]);
  const { status } = await app.admin('POST', `/admin/retailers/${RETAILER}/reconcile`, undefined, {
    prefer: 'wait=20',
  });
  expect(status).toBe(200);
  await app.settled();
  expect(await customers()).toMatchObject({ cleo: { orders: 2, segments: ['regulars'] } });
  const transitions = await app.sql(
    `SELECT t.cause FROM segment_transitions t JOIN customers c ON c.retailer_id = t.retailer_id AND c.id = t.customer_id
      WHERE c.external_id = 'cleo'`,
  );
  expect(transitions).toEqual([{ cause: 'watch' }]);
});
