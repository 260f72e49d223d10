import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Database } from '#libs/database';
import { LedgerQueries } from '../../src/email/ledger/ledger.queries.js';
import { LedgerRepository } from '../../src/email/ledger/ledger.repository.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { decimals, table, whole } from '../support/table.js';
import { BRAND_ID, installTenant, RETAILER_ID } from '../support/tenant.js';
import { type Cost, Load, type Times } from './load.js';
import { changeOf, idsOf, monthAt, txOn } from './lookups.js';
import { sizeOf } from './wal.js';

/** What a step costs a table of messages, while others are sent. */
export interface MessageStep {
  readonly what: string;
  /** Messages in the table. */
  readonly stored: number;
  /** Messages that the step is about: sent before a vacuum, or deleted. */
  readonly messages: number;
  readonly cost: Cost;
  /** Entries of dead rows that a vacuum takes out of the indexes. */
  readonly deadRows: number;
  /** Of the rows and their indexes afterwards. */
  readonly bytes: number;
  /** Sending one portion before the steps. */
  readonly before: Times;
}

/** The table has so many months of messages, as one table or with a partition for each. */
const SIZES = [
  { months: 1, isPlain: true },
  { months: 12, isPlain: true },
  { months: 12, isPlain: false },
];
/** Autovacuum comes when a fifth of the rows is dead, and a message that is sent leaves about four dead rows. */
const SENT_BETWEEN_VACUUMS = 1 / 20;
const SENT_AT_ONCE = 2_000;
/** What is sent meanwhile: a portion every tenth of a second is 1.3 billion emails a month. */
const PORTION = 50;
const EVERY_MS = 100;
const SENT_MEANWHILE = 100_000;
const DELETED_AT_ONCE = 500;
/** What autovacuum has by default. VACUUM has no pauses. */
const AUTOVACUUM_PAUSE = '2ms';
const WORKER = randomUUID();

/**
 * What a table of messages costs that only grows, with one month of messages and with twelve: the vacuum after as many
 * were sent as make autovacuum come. In one table, which the statements `plain` make, that is a share of all; by month,
 * of the present month. And what it would cost to delete the oldest month in small transactions.
 */
export async function benchMessages(
  datastores: Datastores,
  each: number,
  plain: readonly string[],
): Promise<MessageStep[]> {
  const steps: MessageStep[] = [];
  for (const { months, isPlain } of SIZES) {
    steps.push(...(await atSize(datastores, months, each, isPlain ? plain : undefined)));
  }
  return steps;
}

export const messageTable = (steps: readonly MessageStep[]): string =>
  table(
    [
      { title: 'messages', cell: ({ stored, what }) => `${whole(stored)}, ${what}`, align: 'left' },
      { title: 'about', cell: ({ messages }) => whole(messages) },
      { title: 'seconds', cell: ({ cost }) => decimals(cost.ms / 1_000, 2) },
      { title: 'µs each', cell: ({ cost, messages }) => decimals((cost.ms * 1_000) / messages, 1) },
      { title: 'WAL MB', cell: ({ cost }) => decimals(cost.walBytes / 1e6, 1) },
      { title: 'dead rows', cell: ({ deadRows }) => whole(deadRows) },
      { title: 'MB after', cell: ({ bytes }) => decimals(bytes / 1e6, 0) },
      { title: `${PORTION} sent before: median ms`, cell: ({ before }) => decimals(before.median, 1) },
      { title: 'longest', cell: ({ before }) => decimals(before.longest, 1) },
      { title: 'meanwhile: median', cell: ({ cost }) => decimals(cost.meanwhile.median, 1) },
      { title: 'longest', cell: ({ cost }) => decimals(cost.meanwhile.longest, 1) },
    ],
    steps,
  );

function atSize(
  datastores: Datastores,
  months: number,
  each: number,
  plain: readonly string[] | undefined,
): Promise<MessageStep[]> {
  return withDatabase(datastores, 'bench_messages', async (client, databaseUrl) => {
    const stored = months * each;
    const vacuumed = plain ? stored : each;
    const sent = Math.ceil((vacuumed * SENT_BETWEEN_VACUUMS) / SENT_AT_ONCE) * SENT_AT_ONCE;
    for (const statement of plain ?? monthsBefore(months)) await client.query(statement);
    const oldest = await fill(client, months, each, sent + SENT_MEANWHILE);
    const sender = new Client(databaseUrl);
    await sender.connect();
    try {
      for (let done = 0; done < sent; done += SENT_AT_ONCE) await send(sender, SENT_AT_ONCE);
      const load = new Load(sender, () => send(sender, PORTION), EVERY_MS);
      const before = await load.alone();
      const step = async (what: string, messages: number, work: () => Promise<number>): Promise<MessageStep> => {
        let deadRows = 0;
        const cost = await load.beside(async () => (deadRows = await work()));
        return { what, stored, messages, cost, deadRows, bytes: await sizeOf(client, 'messages'), before };
      };
      if (!plain) return [await step('VACUUM of the month after sending', sent, () => vacuum(client, PRESENT))];
      return [
        await step('VACUUM after sending', sent, () => vacuum(client)),
        await step('DELETE of the oldest month', each, () => deleteAll(client, oldest)),
        await step('VACUUM after that', each, () => vacuum(client)),
      ];
    } finally {
      await sender.end();
    }
  });
}

