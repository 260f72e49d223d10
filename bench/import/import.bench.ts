import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client } from 'pg';
import { ImportUploadsService } from '../../src/imports/import-uploads.service.js';
import { ImportsHandler } from '../../src/imports/imports.handler.js';
import { ImportsService } from '../../src/imports/imports.service.js';
import { startApp } from '../support/app.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import { decimals, median, table, whole } from '../support/table.js';
import { installTenant, RETAILER_ID } from '../support/tenant.js';
import { copyAndMerge, type Step } from './copy-and-merge.js';
import { dryRunAndImport, type Run } from './dry-run.js';
import { writeHistory } from './history-file.js';
import { importOverHttp } from './over-http.js';

const DATABASE = 'bench_import';
const COUNT = 200_000;
const QUICK_COUNT = 10_000;
const ROUNDS = 3;
const LEAST_RATIO = 0.7;
const MOST_GROWTH_MIB = 64;
const MIB = 2 ** 20;

interface Ours {
  readonly uploadSeconds: number;
  readonly seconds: number;
  /** The largest memory in the first quarter of the lines, and after it. */
  readonly earlyMiB: number;
  readonly lateMiB: number;
}

/**
 * The import of a file, from its first byte to facts and queued customers, through its services and through HTTP,
 * beside `COPY` and SQL on the same file.
 */
