import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { PlatformBSimulator } from '#libs/simulators';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventOf, startPlatformB, wireOrder } from '../setup/platform-b.js';
import { quietPort } from '../setup/quiet-port.js';
import { ServiceProcess } from '../setup/service-process.js';
import { prepare, waitFor } from '../setup/test-app.js';
import { TestDatabase } from '../setup/test-database.js';

const ORDERS = 200;

let environment: Record<string, string>;
let platform: PlatformBSimulator;
let database: TestDatabase;
let service: ServiceProcess;

beforeEach(async () => {
  const stage = await startPlatformB(await quietPort());
  ({ platform } = stage);
  ({ environment } = await prepare(stage.environment));
  service = await ServiceProcess.start(environment);
  database = new TestDatabase(environment['DATABASE_URL'] ?? '');
});
afterEach(async () => {
  if (!service.exit) await service.end('SIGKILL');
  await database.end();
  await platform.stop();
  await rm(environment['DATA_DIR'] ?? '', { recursive: true, force: true });
});

const found = async (text: string): Promise<boolean> => (await database.sql(text)).length > 0;
const inbox = async (): Promise<{ orders: number; spent: string }[]> =>
  database.sql(`SELECT orders_count AS orders, round(total_spent, 2)::text AS spent FROM customers`);

describe('kill -9 between the answer and the reading of the order (W14)', () => {
  it('reads the order of every answered delivery, and counts each once', async () => {
    const store = platform.addStore({ hash: 'crash1', name: 'Crash', quota: 100_000 });
    expect((await fetch(platform.installCallback(store, {}), { redirect: 'manual' })).status).toBe(302);
    await waitFor(() => found(`SELECT 1 FROM retailers WHERE set_up_at IS NOT NULL`));
    await waitFor(async () => !(await found(`SELECT 1 FROM backfills WHERE finished_at IS NULL`)));
    // No read ends before the process is killed.
    store.faults.always('slow', { on: 'orders', delayMs: 60_000 });
    const token = store.hooks.list()[0]?.headers?.['x-platform-b-webhook-token'] ?? '';
    const send = async (id: number): Promise<number> => {
      store.putRawOrder({ order: wireOrder(id, { total_inc_tax: '10.0000' }) });
      const headers = { 'x-platform-b-webhook-token': token, 'webhook-id': randomUUID() };
      const url = `${service.url}/platform-b/webhook/order-status`;
      return (await fetch(url, { method: 'POST', headers, body: eventOf(store, id) })).status;
    };
    const statuses = await Promise.all(Array.from({ length: ORDERS }, (_, index) => send(index + 1)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await service.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await inbox()).toEqual([]);
    store.faults.clear();
    service = await ServiceProcess.start(environment);
    await waitFor(async () => (await inbox())[0]?.orders === ORDERS, 40_000);
    expect(await found(`SELECT 1 FROM platform_b_order_reads`)).toBe(false);
    expect(await inbox()).toEqual([{ orders: ORDERS, spent: '2000.00' }]);
  });
});
