import { rm } from 'node:fs/promises';
import { WebhookSender } from '#libs/simulators';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { BusyStore, SEGMENTS } from '../factories/busy-store.js';
import { quietPort } from '../setup/quiet-port.js';
import { ServiceProcess } from '../setup/service-process.js';
import { defineSegments, expectConsistency, storedState } from '../setup/store-state.js';
import { CLIENT_SECRET, prepare } from '../setup/test-app.js';
import { createDatabase, TestDatabase } from '../setup/test-database.js';
import { waitFor } from '../setup/wait-for.js';
import { installStore } from '../setup/webhooks.js';
import { Balancer } from './balancer.js';
import { EarlierBuild } from './earlier-build.js';

/** About 2,300 deliveries, a minute of load. */
const CUSTOMERS = 480;
const PER_SECOND = 40;

let earlier: EarlierBuild;
let environment: Record<string, string>;
let database: TestDatabase;
let balancer: Balancer;
const processes: ServiceProcess[] = [];

beforeAll(async () => {
  earlier = await EarlierBuild.make();
  ({ environment } = await prepare({ DATABASE_URL: await createDatabase('template0') }));
  await earlier.migrate(urlOf());
  database = new TestDatabase(urlOf());
  balancer = await Balancer.start(PER_SECOND);
});
afterAll(async () => {
  await Promise.all(processes.filter((each) => !each.exit).map((each) => each.end('SIGKILL')));
  await balancer?.stop();
  await database?.end();
  await rm(environment?.['DATA_DIR'] ?? '', { recursive: true, force: true });
});

const urlOf = (): string => environment['DATABASE_URL'] ?? '';

async function start(main?: string): Promise<ServiceProcess> {
  const service = await ServiceProcess.start({ ...environment, PORT: String(await quietPort()) }, main);
  processes.push(service);
  return service;
}

it('an upgrade under load fails no request, and loses or repeats no delivery', async () => {
  await defineSegments(database, await installStore(database), SEGMENTS);
  const store = new BusyStore({ seed: 'upgrade', customers: CUSTOMERS });
  const old = await start(earlier.main);
  const behindOld = balancer.add(old.url);
  const sender = new WebhookSender({ clientSecret: CLIENT_SECRET, concurrency: 16, timeoutMs: 30_000 });
  const answered: string[] = [];
  const playing = sender.sendAll(store.deliveries(balancer.url), ({ result, delivery }) => {
    if (result === 'delivered') answered.push(delivery.webhookId);
  });

  await waitFor(() => answered.length >= 300, 60_000);
  const applied = await migrate(urlOf());
  await waitFor(() => answered.length >= 600, 60_000);
  const fresh = await start();
  const behindNew = balancer.add(fresh.url);
  const beside = answered.length;
  await waitFor(() => answered.length >= beside + 600, 60_000);
  await balancer.drain(behindOld);
  expect(await old.end('SIGTERM')).toEqual({ code: 0, signal: null });
  const together = answered.length - beside;
  await playing;

  const { failed, dropped, retried } = sender.stats;
  await sender.close();
  await database.settled(120_000);
  const rows = await database.sql<{ id: string; status: string; attempts: number }>(
    'SELECT delivery_id AS id, status, attempts FROM deliveries',
  );
  const kept = new Map(rows.map((row) => [row.id, row]));
  expect({ failed, dropped, retried }).toEqual({ failed: 0, dropped: 0, retried: 0 });
  expect(answered.filter((id) => !kept.has(id))).toEqual([]);
  expect(rows.filter(({ attempts, status }) => attempts !== 1 || status === 'failed')).toEqual([]);
  expect(await storedState(database)).toEqual(store.expected);
  await expectConsistency(database);
  process.stdout.write(
    [
      `from ${earlier.commit.slice(0, 8)}; migrations applied under load: ${applied.join(', ') || 'none'}`,
      `${answered.length} requests, ${behindOld.answered} to the old version and ${behindNew.answered} to the new one`,
      `${together} of them while both ran; 0 failed, 0 sent again, ${rows.length} deliveries kept and counted once\n`,
    ].join('\n'),
  );
});
