import { join } from 'node:path';
import { type RecordEvent, SimulatedShop, type WebhookDelivery } from '#libs/simulators';
import type { Client } from 'pg';
import { nothingLeft } from '../drain/our-drain.js';
import { deliveryOf, sendAll } from '../drain/preload.js';
import { recordEvents } from '../drain/orders.js';
import { defineSegments } from '../drain/segments.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import type { BenchOptions } from '../support/options.js';
import { cpuSeconds, machineTimes } from '../support/process-usage.js';
import { Service } from '../support/service.js';
import { decimals, table, whole } from '../support/table.js';
import { installTenant, type Tenant, tenantOf } from '../support/tenant.js';
import { Waits } from './waits.js';

const DATABASE = 'bench_fleet';
const STORES = 16;
const COUNT = 16_000;
const QUICK_COUNT = 1_600;
const LONGEST_MS = 120_000;
/** An order is created, paid and fulfilled; docs/operations/capacity.md counts with the same number. */
const DELIVERIES_OF_AN_ORDER = 3;
/** How many apis and as many workers share the work. */
const FLEETS = [1, 2, 4];

/** CPU is in milliseconds of one core for each delivery. */
interface Figures {
  readonly fleet: number;
  readonly perSecond: number;
  readonly apiCpu: number;
  readonly workerCpu: number;
  /** Postgres, Redis and what else the machine did, without the sender of this process. */
  readonly datastoreCpu: number;
  /** How many sessions of Postgres wait for a lock, on average. */
  readonly waiting: number;
  readonly deadlocks: number;
  /** Tables by size, with their indexes. */
  readonly storage: readonly TableSize[];
}

interface TableSize {
  readonly name: string;
  readonly rows: number;
  readonly bytesEach: number;
}

/**
 * Deliveries of many stores, from the request to the memberships, with 1, 2 and 4 apis and as many workers on the same
 * machine. The cores stay the same, so the figures show what more processes cost, and not how much faster they are.
 */
export async function benchFleet(datastores: Datastores, { quick, count }: BenchOptions): Promise<object> {
  const each = Math.floor((count ?? (quick ? QUICK_COUNT : COUNT)) / STORES);
  const events = recordEvents(each);
  console.log(`${STORES} stores with ${whole(each)} deliveries each`);
  const figures: Figures[] = [];
  for (const fleet of FLEETS) {
    figures.push(
      await withDatabase(datastores, DATABASE, (client, databaseUrl) =>
        measure({ ...datastores, databaseUrl }, client, fleet, events),
      ),
    );
  }
  console.log(report(figures));
  console.log(sizes(figures.at(-1)?.storage ?? []));
  return { stores: STORES, each, figures };
}

async function measure(
  datastores: Datastores,
  client: Client,
  fleet: number,
  events: readonly RecordEvent[],
): Promise<Figures> {
  const tenants = Array.from({ length: STORES }, (_, index) => tenantOf(`fleet-${index}.myshopify.com`));
  for (const tenant of tenants) {
    await installTenant(client, tenant);
    await defineSegments(client, tenant);
  }
  const apis = await startAll(datastores, 'api', fleet);
  const workers = await startAll(datastores, 'worker', fleet);
  const waits = await Waits.start(datastores.databaseUrl);
  try {
    const before = { at: performance.now(), apis: cpuOf(apis), workers: cpuOf(workers), all: busySeconds() };
    const own = process.cpuUsage();
    await sendAll(deliveries(apis, tenants, events));
    await client.query('SET enable_seqscan = off');
    await nothingLeft(client, workers, LONGEST_MS);
    const count = tenants.length * events.length;
    const seconds = (performance.now() - before.at) / 1_000;
    const { user, system } = process.cpuUsage(own);
    const [api, worker] = [cpuOf(apis) - before.apis, cpuOf(workers) - before.workers];
    const rest = busySeconds() - before.all - api - worker - (user + system) / 1e6;
    const ms = (cpu: number): number => (cpu * 1_000) / count;
    return {
      fleet,
      perSecond: count / seconds,
      apiCpu: ms(api),
      workerCpu: ms(worker),
      datastoreCpu: ms(rest),
      ...(await waits.end()),
      storage: await sizesOf(client),
    };
  } finally {
    await Promise.all([...apis, ...workers].map((service) => service.stop()));
  }
}

async function startAll(datastores: Datastores, role: 'api' | 'worker', count: number): Promise<Service[]> {
  const started: Service[] = [];
  for (let index = 0; index < count; index += 1) {
    started.push(await Service.start({ ...datastores, dataDir: join(datastores.dataDir, `fleet-${index}`), role }));
  }
  return started;
}

const cpuOf = (services: readonly Service[]): number => services.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);

const busySeconds = (): number => machineTimes().busy / 1_000;

/** The deliveries of all stores by turns, to one api after the other. */
function* deliveries(
  apis: readonly Service[],
  tenants: readonly Tenant[],
  events: readonly RecordEvent[],
): Generator<WebhookDelivery> {
  const shops = tenants.map(({ shop }) => ({ shop, simulated: new SimulatedShop({ domain: shop, name: 'Bench' }) }));
  let sent = 0;
  for (const event of events) {
    for (const { shop, simulated } of shops) {
      const api = apis[sent % apis.length];
      sent += 1;
      if (!api) return;
      const ids = { webhookId: `${shop}-${event.webhookId}`, eventId: `${shop}-${event.eventId}` };
      yield { ...deliveryOf(api.url, shop, simulated, event), ...ids };
    }
  }
}

async function sizesOf(client: Client): Promise<TableSize[]> {
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query<TableSize>(
    `SELECT relname AS name, reltuples::int AS rows, (pg_total_relation_size(oid) / reltuples)::int AS "bytesEach"
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples > 500
      ORDER BY pg_total_relation_size(oid) DESC LIMIT 8`,
  );
  return rows;
}

const sizes = (storage: readonly TableSize[]): string =>
  table<TableSize>(
    [
      { title: 'table', cell: ({ name }) => name, align: 'left' },
      { title: 'rows', cell: ({ rows }) => whole(rows) },
      { title: 'bytes each, with indexes', cell: ({ bytesEach }) => whole(bytesEach) },
    ],
    storage,
  );

function report(figures: readonly Figures[]): string {
  const one = figures[0];
  const cpu = ({ apiCpu, workerCpu, datastoreCpu }: Figures): number => apiCpu + workerCpu + datastoreCpu;
  return table<Figures>(
    [
      { title: 'apis and workers', cell: ({ fleet }) => String(fleet) },
      { title: 'deliveries/s', cell: ({ perSecond }) => whole(perSecond) },
      { title: 'CPU ms: apis', cell: ({ apiCpu }) => decimals(apiCpu, 2) },
      { title: 'workers', cell: ({ workerCpu }) => decimals(workerCpu, 2) },
      { title: 'datastores', cell: ({ datastoreCpu }) => decimals(datastoreCpu, 2) },
      { title: 'all, per order', cell: (each) => decimals(cpu(each) * DELIVERIES_OF_AN_ORDER, 1) },
      { title: 'in all beside one', cell: (each) => (one ? decimals(cpu(each) / cpu(one), 2) : '') },
      { title: 'waiting sessions', cell: ({ waiting }) => decimals(waiting, 2) },
      { title: 'deadlocks', cell: ({ deadlocks }) => String(deadlocks) },
    ],
    figures,
  );
}
