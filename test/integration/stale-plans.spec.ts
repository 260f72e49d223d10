import type { Sql, SqlValue, TransactionOptions, Tx } from '#libs/database';
import { Database } from '#libs/database';
import { entityId } from '#libs/kernel';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportedRepository } from '../../src/commerce/imported/imported.repository.js';
import { UndoRepository } from '../../src/commerce/imported/undo.repository.js';
import { WrittenRowsRepository } from '../../src/commerce/imported/written-rows.repository.js';
import { CommerceRepository } from '../../src/commerce/storage/commerce.repository.js';
import { PLANS_OF_BATCHES } from '../../src/imports/import-batches.service.js';
import { DeliveryBodiesRepository } from '../../src/inbox/delivery-bodies.repository.js';
import { MemberListRepository } from '../../src/segmentation/membership/member-list.repository.js';
import { IdleApp } from '../setup/idle-app.js';
import { defineSegments } from '../setup/store-state.js';
import { installStore } from '../setup/webhooks.js';

/**
 * Plans while the statistics are older than the data, as they are after an evaluation of many segments, or when a store
 * has just come, and until autovacuum analyses the tables. Each test counts the rows that the statement really visits.
 */
const CUSTOMERS = 2_000;
const SEGMENTS = 40;
const BODIES = 4_000;

let app: IdleApp;
let retailerId: string;
let customers: string[];
let segments: string[];

