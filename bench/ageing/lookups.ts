import { randomUUID } from 'node:crypto';
import { Client, type QueryResultRow } from 'pg';
import type { Database, SqlValue, Tx } from '#libs/database';
import { monthOf } from '#libs/kernel';
import { DeliveryBodiesRepository } from '../../src/inbox/delivery-bodies.repository.js';
import { deliveryIdOf } from '../../src/inbox/delivery-id.js';
import { type ClaimedDelivery, InboxRepository } from '../../src/inbox/inbox.repository.js';
import { CLAIM_DUE } from '../../src/inbox/inbox.sql.js';
import { LedgerRepository, type MessageChange } from '../../src/email/ledger/ledger.repository.js';
import { AttributionRepository } from '../../src/sequences/results/attribution.repository.js';
import { installTenant, BRAND_ID, RETAILER_ID } from '../support/tenant.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { decimals, median, table } from '../support/table.js';
import { timed } from '../support/timed.js';

/** A statement of the service on the plain table and on one with a partition for each month. */
export interface Lookup {
  readonly what: string;
  /** Milliseconds of each turn. The turns of the two are neighbours in time. */
  readonly plain: readonly number[];
  readonly months: readonly number[];
}

export interface Size {
  /** Messages of one month. */
  readonly messages: number;
  readonly turns: number;
}

/** Messages after two years, as they are never dropped. Clicks are kept for 400 days, deliveries for 90. */
const MONTHS = { messages: 24, link_clicks: 16, deliveries: 4 };
const SCHEMAS = ['plain', 'months'] as const;
const BATCH = 200;
const DUE = 250;
const PENDING = 2_000;
const CUSTOMERS = 50_000;
const STORES = 1_000;
const WORKER = randomUUID();
const WARM_UP = 8;

/**
 * What months cost the statements that send emails and attribute orders: the same rows in plain tables and in
 * partitions by month, in turns.
 */
export function benchLookups(datastores: Datastores, size: Size): Promise<Lookup[]> {
  return withDatabase(datastores, 'bench_lookups', async (client, databaseUrl) => {
    await installTenant(client);
    const executionId = await prepare(client, size.messages);
    const clients = SCHEMAS.map(() => new Client(databaseUrl));
    try {
      for (const [index, each] of clients.entries()) {
        await each.connect();
        await each.query(`SET search_path = ${SCHEMAS[index]}, public`);
      }
      const lookups: Lookup[] = [];
      for (const [what, work] of Object.entries(statements(executionId))) {
        lookups.push({ what, ...(await inTurns(clients, size.turns, work)) });
      }
      lookups.push(await vacuum(client));
      return lookups;
    } finally {
      await Promise.all(clients.map((each) => each.end()));
    }
  });
}

/** What autovacuum has to do for the dead rows of the turns, in the whole table or in the present month. */
async function vacuum(client: Client): Promise<Lookup> {
  const [plain, month] = ['plain.messages', `months.messages_${MONTHS.messages}`].map(
    (name) => () => timed(() => client.query(`VACUUM (INDEX_CLEANUP ON) ${name}`)),
  ) as [() => Promise<number>, () => Promise<number>];
  return { what: 'VACUUM of messages after these', plain: [await plain()], months: [await month()] };
}

export const lookupTable = (lookups: readonly Lookup[]): string =>
  table(
    [
      { title: 'statement, ms', cell: ({ what }) => what, align: 'left' },
      { title: 'plain table', cell: ({ plain }) => decimals(median(plain), 2) },
      { title: 'by month', cell: ({ months }) => decimals(median(months), 2) },
      {
        title: 'ratio',
        cell: ({ plain, months }) => decimals(median(months.map((ms, turn) => ms / (plain[turn] ?? Number.NaN))), 2),
      },
    ],
    lookups,
  );

type Work = (tx: Tx, turn: number) => Promise<unknown>;

/** Each turn is rolled back, so that both tables stay equal. */
async function inTurns(clients: readonly Client[], turns: number, work: Work) {
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < turns + WARM_UP; turn += 1) {
    for (const index of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const client = clients[index] as Client;
      await client.query('BEGIN');
      const ms = await timed(() => work(txOn(client), turn));
      await client.query('ROLLBACK');
      if (turn >= WARM_UP) times[index].push(ms);
    }
  }
  return { plain: times[0], months: times[1] };
}

const nameOf = new Map<string, string>();

/** Prepares each text once for the connection, as the service does. */
export function txOn(client: Client): Tx {
  const run = <R extends QueryResultRow>(text: string, values: readonly SqlValue[] = []) => {
    const name = nameOf.get(text) ?? `s${nameOf.size}`;
    nameOf.set(text, name);
    return client.query<R>({ name, text, values: [...values] });
  };
  return {
    query: async <R extends QueryResultRow>(text: string, values?: readonly SqlValue[]) =>
      (await run<R>(text, values)).rows,
    execute: async (text: string, values?: readonly SqlValue[]) => (await run(text, values)).rowCount ?? 0,
  } as unknown as Tx;
}

