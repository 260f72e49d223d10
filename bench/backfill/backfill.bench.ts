import { PlatformASimulator, PlatformBSimulator } from '#libs/simulators';
import { startApp } from '../support/app.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import { decimals, table, whole } from '../support/table.js';
import { bulkOfA, nestedOfB, type Reading } from './new-ways.js';
import { callsOfB, type Cost, pagesOfA } from './old-ways.js';
import { FULL, pastOf } from './past.js';

const DATABASE = 'bench_backfill';
const APP = { clientId: 'bench', clientSecret: 'a-secret-of-the-benchmark-only' };
/** The smallest plans. Platform A: points of the bucket, and points restored in a second. Platform B: calls. */
const LIMIT_A = { bucket: 2_000, perSecond: 100 } as const;
const LIMIT_B = { calls: 150, windowSeconds: 30, share: 0.75 } as const;
/** Platform A publishes no speed of bulk operations, so the result is for two assumed ones. */
const OBJECTS_PER_SECOND = [1_000, 5_000] as const;
const MOST_MINUTES = 60;
const SAMPLE = 140;

/** The past of a large store in the old and the new way, at the limits of the platforms. */
export async function benchBackfill(datastores: Datastores, { quick, count }: BenchOptions): Promise<object> {
  const past = pastOf(count ?? (quick ? 1_000 : 5_000));
  const a = await PlatformASimulator.start(APP);
  const b = await PlatformBSimulator.start({ ...APP, authCallbackUrl: 'https://bench.example/platform-b/auth' });
  try {
    const shop = a.addShop({ domain: 'past.myshopify.com', name: 'Past' });
    const sample = a.addShop({ domain: 'sample.myshopify.com', name: 'Sample', plan: 'enterprise' });
    const store = b.addStore({ hash: 'past1', name: 'Past', quota: LIMIT_B.calls });
    const sampleStore = b.addStore({ hash: 'sample1', name: 'Sample', quota: 100_000 });
    for (const one of [shop, sample]) {
      for (const product of past.products) one.upsertProduct(product);
      for (const customer of past.customers) one.upsertCustomer(customer);
      for (const order of past.orders) one.orders.upsert(order);
    }
    for (const one of [store, sampleStore]) {
      for (const product of past.products) one.products.upsert(product);
      for (const customer of past.customers) one.customers.upsert(customer);
      for (const order of past.orders) one.orders.upsert(order);
    }
    const pages = await pagesOfA(a, sample, SAMPLE);
    const calls = await callsOfB(b, sampleStore, SAMPLE);
    return await withDatabase(datastores, DATABASE, async (_client, databaseUrl) => {
      const app = await startApp(datastores, databaseUrl, {
        PLATFORM_A_CLIENT_ID: APP.clientId,
        PLATFORM_A_CLIENT_SECRETS: APP.clientSecret,
        PLATFORM_B_CLIENT_ID: APP.clientId,
        PLATFORM_B_CLIENT_SECRETS: APP.clientSecret,
        PLATFORM_A_SHOP_BASE_URL: a.baseUrlTemplate,
        PLATFORM_B_API_BASE_URL: b.baseUrl,
      });
      try {
        return report({ pages, calls, bulk: await bulkOfA(app, a, shop), nested: await nestedOfB(app, b, store) });
      } finally {
        await app.close();
      }
    });
  } finally {
    await a.stop();
    await b.stop();
  }
}

interface Costs {
  readonly pages: Cost;
  readonly bulk: Reading;
  readonly calls: Cost;
  readonly nested: Reading;
}

interface Row {
  readonly way: string;
  readonly calls: number;
  readonly minutes: number;
  readonly arithmetic: string;
}

function report({ pages, bulk, calls, nested }: Costs): object {
  const objects = FULL.orders * (1 + FULL.lines);
  // The first calls, and those after failures, are in no relation to the number of orders. So the sum is too high.
  const rows: Row[] = [
    row('A, page by page', pages, minutesOfA(pages)),
    ...OBJECTS_PER_SECOND.map((speed) => ({
      way: `A, bulk operation at ${whole(speed)} objects/s`,
      calls: bulk.calls,
      minutes: (objects / speed + (FULL.orders / bulk.orders) * bulk.seconds) / 60,
      arithmetic:
        `${whole(objects)} objects / ${whole(speed)} + ` +
        `${whole(FULL.orders)} orders / ${whole(bulk.orders / bulk.seconds)} orders/s of ours; ${whole(bulk.points)} points`,
    })),
    row('B, a call for each order', calls, minutesOfB(calls, 1)),
    row('B, nested lines', nested, minutesOfB(nested, LIMIT_B.share)),
  ];
  console.log(
    `${whole(FULL.orders)} orders with ${FULL.lines} lines each, computed from ${whole(bulk.orders)} orders ` +
      `(new ways, limits in force) and ${whole(pages.orders)} (old ways)\n` +
      `limits: A ${LIMIT_A.bucket} points, ${LIMIT_A.perSecond}/s; B ${LIMIT_B.calls} calls in ${LIMIT_B.windowSeconds} s, ` +
      `of which a backfill now takes ${LIMIT_B.share * 100} %\n`,
  );
  console.log(
    table<Row>(
      [
        { title: 'way', cell: ({ way }) => way, align: 'left' },
        { title: 'calls', cell: (one) => whole(one.calls) },
        { title: 'minutes', cell: ({ minutes }) => decimals(minutes, 1) },
        { title: 'arithmetic', cell: ({ arithmetic }) => arithmetic, align: 'left' },
      ],
      rows,
    ),
  );
  console.log(
    `\nthe service alone: ${whole(bulk.orders / bulk.seconds)} orders/s from the file of platform A, ` +
      `${whole(nested.orders / nested.seconds)} orders/s from the pages of platform B`,
  );
  const goals = goalsOf(rows, bulk, nested);
  console.log(`\n${goalLines(goals)}`);
  return { full: FULL, costs: { pages, bulk, calls, nested }, rows, goals };
}

const scaled = (cost: Cost, value: number): number => (value * FULL.orders) / cost.orders;

const minutesOfA = (cost: Cost): number =>
  Math.max(0, scaled(cost, cost.points) - LIMIT_A.bucket) / LIMIT_A.perSecond / 60;

/** @param share the part of each window that the reading takes */
const minutesOfB = (cost: Cost, share: number): number =>
  ((scaled(cost, cost.calls) / (LIMIT_B.calls * share)) * LIMIT_B.windowSeconds) / 60;

function row(way: string, cost: Cost, minutes: number): Row {
  const each = decimals(cost.calls / cost.orders, 3);
  const points = cost.points > 0 ? `, ${decimals(cost.points / cost.orders, 1)} points` : '';
  return { way, calls: scaled(cost, cost.calls), minutes, arithmetic: `${each} calls${points} for an order` };
}

function goalsOf(rows: readonly Row[], bulk: Reading, nested: Reading): Goal[] {
  const slowest = Math.max(...rows.filter(({ way }) => /bulk|nested/.test(way)).map(({ minutes }) => minutes));
  return [
    {
      text: `the past of that shop takes at most ${MOST_MINUTES} minutes on both platforms`,
      reached: slowest <= MOST_MINUTES,
      measured: `${decimals(slowest, 1)} minutes`,
    },
    {
      text: 'less than one call for a hundred orders',
      reached: Math.max(bulk.calls / bulk.orders, nested.calls / nested.orders) < 0.01,
      measured: `${decimals(bulk.calls / bulk.orders, 4)} on A, ${decimals(nested.calls / nested.orders, 4)} on B`,
    },
  ];
}