const partOf = (month: Date): string => `messages_${month.toISOString().slice(0, 7).replace('-', '_')}`;
const PRESENT = partOf(new Date());

/** Makes the partitions of past months. */
const monthsBefore = (months: number): string[] =>
  Array.from({ length: months - 1 }, (_, index) => {
    const [from, to] = [monthAt(-index - 1), monthAt(-index)].map((month) => `${idsOf(month)}0000-0000-000000000000`);
    return `CREATE TABLE ${partOf(monthAt(-index - 1))} PARTITION OF messages FOR VALUES FROM ('${from}') TO ('${to}')`;
  });

/** Takes a portion of due messages through the transactions of sending. Throws where too few are due. */
async function send(client: Client, count: number): Promise<void> {
  const ledger = new LedgerRepository(undefined as never);
  const queries = new LedgerQueries(undefined as unknown as Database);
  const tx = txOn(client);
  const ids = (await ledger.claim(tx, RETAILER_ID, WORKER, 60, count)).map(({ id }) => id);
  if (ids.length < count) throw new Error('too few messages are due');
  await client.query('BEGIN');
  await ledger.lockHeld(tx, WORKER, RETAILER_ID, ids);
  await ledger.decide(
    tx,
    ids.map((id) => changeOf(id, 'sending')),
  );
  await client.query('COMMIT');
  await ledger.settle(
    tx,
    WORKER,
    ids.map((id) => changeOf(id, 'sent')),
  );
  await queries.takeSettled(tx, RETAILER_ID, count);
}

/** Returns how many rows it has deleted. */
async function deleteAll(client: Client, executionId: string): Promise<number> {
  let all = 0;
  let deleted: number;
  do {
    const { rowCount } = await client.query(
      `DELETE FROM messages WHERE retailer_id = $1 AND id = ANY (ARRAY(
         SELECT id FROM messages WHERE retailer_id = $1 AND execution_id = $2 LIMIT ${DELETED_AT_ONCE}))`,
      [RETAILER_ID, executionId],
    );
    deleted = rowCount ?? 0;
    all += deleted;
  } while (deleted === DELETED_AT_ONCE);
  return all;
}

/** Returns how many dead rows it has taken out of the indexes, or left there because they were few. */
async function vacuum(client: Client, name = 'messages'): Promise<number> {
  let report = '';
  const note = ({ message = '' }: { message?: string | undefined }) => (report += message);
  client.on('notice', note);
  await client.query(`VACUUM (VERBOSE, PROCESS_TOAST FALSE) ${name}`);
  client.off('notice', note);
  return Number(/(\d+) dead item identifiers/.exec(report)?.[1]);
}

/** Inserts months of sent messages, and the due ones. Returns the execution of the oldest month. */
async function fill(client: Client, months: number, each: number, due: number): Promise<string> {
  await installTenant(client);
  const executions = Array.from({ length: months + 1 }, () => randomUUID());
  await client.query(
    `INSERT INTO dispatches (retailer_id, execution_id, brand_id, mode) SELECT $1, id, $2, 'live' FROM unnest($3::uuid[]) id`,
    [RETAILER_ID, BRAND_ID, executions],
  );
  await withoutIndexes(client, async () => {
    for (const [place, executionId] of executions.entries()) {
      const isDue = place === months;
      const ago = isDue ? 0 : months - 1 - place;
      await client.query(isDue ? DUE : SENT, [RETAILER_ID, executionId, ago, isDue ? due : each, idsOf(monthAt(-ago))]);
    }
  });
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname ~ '^messages($|_)'`,
  );
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`);
  await client.query('VACUUM (ANALYZE) messages');
  await client.query('CHECKPOINT');
  await client.query(`SET vacuum_cost_delay = '${AUTOVACUUM_PAUSE}'`);
  return executions[0] ?? '';
}

/** $1: the retailer, $2: the execution, $3: how many months ago, $4: how many messages, $5: how their ids begin. */
const insert = (columns: string, values: string): string =>
  `INSERT INTO messages (retailer_id, id, execution_id, step_id, template_id, customer_id, due_at, ${columns})
   SELECT $1, overlay(md5(n::text || $2) PLACING replace($5, '-', '') FROM 1)::uuid, $2::uuid, 'one', $1, md5((n % ($4::int / 4))::text)::uuid, at, ${values}
     FROM generate_series(1, $4::int) n, LATERAL (SELECT now() - make_interval(months => $3::int) AS at) placed`;
const SENT = insert(
  'address, status, attempts, sent_at, settled_at, taken, response',
  `'someone' || n || '@example.com', 'sent', 1, at, at, true, '250 2.0.0 Ok: queued as ' || md5(n::text)`,
);
const DUE = insert('status', `'queued'`);

/** Builds the indexes after the rows, which is faster, and checks no foreign key. */
async function withoutIndexes(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `SELECT indexname AS name, indexdef AS text FROM pg_indexes
      WHERE tablename = 'messages' AND indexname <> 'messages_pkey'`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await client.query('ALTER TABLE messages DROP CONSTRAINT messages_pkey CASCADE');
  await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '256MB'`);
  await work();
  await client.query('ALTER TABLE messages ADD CONSTRAINT messages_pkey PRIMARY KEY (retailer_id, id)');
  for (const { text } of rows) await client.query(text.replace(' ON ONLY ', ' ON '));
  await client.query('RESET session_replication_role; RESET maintenance_work_mem');
}