function statements(executionId: string): Readonly<Record<string, Work>> {
  const inbox = new InboxRepository(undefined as never);
  const bodies = new DeliveryBodiesRepository({ isDistributed: false } as Database);
  const pending = Array.from({ length: DUE }, (_, n) => ({ retailerId: RETAILER_ID, id: deliveryId(n) }));
  const ledger = new LedgerRepository(undefined as never);
  const attribution = new AttributionRepository();
  const first = idsOf(new Date());
  const customers = (turn: number) =>
    Array.from({ length: BATCH }, (_, place) => customerId((turn * 7_919 + place * 131) % CUSTOMERS));
  const dayAgo = new Date(Date.now() - 86_400_000);
  return {
    [`insert ${BATCH} messages`]: (tx, turn) =>
      ledger.insert(
        tx,
        RETAILER_ID,
        executionId,
        { held: false, skippedFor: null },
        customers(turn).map((customer) => ({ ...MESSAGE, id: first + randomUUID().slice(14), customerId: customer })),
      ),
    [`claim ${BATCH} due messages`]: (tx) => ledger.claim(tx, RETAILER_ID, WORKER, 60, BATCH),
    [`send ${BATCH}: claim, lock, decide, settle`]: async (tx) => {
      const ids = (await ledger.claim(tx, RETAILER_ID, WORKER, 60, BATCH)).map(({ id }) => id);
      await ledger.lockHeld(tx, WORKER, RETAILER_ID, ids);
      await ledger.decide(
        tx,
        ids.map((id) => changeOf(id, 'sending')),
      );
      await ledger.settle(
        tx,
        WORKER,
        ids.map((id) => changeOf(id, 'sent')),
      );
    },
    [`emails of ${BATCH} customers in 30 days`]: (tx, turn) =>
      ledger.recentEmails(tx, RETAILER_ID, BRAND_ID, customers(turn), new Date(Date.now() - 30 * 86_400_000)),
    [`look for due messages of ${STORES} stores`]: (tx) =>
      new LedgerRepository({ acrossRetailers: tx } as unknown as Database).retailersWithDue(),
    [`claim ${DUE} due deliveries`]: async (tx) => {
      await tx.execute('SET LOCAL enable_sort = off');
      await tx.query(CLAIM_DUE, [[], DUE, 8_000_000]);
    },
    [`look for ${DUE} bodies under other stores`]: async (tx) => {
      await bodies.claimedElsewhere(tx, pending);
    },
    [`mark ${DUE} deliveries`]: (tx) =>
      inbox.mark(
        tx,
        pending.map((delivery) => ({ delivery: delivery as ClaimedDelivery, outcome: { status: 'processed' } })),
      ),
    [`clicks before the orders of ${BATCH} customers`]: (tx, turn) =>
      attribution.arrived(tx, RETAILER_ID, customers(turn), dayAgo),
  };
}

const MESSAGE = {
  stepId: 'one',
  templateId: RETAILER_ID,
  address: null,
  variant: null,
  offerPlace: '',
  enteredAt: null,
  dueAt: new Date(),
};

export const changeOf = (id: string, status: MessageChange['status']): MessageChange => ({
  retailerId: RETAILER_ID,
  id,
  status,
  reason: null,
  address: 'someone@example.com',
  response: null,
  dueAt: null,
});