export async function benchImport(datastores: Datastores, { quick, count }: BenchOptions): Promise<object> {
  const orders = count ?? (quick ? QUICK_COUNT : COUNT);
  const folder = join(datastores.dataDir, 'import');
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'history.csv');
  try {
    const bytes = await writeHistory(path, orders);
    console.log(`${whole(orders)} orders, ${decimals(bytes / MIB, 1)} MiB of CSV, the contenders in turns`);
    const ours: Ours[] = [];
    const theirs: (readonly Step[])[] = [];
    const overHttp: number[] = [];
    for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
      const first = await withDatabase(datastores, DATABASE, (client, url) =>
        importOnce(datastores, client, url, path),
      );
      const second = await withDatabase(datastores, DATABASE, (client) => mergeOnce(client, path));
      const third = await withDatabase(datastores, DATABASE, (client, url) => serveOnce(datastores, client, url, path));
      if (first.queued !== second.queued || new Set([first.rows, second.rows, third.rows]).size > 1) {
        throw new Error('the contenders have come to different rows');
      }
      ours.push(first.ours);
      theirs.push(second.steps);
      overHttp.push(third.seconds);
    }
    const runs = await withDatabase(datastores, DATABASE, (client, url) => tryOnce(datastores, client, url, path));
    return { ...report(orders, ours, theirs, overHttp), runs: reportRuns(runs) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function importOnce(datastores: Datastores, client: Client, url: string, path: string) {
  await installTenant(client);
  const app = await startApp(datastores, url);
  try {
    await client.query('CHECKPOINT');
    const ours = await timedImport(app, path);
    return { ours, ...(await outcomeOf(client)) };
  } finally {
    await app.close();
  }
}

async function tryOnce(datastores: Datastores, client: Client, url: string, path: string): Promise<readonly Run[]> {
  await installTenant(client);
  const app = await startApp(datastores, url);
  try {
    await client.query('CHECKPOINT');
    return await dryRunAndImport(app, client, path);
  } finally {
    await app.close();
  }
}

async function timedImport(app: NestFastifyApplication, path: string): Promise<Ours> {
  const imports = app.get(ImportsService);
  const begun = performance.now();
  const { found } = await imports.create(RETAILER_ID, { kind: 'orders', source: 'till', format: 'csv', mapping: {} });
  await app.get(ImportUploadsService).receive(found, createReadStream(path));
  const uploadSeconds = (performance.now() - begun) / 1_000;
  await imports.start(RETAILER_ID, found.id, false);
  let isLate = false;
  const most = { early: 0, late: 0 };
  const timer = setInterval(() => {
    const key = isLate ? 'late' : 'early';
    most[key] = Math.max(most[key], process.memoryUsage.rss() / MIB);
  }, 20);
  const watch = setInterval(() => {
    void imports.shown(RETAILER_ID, found.id).then(({ found: now }) => {
      isLate = Number(now.bytesRead) > Number(now.bytes) / 4;
    });
  }, 500);
  try {
    await app.get(ImportsHandler).run({ retailerId: RETAILER_ID, importId: found.id });
  } finally {
    clearInterval(timer);
    clearInterval(watch);
  }
  const seconds = (performance.now() - begun) / 1_000;
  const { found: ended } = await imports.shown(RETAILER_ID, found.id);
  if (ended.state !== 'completed' || ended.refused > 0) throw new Error(`the import is ${ended.state}`);
  return { uploadSeconds, seconds, earlyMiB: most.early, lateMiB: most.late };
}

async function mergeOnce(client: Client, path: string) {
  await installTenant(client);
  await client.query('CHECKPOINT');
  const steps = await copyAndMerge(client, path);
  return { steps, ...(await outcomeOf(client)) };
}

/** The workers of the service take the queue meanwhile. */
async function serveOnce(datastores: Datastores, client: Client, url: string, path: string) {
  await installTenant(client);
  await client.query('CHECKPOINT');
  const seconds = await importOverHttp(datastores, url, path);
  return { seconds, ...(await outcomeOf(client)) };
}

/** Hashes of all customers with their facts and all orders, and of what is queued. */
async function outcomeOf(client: Client): Promise<{ readonly rows: string; readonly queued: string }> {
  const { rows } = await client.query<{ rows: string; queued: string }>(
    `SELECT concat_ws(' ',
       (SELECT md5(string_agg(md5(concat_ws(' ', external_id, email, orders_count, other_currency_orders, total_spent,
                                            first_order_at, last_order_at, largest_order)),
                              '' ORDER BY external_id COLLATE "C")) FROM customers),
       (SELECT md5(string_agg(md5(concat_ws(' ', o.external_id, c.external_id, o.currency, o.other_currency, o.total,
                                            o.refunded, o.net, o.counted, o.reason, o.financial_status, o.test,
                                            o.product_ids, o.ordered_at)), '' ORDER BY o.external_id COLLATE "C"))
          FROM orders o JOIN customers c ON c.retailer_id = o.retailer_id AND c.id = o.customer_id),
       (SELECT count(*) FROM orders)) AS rows,
       (SELECT md5(string_agg(c.external_id, ' ' ORDER BY c.external_id COLLATE "C"))
          FROM customer_changes x JOIN customers c ON c.retailer_id = x.retailer_id AND c.id = x.customer_id) AS queued`,
  );
  if (!rows[0]) throw new Error('there is no outcome');
  return rows[0];
}

const secondsOf = (steps: readonly Step[]): number => steps.reduce((sum, { seconds }) => sum + seconds, 0);

function report(
  orders: number,
  ours: readonly Ours[],
  theirs: readonly (readonly Step[])[],
  overHttp: readonly number[],
): object {
  const ourSeconds = median(ours.map(({ seconds }) => seconds));
  const theirSeconds = median(theirs.map(secondsOf));
  const ratio = theirSeconds / ourSeconds;
  const growth = Math.max(...ours.map(({ earlyMiB, lateMiB }) => lateMiB - earlyMiB));
  const rows = [
    { name: 'rekindle, upload and import', seconds: ourSeconds },
    { name: 'rekindle over HTTP, in a process of its own', seconds: median(overHttp) },
    { name: 'COPY and hand-written merge SQL', seconds: theirSeconds },
  ];
  console.log(
    table(
      [
        { title: 'contender', cell: ({ name }) => name, align: 'left' },
        { title: 'seconds', cell: ({ seconds }) => decimals(seconds, 2) },
        { title: 'orders/s', cell: ({ seconds }) => whole(orders / seconds) },
        { title: 'of COPY and SQL', cell: ({ seconds }) => decimals(theirSeconds / seconds, 2) },
      ],
      rows,
    ),
  );
  const goals: Goal[] = [
    { text: `at least ${LEAST_RATIO} of COPY and SQL`, reached: ratio >= LEAST_RATIO, measured: decimals(ratio, 2) },
    {
      text: `memory after a quarter of the file grows by less than ${MOST_GROWTH_MIB} MiB`,
      reached: growth < MOST_GROWTH_MIB,
      measured: `${whole(growth)} MiB`,
    },
  ];
  console.log(goalLines(goals));
  return { orders, ours, theirs, overHttp, ratio, goals };
}

function reportRuns(runs: readonly Run[]): readonly Run[] {
  console.log(
    table(
      [
        { title: 'run over the lines', cell: ({ name }) => name, align: 'left' },
        { title: 'seconds', cell: ({ seconds }) => decimals(seconds, 2) },
        { title: 'MiB more on disk', cell: ({ grownBytes }) => whole(grownBytes / MIB) },
      ],
      runs,
    ),
  );
  return runs;
}
