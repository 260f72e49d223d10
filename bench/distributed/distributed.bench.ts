import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Database } from '#libs/database';
import { Client } from 'pg';
import { distribute } from '../../src/database/distribute.js';
import { migrate } from '../../src/database/migrate.js';
import { InboxRepository, type NewDelivery } from '../../src/inbox/inbox.repository.js';
import { startApp } from '../support/app.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import type { BenchOptions } from '../support/options.js';
import { decimals, median, table } from '../support/table.js';
import { timed } from '../support/timed.js';

const DATABASE = 'bench_one_node';
const GROUP = 64;
const ROUNDS = { full: 300, quick: 10 };

interface Row {
  readonly operation: string;
  /** Medians, in ms. */
  readonly oneNode: number;
  readonly citus: number;
}

/**
 * The same repository calls on one node and on a Citus cluster: CITUS_DATABASE_URL, a database of the coordinator that
 * knows its workers. The one node is another database of the coordinator's own server, so both have the same settings.
 */
export async function benchDistributed(datastores: Datastores, { quick }: BenchOptions): Promise<object> {
  const citusUrl = process.env['CITUS_DATABASE_URL'];
  if (!citusUrl) {
    console.log('skipped: CITUS_DATABASE_URL is not set');
    return { skipped: true };
  }
  await migrate(citusUrl);
  const { nodes } = await distribute(citusUrl);
  const rounds = quick ? ROUNDS.quick : ROUNDS.full;
  const citus = await measure(datastores, citusUrl, rounds);
  const oneNode = await withDatabase({ ...datastores, databaseUrl: citusUrl }, DATABASE, (_, url) =>
    measure(datastores, url, rounds),
  );
  const rows = Object.entries(citus).map(([operation, ms]): Row => ({
    operation,
    citus: ms,
    oneNode: oneNode[operation] ?? Number.NaN,
  }));
  console.log(`medians of ${rounds} rounds; ${nodes} nodes with rows\n\n${report(rows)}`);
  return { rounds, nodes, rows };
}

const report = (rows: readonly Row[]): string =>
  table<Row>(
    [
      { title: 'operation', cell: ({ operation }) => operation, align: 'left' },
      { title: 'one node, ms', cell: ({ oneNode }) => decimals(oneNode, 2) },
      { title: 'Citus, ms', cell: ({ citus }) => decimals(citus, 2) },
      { title: 'ratio', cell: ({ oneNode, citus }) => decimals(citus / oneNode, 1) },
    ],
    rows,
  );

/** The median of each operation, in ms. The stores of the run are deleted at its end. */
async function measure(datastores: Datastores, url: string, rounds: number): Promise<Record<string, number>> {
  const client = new Client(url);
  await client.connect();
  const app = await startApp(datastores, url);
  const retailers = Array.from({ length: GROUP }, () => randomUUID());
  try {
    for (const id of retailers) await client.query(INSTALL, [id]);
    return await timings(app, retailers, rounds);
  } finally {
    await app.close();
    for (const tableName of ['deliveries', 'retailers']) {
      const column = tableName === 'retailers' ? 'id' : 'retailer_id';
      await client.query(`DELETE FROM ${tableName} WHERE ${column} = ANY ($1)`, [retailers]);
    }
    await client.end();
  }
}

const INSTALL = `INSERT INTO retailers (id, platform, external_id, name, status, installed_at)
  VALUES ($1::uuid, 'platform-a', $1::uuid::text, 'bench', 'installed', now())`;

async function timings(
  app: NestFastifyApplication,
  retailers: readonly string[],
  rounds: number,
): Promise<Record<string, number>> {
  const [database, inbox] = [app.get(Database), app.get(InboxRepository)];
  const [first = ''] = retailers;
  const read = `SELECT name FROM retailers WHERE id = $1`;
  const claim = (ids: readonly string[], group: readonly NewDelivery[]): Promise<unknown> =>
    database.transactionAcrossRetailers(async (tx) => {
      const claimed = await inbox.claim(
        tx,
        ids,
        group.map(({ id }) => id),
        8 * 1024 * 1024,
      );
      if (claimed.length !== GROUP) throw new Error(`${claimed.length} of ${GROUP} deliveries were claimed`);
      await inbox.mark(
        tx,
        claimed.map((delivery) => ({ delivery, outcome: { status: 'processed' } })),
      );
    });
  const operations: Record<string, (round: Round) => Promise<unknown>> = {
    'read a row, across retailers': () => database.acrossRetailers.query(read, [first]),
    'read a row as its retailer': () => database.of(first).query(read, [first]),
    [`store ${GROUP} deliveries of one retailer`]: ({ ofOne }) => inbox.insert(ofOne),
    [`store ${GROUP} deliveries of ${GROUP} retailers`]: ({ ofMany }) => inbox.insert(ofMany),
    [`claim and mark ${GROUP} of one retailer`]: ({ ofOne }) => claim(Array<string>(GROUP).fill(first), ofOne),
    [`claim and mark ${GROUP} of ${GROUP} retailers`]: ({ ofMany }) => claim(retailers, ofMany),
  };
  const measured: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    const group = { ofOne: retailers.map(() => delivery(first)), ofMany: retailers.map(delivery) };
    for (const [name, run] of Object.entries(operations)) (measured[name] ??= []).push(await timed(() => run(group)));
  }
  return Object.fromEntries(Object.entries(measured).map(([name, times]) => [name, median(times)]));
}

interface Round {
  readonly ofOne: readonly NewDelivery[];
  readonly ofMany: readonly NewDelivery[];
}

const BODY = Buffer.alloc(1_800, '{"line":"item","price":"12.00"} ');

const delivery = (retailerId: string): NewDelivery => ({
  retailerId,
  id: randomUUID(),
  topic: 'orders/create',
  deliveryId: randomUUID(),
  eventId: null,
  triggeredAt: null,
  bodyHash: null,
  body: BODY,
});