const customerId = (n: number): string => `c0000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const CUSTOMER = (n: string): string => `('c0000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const deliveryId = (n: number): string => `${idsOf(new Date())}4000-8000-${n.toString(16).padStart(12, '0')}`;

/** How the ids of a month begin. */
export const idsOf = (month: Date): string => deliveryIdOf(RETAILER_ID, '', null, month.getTime()).slice(0, 14);

/** Fills both schemas. Returns the execution whose messages are due. */
async function prepare(client: Client, each: number): Promise<string> {
  const executionId = randomUUID();
  await client.query(`INSERT INTO dispatches (retailer_id, execution_id, brand_id, mode) VALUES ($1, $2, $3, 'live')`, [
    RETAILER_ID,
    executionId,
    BRAND_ID,
  ]);
  await client.query(
    `INSERT INTO retailers (id, platform, external_id, name, status, installed_at)
     SELECT gen_random_uuid(), 'platform-a', 'store' || n, 'Store', 'installed', now() FROM generate_series(2, $1::int) n`,
    [STORES],
  );
  for (let away = -MONTHS.messages + 1; away <= 0; away += 1) {
    await client.query('INSERT INTO sending_months (retailer_id, id_month, sent_on) VALUES ($1, $2, $3)', [
      RETAILER_ID,
      monthOf(monthAt(away).getTime()),
      monthAt(away),
    ]);
  }
  await client.query('VACUUM (ANALYZE) retailers, sending_months');
  for (const schema of SCHEMAS) {
    await client.query(`CREATE SCHEMA ${schema}`);
    await client.query(`SET search_path = ${schema}, public`);
    await create(client, schema === 'months');
    await fill(client, executionId, each);
  }
  await client.query('SET search_path = public');
  await client.query('CHECKPOINT');
  return executionId;
}

const KEYS = { messages: 'id', link_clicks: 'clicked_at', deliveries: 'id' } as const;

async function create(client: Client, byMonth: boolean): Promise<void> {
  for (const [name, key] of Object.entries(KEYS)) {
    await client.query(
      `CREATE TABLE ${name} (LIKE public.${name} INCLUDING ALL) ${byMonth ? `PARTITION BY RANGE (${key})` : ''}`,
    );
    if (!byMonth) continue;
    await client.query(`CREATE TABLE ${name}_rest PARTITION OF ${name} DEFAULT`);
    for (let away = -MONTHS[name as keyof typeof KEYS] + 1; away <= 2; away += 1) {
      await client.query(
        `CREATE TABLE ${name}_${away + MONTHS.messages} PARTITION OF ${name}
           FOR VALUES FROM ('${boundOf(key, away)}') TO ('${boundOf(key, away + 1)}')`,
      );
    }
  }
}

const boundOf = (key: string, away: number): string =>
  key.endsWith('id') ? `${idsOf(monthAt(away))}0000-0000-000000000000` : monthAt(away).toISOString();

export function monthAt(away: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + away));
}

async function fill(client: Client, executionId: string, each: number): Promise<void> {
  for (let away = -MONTHS.messages + 1; away <= 0; away += 1) {
    const at = monthAt(away);
    await client.query(
      `INSERT INTO messages (retailer_id, id, execution_id, step_id, template_id, customer_id, address, status, due_at,
                             attempts, sent_at, settled_at, taken)
       SELECT $1, ($2 || '4' || substr(hash, 1, 3) || '-8' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12))::uuid, $3,
              'one', $1, ${CUSTOMER('n * 37 % $5::int')}, 'someone@example.com', 'sent', $4::timestamptz, 1,
              $4::timestamptz, $4::timestamptz, true
         FROM generate_series(1, $6::int) n, LATERAL (SELECT md5(n || $2) AS hash) named`,
      [RETAILER_ID, idsOf(at), executionId, at, CUSTOMERS, each],
    );
  }
  await client.query(
    `UPDATE messages SET status = 'queued', settled_at = NULL, sent_at = NULL, taken = false, due_at = now()
      WHERE id >= $1::uuid AND get_byte(uuid_send(id), 15) < 64`,
    [`${idsOf(monthAt(0))}0000-0000-000000000000`],
  );
  await client.query(
    `INSERT INTO link_clicks
     SELECT retailer_id, id, 1, 'link', execution_id, step_id, customer_id, due_at, 60, 'GET', 'browser', false, false
       FROM messages WHERE id >= $1::uuid AND get_byte(uuid_send(id), 14) < 25`,
    [`${idsOf(monthAt(-MONTHS.link_clicks + 1))}0000-0000-000000000000`],
  );
  for (let away = -MONTHS.deliveries + 1; away <= 0; away += 1) {
    await client.query(
      `INSERT INTO deliveries (retailer_id, id, topic, delivery_id, body, received_at, due_at, status, processed_at,
                               emptied_at, body_hash, attempts)
       SELECT $1, ($2 || '4' || substr(hash, 1, 3) || '-9' || substr(hash, 4, 3) || '-' || substr(hash, 7, 12))::uuid,
              'orders/create', hash, '', $3::timestamptz, $3::timestamptz, 'processed', $3::timestamptz,
              CASE WHEN NOT $5 THEN $3::timestamptz END, CASE WHEN $5 THEN hash::uuid END, 1
         FROM generate_series(1, $4::int) n, LATERAL (SELECT md5(n || $2) AS hash) named`,
      [RETAILER_ID, idsOf(monthAt(away)), monthAt(away), each, away >= -1],
    );
  }
  await client.query(
    `INSERT INTO deliveries (retailer_id, id, topic, delivery_id, body, body_hash)
     SELECT $1, ($2 || '4000-8000-' || lpad(to_hex(n - 1), 12, '0'))::uuid, 'orders/create', n::text,
            convert_to(repeat('x', 1800), 'UTF8'), md5(n::text)::uuid
       FROM generate_series(1, $3::int) n`,
    [RETAILER_ID, idsOf(new Date()), PENDING],
  );
  await client.query('VACUUM (ANALYZE) deliveries');
  await client.query('VACUUM (ANALYZE) messages');
  await client.query('VACUUM (ANALYZE) link_clicks');
}
