import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { deliveryIdOf } from '../../src/inbox/delivery-id.js';
import { INSERT } from '../../src/inbox/inbox.sql.js';
import { RETAILER_ID } from '../support/tenant.js';
import { type Cost, Load, type Times } from './load.js';
import { sizeOf } from './wal.js';

/** What the removal of a month costs. */
export interface Removal {
  readonly removal: Cost;
  /** Afterwards. */
  readonly vacuum: Cost;
  /** What autovacuum would have found. */
  readonly deadRows: number;
  /** Size of the rows and their indexes afterwards. */
  readonly bytesLeft: number;
  /** Commits of groups of new deliveries, one after the other. */
  readonly before: Times;
}

const MONTHS_AGO = 8;
const KEPT_DAYS = 90;
const GROUP = 16;

/** The first moment of the month that is over for long. */
const OLD_MONTH = (() => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_AGO));
})();

/** Inserts a month of processed deliveries without bodies, as the retention of bodies leaves them. */
export async function fill(client: Client, rows: number): Promise<void> {
  const first = deliveryIdOf(RETAILER_ID, '', null, OLD_MONTH.getTime()).slice(0, 14);
  const name = `deliveries_${OLD_MONTH.toISOString().slice(0, 7).replace('-', '_')}`;
  const { rows: parents } = await client.query(`SELECT FROM pg_class WHERE relname = 'deliveries' AND relkind = 'p'`);
  if (parents.length > 0) {
    const next = (Number.parseInt(first.slice(9, 13), 16) + 1).toString(16).padStart(4, '0');
    await client.query(
      `CREATE TABLE ${name} PARTITION OF deliveries
         FOR VALUES FROM ('${first}0000-0000-000000000000') TO ('00000000-${next}-0000-0000-000000000000')`,
    );
  }
  await client.query(
    `INSERT INTO deliveries (retailer_id, id, topic, delivery_id, event_id, body, received_at, due_at, status, attempts,
                             processed_at, emptied_at)
     SELECT $1, ('${first}' || substr(hash, 1, 4) || '-' || substr(hash, 5, 4) || '-' || substr(hash, 9, 12))::uuid,
            'orders/create', hash, hash, '', at, at, 'processed', 1, at + interval '1 second', at + interval '30 days'
       FROM generate_series(1, $2::int) AS n, LATERAL (SELECT md5(n::text) AS hash) named,
            LATERAL (SELECT $3::timestamptz + n * interval '28 days' / $2::int AS at) placed`,
    [RETAILER_ID, rows, OLD_MONTH],
  );
  await client.query('VACUUM (ANALYZE) deliveries');
  await client.query('CHECKPOINT');
}

export const removeByDrop = (databaseUrl: string): Promise<Removal> =>
  measured(databaseUrl, async (client) => {
    const { rows } = await client.query<{ dropped: string | null }>("SELECT drop_month('deliveries', $1) AS dropped", [
      KEPT_DAYS,
    ]);
    if (!rows[0]?.dropped) throw new Error('no month was dropped');
    return 0;
  });

export const removeByDelete = (databaseUrl: string): Promise<Removal> =>
  measured(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `DELETE FROM deliveries WHERE received_at < now() - make_interval(days => $1)`,
      [KEPT_DAYS],
    );
    return rowCount ?? 0;
  });

/** Groups of new deliveries are committed alone for a while, and then beside the removal and beside a vacuum. */
async function measured(databaseUrl: string, remove: (client: Client) => Promise<number>): Promise<Removal> {
  const [client, intake] = [new Client(databaseUrl), new Client(databaseUrl)];
  await Promise.all([client.connect(), intake.connect()]);
  try {
    const load = new Load(intake, () => intake.query(INSERT, newGroup()));
    const before = await load.alone();
    let deadRows = 0;
    const removal = await load.beside(async () => (deadRows = await remove(client)));
    const vacuum = await load.beside(() => client.query('VACUUM deliveries'));
    return { removal, vacuum, deadRows, bytesLeft: await sizeOf(client, 'deliveries'), before };
  } finally {
    await Promise.all([client.end(), intake.end()]);
  }
}

function newGroup(): [string, number[], Buffer] {
  const body = Buffer.from(JSON.stringify({ note: 'x'.repeat(1_800) }));
  const rows = Array.from({ length: GROUP }, () => {
    const deliveryId = randomUUID();
    const id = deliveryIdOf(RETAILER_ID, deliveryId);
    return { retailerId: RETAILER_ID, id, topic: 'orders/create', deliveryId, eventId: null, triggeredAt: null };
  });
  return [JSON.stringify(rows), rows.map(() => body.length), Buffer.concat(rows.map(() => body))];
}