beforeAll(async () => {
  app = await IdleApp.start();
  const store = await installStore(app);
  ({ retailerId } = store);
  for (const table of ['segment_memberships', 'customers', ...(await partitionsOf('deliveries'))]) {
    await app.sql(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  }
  await app.sql(
    `INSERT INTO customers (retailer_id, id, external_id) SELECT $1, gen_random_uuid(), n::text FROM generate_series(1, $2) n`,
    [retailerId, CUSTOMERS],
  );
  customers = (await app.sql<{ id: string }>(`SELECT id FROM customers LIMIT 50`)).map(({ id }) => id);
  const names = Array.from({ length: SEGMENTS }, (_, index) => `s${index}`);
  await defineSegments(app, store, Object.fromEntries(names.map((name) => [name, { minOrders: 1 }])));
  segments = names.map((name) => entityId(retailerId, 'segment', `${store.brandId}/${name}`));
}, 60_000);
afterAll(() => app.stop());

const partitionsOf = async (table: string): Promise<string[]> =>
  (
    await app.sql<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = '${table}'::regclass`,
    )
  ).map(({ name }) => name);

/** Makes customers members of the segments. */
const enter = (segmentIds: readonly string[], members: number): Promise<unknown> =>
  app.sql(
    `INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at)
     SELECT $1, s, c.id, now() FROM unnest($2::uuid[]) s, (SELECT id FROM customers LIMIT $3) c`,
    [retailerId, segmentIds, members],
  );

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

/** How many rows of the table and its partitions were read, also those thrown away, and how often reading began. */
function effort(plan: Plan, table: string): { rows: number; loops: number } {
  const below = (plan.Plans ?? []).map((inner) => effort(inner, table));
  const isOwn = new RegExp(String.raw`^${table}(_rest|_\d{4}_\d{2})?$`).test(plan['Relation Name'] ?? '');
  const own = isOwn && plan['Node Type'] !== 'ModifyTable' ? [effortOf(plan)] : [];
  const sum = (key: 'rows' | 'loops'): number => [...own, ...below].reduce((total, one) => total + one[key], 0);
  return { rows: sum('rows'), loops: sum('loops') };
}

const effortOf = (plan: Plan): { rows: number; loops: number } => {
  const rows = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
  return {
    rows: (rows + (plan['Rows Removed by Index Recheck'] ?? 0)) * plan['Actual Loops'],
    loops: plan['Actual Loops'],
  };
};

/** Runs the work with a database that explains each of its statements. Returns the last plan. */
async function planOf(scope: 'of' | 'acrossRetailers', work: (database: Database) => Promise<unknown>): Promise<Plan> {
  const database = app.get(Database);
  const sql = scope === 'of' ? database.of(retailerId) : database.acrossRetailers;
  let plan: Plan | undefined;
  const query = async (text: string, values: readonly SqlValue[] = []): Promise<never[]> => {
    const [row] = await sql.queryOnce<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    plan = row?.['QUERY PLAN'][0].Plan;
    return [];
  };
  const seen: Sql = { ...sql, query };
  await work({ of: () => seen, acrossRetailers: seen } as never);
  if (!plan) throw new Error('nothing was explained');
  return plan;
}

/** How many rows of the table the connection has visited. Earlier transactions may count too, so compare two counts. */
async function visited(tx: Tx, table: string): Promise<number> {
  const [row] = await tx.query<{ rows: string }>(
    `SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS rows FROM pg_stat_xact_user_tables
      WHERE relname = $1`,
    [table],
  );
  return Number(row?.rows);
}

const lookUp = async (count: number) => {
  const wanted = customers.slice(0, count);
  return planOf('of', (database) => new MemberListRepository(database).segmentNames(retailerId, wanted));
};

/** Stores processed bodies. */
const keepBodies = (): Promise<unknown> =>
  app.sql(
    `INSERT INTO deliveries (retailer_id, id, topic, delivery_id, body, status, processed_at, about)
     SELECT $1, gen_random_uuid(), 'orders/create', gen_random_uuid()::text, '{}', 'processed', now(), ARRAY[n, n + 1000000]
       FROM generate_series(1, $2) n`,
    [retailerId, BODIES],
  );

async function expectFewBodiesRead(): Promise<void> {
  const plan = await planOf('acrossRetailers', (database) =>
    new DeliveryBodiesRepository(database).page(retailerId, ['customer:1', 'order:2', 'email:a@b.c'], undefined),
  );
  expect(effort(plan, 'deliveries').rows).toBeLessThan(20);
}

describe.each([
  ['without statistics', []],
  ['with statistics of the time before the segments', ['TRUNCATE segment_memberships', 'ANALYZE']],
  ['with statistics of a few members', ['TRUNCATE segment_memberships', 'few', 'ANALYZE']],
] as const)('%s', (_when, before) => {
  beforeAll(async () => {
    for (const statement of before) await (statement === 'few' ? enter(segments.slice(0, 1), 20) : app.sql(statement));
    await enter(segments.slice(1), CUSTOMERS);
  });

  it.each([1, 50])('the segments of %i customers are looked up by customer', async (count) => {
    const plan = await lookUp(count);
    const { rows, loops } = effort(plan, 'segment_memberships');
    expect(loops).toBe(count);
    expect(rows).toBeLessThanOrEqual(count * SEGMENTS);
    // Their names are read by a statement of their own, once for all customers.
    expect(effort(plan, 'segments').rows).toBe(0);
  });

  it('the bodies about a person are found without reading the others', async () => {
    await keepBodies();
    await expectFewBodiesRead();
  });
});

it('the bodies about a person are found like that after a backlog, with statistics of the time of the backlog', async () => {
  await app.sql(`UPDATE deliveries SET status = 'pending', about = NULL, processed_at = NULL`);
  await app.sql('ANALYZE deliveries');
  await app.sql(`UPDATE deliveries SET status = 'processed', about = ARRAY[0, 1], processed_at = now()`);
  await expectFewBodiesRead();
});

describe('for a store that the statistics do not know', () => {
  const PEOPLE = 1_000;
  const orderOnce = (id: string): Promise<unknown> =>
    app.sql(
      `INSERT INTO orders (retailer_id, external_id, customer_id, currency, other_currency, total, refunded, net, counted,
                           reason, financial_status, test, product_ids, ordered_at, platform_updated_at)
       SELECT retailer_id, external_id, id, 'USD', false, 9, 0, 9, true, 'counted', 'paid', false, '{}', now(), now()
         FROM customers WHERE retailer_id = $1`,
      [id],
    );
  let newId: string;
  let ids: string[];

  beforeAll(async () => {
    await app.sql('ALTER TABLE orders SET (autovacuum_enabled = off)');
    await orderOnce(retailerId);
    await app.sql('ANALYZE customers, orders');
    ({ retailerId: newId } = await installStore(app, 'new-store.myshopify.com'));
    const rows = await app.sql<{ id: string }>(
      `INSERT INTO customers (retailer_id, id, external_id, email)
       SELECT $1, gen_random_uuid(), n::text, n || '@example.com' FROM generate_series(1, $2) n RETURNING id`,
      [newId, PEOPLE],
    );
    ids = rows.map(({ id }) => id);
    await orderOnce(newId);
  });

  /** How many rows of the table the work visits. */
  const visits = (table: string, work: (tx: Tx) => Promise<unknown>, options: TransactionOptions): Promise<number> =>
    app.get(Database).transaction(
      newId,
      async (tx) => {
        const before = await visited(tx, table);
        await work(tx);
        return (await visited(tx, table)) - before;
      },
      options,
    );

  it('an import reads about one customer for each address, not all of the store', async () => {
    const people = ids.map((_, index) => ({
      externalId: `till-${index}`,
      customerId: entityId(newId, 'customer', `till-${index}`),
      email: `${index + 1}@example.com`,
    }));
    const found: unknown[] = [];
    const rows = await visits(
      'customers',
      async (tx) => found.push(...(await app.get(ImportedRepository).found(tx, newId, people))),
      PLANS_OF_BATCHES,
    );
    expect(found).toHaveLength(PEOPLE);
    expect(rows).toBeGreaterThanOrEqual(PEOPLE);
    expect(rows).toBeLessThan(5 * PEOPLE);
  });

  it.each([
    ['an import', PLANS_OF_BATCHES],
    ['deliveries', {}],
  ])('the facts after %s read each order once', async (_of, options) => {
    const facts = app.get(CommerceRepository);
    const recompute = (tx: Tx): Promise<void> => tx.planForValues(() => facts.recomputeFacts(tx, newId, ids));
    expect(await visits('orders', recompute, options)).toBe(PEOPLE);
  });

  it('an undo reads each order twice, not all orders for each customer', async () => {
    const importId = randomUUID();
    await app.sql('UPDATE customers SET import_id = $2 WHERE retailer_id = $1', [newId, importId]);
    const undo = (tx: Tx) => app.get(UndoRepository).deleteCustomers(tx, { retailerId: newId, importId }, '', PEOPLE);
    expect(await visits('orders', undo, PLANS_OF_BATCHES)).toBe(2 * PEOPLE);
  });
});

it('customers are found by the primary key while the statistics say that the table is empty, as after a dry run', async () => {
  const database = app.get(Database);
  const { retailerId: newId } = await installStore(app, 'empty-store.myshopify.com');
  await app.sql('TRUNCATE customers CASCADE');
  const insert = `INSERT INTO customers (retailer_id, id, external_id, email)
    SELECT $1, gen_random_uuid(), n::text, n || '@example.com' FROM generate_series(1, $2) n RETURNING id`;
  await expect(
    database.transaction(newId, async (tx) => {
      await tx.query(insert, [newId, 4 * CUSTOMERS]);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await app.sql('ANALYZE customers');
  const rows = await database.transaction(
    newId,
    async (tx) => {
      const made = await tx.query<{ id: string }>(insert, [newId, CUSTOMERS]);
      const before = await visited(tx, 'customers');
      const found = await app.get(WrittenRowsRepository).customers(
        tx,
        newId,
        made.map(({ id }) => id),
      );
      expect(found).toHaveLength(CUSTOMERS);
      return (await visited(tx, 'customers')) - before;
    },
    PLANS_OF_BATCHES,
  );
  expect(rows).toBe(CUSTOMERS);
});

it('people are found by their address without reading the store for each, after a vacuum while rows were taken back', async () => {
  const database = app.get(Database);
  const { retailerId: newId } = await installStore(app, 'emptied-store.myshopify.com');
  await app.sql('TRUNCATE customers CASCADE');
  const insert = (tx: Tx, count: number) =>
    tx.query(
      `INSERT INTO customers (retailer_id, id, external_id, email)
       SELECT $1, gen_random_uuid(), n::text, 'customer-' || n || '@example.com' FROM generate_series(1, $2) n`,
      [newId, count],
    );
  await expect(
    database.transaction(newId, async (tx) => {
      await insert(tx, 10 * CUSTOMERS);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await database.transaction(newId, async (tx) => {
    await insert(tx, CUSTOMERS);
    await app.sql('VACUUM ANALYZE customers');
  });
  const people = Array.from({ length: 1_000 }, (_, index) => ({
    externalId: `till-${index}`,
    customerId: entityId(newId, 'customer', `till-${index}`),
    email: `customer-${index + 1}@example.com`,
  }));
  const rows = await database.transaction(
    newId,
    async (tx) => {
      const before = await visited(tx, 'customers');
      expect(await app.get(ImportedRepository).found(tx, newId, people)).toHaveLength(people.length);
      return (await visited(tx, 'customers')) - before;
    },
    PLANS_OF_BATCHES,
  );
  expect(rows).toBeLessThanOrEqual(CUSTOMERS);
});
