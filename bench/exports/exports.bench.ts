import { parquetMetadata } from 'hyparquet';
import type { Client } from 'pg';
import { EvaluationHandler } from '../../src/segmentation/segments/evaluation.handler.js';
import { define } from '../segments/definitions.js';
import { generatePopulation, ORDERS_PER_CUSTOMER } from '../segments/population.js';
import { answerTo } from '../support/api.js';
import { startApp } from '../support/app.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import type { BenchOptions } from '../support/options.js';
import { residentMiB } from '../support/process-usage.js';
import { Service } from '../support/service.js';
import { decimals, median, table, whole } from '../support/table.js';
import { installTenant, RETAILER_ID } from '../support/tenant.js';
import { copyOut } from './copy-out.js';

const DATABASE = 'bench_exports';
const CUSTOMERS = 40_000;
const QUICK_CUSTOMERS = 2_000;
const ROUNDS = 3;
const FORMATS = ['csv', 'jsonl', 'parquet'] as const;
type Format = (typeof FORMATS)[number];

interface ExportFigures {
  readonly kind: string;
  readonly format: Format;
  readonly rows: number;
  readonly ourSeconds: number;
  readonly copySeconds: number;
}

/**
 * Exports through the API, from the request to the last byte, beside `COPY … TO STDOUT` of the same rows. `COPY` leaves
 * out what the service computes for customers: their scores and the names of their segments.
 */
export function benchExports(datastores: Datastores, { quick, count }: BenchOptions): Promise<object> {
  const customers = count ?? (quick ? QUICK_CUSTOMERS : CUSTOMERS);
  return withDatabase(datastores, DATABASE, async (client, databaseUrl) => {
    await installTenant(client);
    await generatePopulation(client, customers);
    const segmentId = await evaluate(datastores, databaseUrl, client);
    await client.query('VACUUM ANALYZE');
    console.log(`${whole(customers)} customers and ${whole(customers * ORDERS_PER_CUSTOMER)} orders`);
    const { dataDir, redisUrl } = datastores;
    const service = await Service.start({ role: 'api', dataDir, databaseUrl, redisUrl });
    try {
      const exports: ExportFigures[] = [];
      for (const contest of contests(segmentId)) exports.push(...(await measure(service, client, contest, quick)));
      return report(customers, exports, residentMiB(service.pid));
    } finally {
      await service.stop();
    }
  });
}

async function evaluate(datastores: Datastores, databaseUrl: string, client: Client): Promise<string> {
  const app = await startApp(datastores, databaseUrl);
  try {
    const segmentId = await define(client, 'bought', { minOrders: 1 });
    await app.get(EvaluationHandler).evaluateAll({ retailerId: RETAILER_ID, segmentId });
    return segmentId;
  } finally {
    await app.close();
  }
}

interface Contest {
  readonly kind: string;
  readonly query: string;
  readonly select: string;
}

const contests = (segmentId: string): Contest[] => [
  {
    kind: 'orders',
    query: '',
    select: `SELECT o.external_id, o.customer_id, c.external_id, o.total, o.refunded, o.net, o.currency, o.counted,
                    o.reason, o.product_ids, o.discount_codes, o.ordered_at, o.platform_updated_at
               FROM orders o LEFT JOIN customers c ON c.retailer_id = o.retailer_id AND c.id = o.customer_id
              WHERE o.retailer_id = '${RETAILER_ID}' ORDER BY o.external_id`,
  },
  {
    kind: 'customers',
    query: '',
    select: `SELECT id, external_id, email, first_name, last_name, country, language, marketing, orders_count,
                    other_currency_orders, total_spent, first_order_at, last_order_at
               FROM customers WHERE retailer_id = '${RETAILER_ID}' ORDER BY id`,
  },
  {
    kind: 'members',
    query: `&segmentId=${segmentId}`,
    select: `SELECT m.customer_id, c.external_id, c.email, c.first_name, c.last_name, c.orders_count, c.total_spent,
                    c.last_order_at, m.entered_at
               FROM segment_memberships m JOIN customers c ON c.retailer_id = m.retailer_id AND c.id = m.customer_id
              WHERE m.retailer_id = '${RETAILER_ID}' AND m.segment_id = '${segmentId}' AND m.left_at IS NULL
              ORDER BY m.customer_id`,
  },
];

/** The three formats and `COPY` in turns; medians. Throws where the numbers of rows differ. */
async function measure(service: Service, client: Client, contest: Contest, quick: boolean): Promise<ExportFigures[]> {
  const ours: Record<Format, number[]> = { csv: [], jsonl: [], parquet: [] };
  const copies: number[] = [];
  let rows = 0;
  for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
    const begun = performance.now();
    rows = await copyOut(client, contest.select);
    copies.push((performance.now() - begun) / 1_000);
    for (const format of FORMATS) {
      const { seconds, rows: exported } = await download(service, contest, format);
      if (exported !== rows) throw new Error(`${contest.kind} as ${format}: ${exported} rows, and ${rows} by COPY`);
      ours[format].push(seconds);
    }
  }
  const copySeconds = median(copies);
  return FORMATS.map((format) => ({ kind: contest.kind, format, rows, ourSeconds: median(ours[format]), copySeconds }));
}

async function download(service: Service, { kind, query }: Contest, format: Format) {
  const path = `/admin/retailers/${RETAILER_ID}/export/${kind}?format=${format}${query}`;
  const begun = performance.now();
  const file = await (await answerTo(service, 'admin', { method: 'GET', path })).arrayBuffer();
  return { seconds: (performance.now() - begun) / 1_000, rows: rowsIn(file, format) };
}

function rowsIn(file: ArrayBuffer, format: Format): number {
  if (format === 'parquet') return Number(parquetMetadata(file).num_rows);
  const bytes = new Uint8Array(file);
  let lines = 0;
  for (const byte of bytes) if (byte === 10) lines += 1;
  return format === 'csv' ? lines - 1 : lines;
}

function report(customers: number, exports: readonly ExportFigures[], serviceMiB: number): object {
  const rows = table<ExportFigures>(
    [
      { title: 'export', cell: ({ kind }) => kind, align: 'left' },
      { title: 'format', cell: ({ format }) => format, align: 'left' },
      { title: 'rows', cell: ({ rows: count }) => whole(count) },
      { title: 'seconds', cell: ({ ourSeconds }) => decimals(ourSeconds, 2) },
      { title: 'rows/s', cell: ({ rows: count, ourSeconds }) => whole(count / ourSeconds) },
      { title: 'of COPY', cell: ({ ourSeconds, copySeconds }) => decimals(copySeconds / ourSeconds, 2) },
    ],
    exports,
  );
  console.log(`\n${rows}\n\nthe service has ${whole(serviceMiB)} MiB at the end`);
  return { customers, exports, serviceMiB };
}
