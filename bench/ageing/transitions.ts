import type { Client } from 'pg';
import { installTenant, BRAND_ID, RETAILER_ID } from '../support/tenant.js';
import { timed } from '../support/timed.js';
import { sizeOf, walPosition } from './wal.js';

/** What the removal of a month of transitions costs. */
export interface TransitionRemoval {
  readonly ms: number;
  readonly walBytes: number;
  /** Of the vacuum afterwards. */
  readonly vacuumMs: number;
  readonly vacuumWalBytes: number;
  /** What autovacuum would have found. */
  readonly deadRows: number;
  /** Size of the rows and their indexes afterwards. */
  readonly bytesLeft: number;
}

const TABLE = 'segment_transitions';
const MONTHS_AGO = 16;
const KEPT_DAYS = 400;

/** The first moment of the month that is over for long. */
const OLD_MONTH = (() => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS_AGO));
})();
const NEXT_MONTH = new Date(Date.UTC(OLD_MONTH.getUTCFullYear(), OLD_MONTH.getUTCMonth() + 1));

/** Inserts transitions of an old month, and as many of the present one, of twenty segments. */
export async function fillTransitions(client: Client, rows: number): Promise<void> {
  await installTenant(client);
  await client.query(
    `INSERT INTO segments (retailer_id, id, brand_id, name, criteria)
     SELECT $1, md5(n::text)::uuid, $2, n::text, '{}' FROM generate_series(0, 19) n`,
    [RETAILER_ID, BRAND_ID],
  );
  const { rows: parents } = await client.query(`SELECT FROM pg_class WHERE relname = '${TABLE}' AND relkind = 'p'`);
  if (parents.length > 0) {
    await client.query(
      `CREATE TABLE ${TABLE}_${OLD_MONTH.toISOString().slice(0, 7).replace('-', '_')} PARTITION OF ${TABLE}
         FOR VALUES FROM ('${OLD_MONTH.toISOString()}') TO ('${NEXT_MONTH.toISOString()}')`,
    );
  }
  for (const month of [OLD_MONTH, new Date()]) {
    await client.query(
      `INSERT INTO ${TABLE} (retailer_id, segment_id, customer_id, at, kind, cause)
       SELECT $1, md5((n % 20)::text)::uuid, md5(n::text)::uuid, $3, 'entered', 'clock' FROM generate_series(1, $2::int) n`,
      [RETAILER_ID, rows, month],
    );
  }
  await client.query(`VACUUM (ANALYZE) ${TABLE}`);
  await client.query('CHECKPOINT');
}

export const dropTransitions = (client: Client): Promise<TransitionRemoval> =>
  measured(client, async () => {
    const { rows } = await client.query<{ dropped: string | null }>('SELECT drop_month($1, $2) AS dropped', [
      TABLE,
      KEPT_DAYS,
    ]);
    if (!rows[0]?.dropped) throw new Error('no month was dropped');
    return 0;
  });

export const deleteTransitions = (client: Client): Promise<TransitionRemoval> =>
  measured(client, async () => {
    const { rowCount } = await client.query(`DELETE FROM ${TABLE} WHERE at < now() - make_interval(days => $1)`, [
      KEPT_DAYS,
    ]);
    return rowCount ?? 0;
  });

async function measured(client: Client, remove: () => Promise<number>): Promise<TransitionRemoval> {
  const from = await walPosition(client);
  let deadRows = 0;
  const ms = await timed(async () => (deadRows = await remove()));
  const removed = await walPosition(client);
  const vacuumMs = await timed(() => client.query(`VACUUM ${TABLE}`));
  return {
    ms,
    walBytes: removed - from,
    vacuumMs,
    vacuumWalBytes: (await walPosition(client)) - removed,
    deadRows,
    bytesLeft: await sizeOf(client, TABLE),
  };
}
