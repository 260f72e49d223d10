import type { SqlValue, Tx } from '#libs/database';
import { entityId } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CustomerDataRepository } from '../../src/commerce/customer-data.repository.js';
import type { Person } from '../../src/personal-data/person.js';
import { compileCriteria } from '../../src/segmentation/criteria/compile.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { FactRepository } from '../../src/segmentation/evaluation/fact.repository.js';
import { PopulationRepository } from '../../src/segmentation/evaluation/population.repository.js';
import { SegmentEventsRepository } from '../../src/segmentation/events/segment-events.repository.js';
import { MemberListRepository } from '../../src/segmentation/membership/member-list.repository.js';
import { MembershipRepository } from '../../src/segmentation/membership/membership.repository.js';
import { stored } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { defineSegments } from '../setup/store-state.js';
import { installStore } from '../setup/webhooks.js';

/** Tables that are too large for a statement to read them whole. */
const LARGE = new Set([
  'customers',
  'orders',
  'segment_memberships',
  'segment_next_changes',
  'segment_transitions',
  'segment_events',
]);
const CUSTOMERS = 20_000;

let app: IdleApp;
let retailerId: string;
let segmentId: string;
let customers: string[];

beforeAll(async () => {
  app = await IdleApp.start();
  const store = await installStore(app);
  ({ retailerId } = store);
  await app.sql(
    `INSERT INTO customers (retailer_id, id, external_id, email, orders_count, first_order_at, last_order_at)
     SELECT $1, gen_random_uuid(), n::text, n || '@example.com', 3, now() - interval '9 days', now() - n * interval '1 second' FROM generate_series(1, $2) n`,
    [retailerId, CUSTOMERS],
  );
  await app.sql(
    `INSERT INTO orders (retailer_id, external_id, customer_id, currency, total, refunded, net, counted, reason,
                         financial_status, test, product_ids, ordered_at, platform_updated_at)
     SELECT $1, c.external_id || '-' || n, c.id, 'USD', 1, 0, 1, true, 'paid', 'paid', false, '{7}', now(), now()
       FROM customers c, generate_series(1, 3) n`,
    [retailerId],
  );
  await defineSegments(app, store, { recent: { lastOrderWithinDays: 30 }, buyers: { minOrders: 1 } });
  segmentId = entityId(retailerId, 'segment', `${store.brandId}/recent`);
  for (const { id } of await stored(app).rows(Segment, {}, 'id')) await app.evaluate(retailerId, id);
  await app.sql('ANALYZE');
  customers = (await app.sql<{ id: string }>(`SELECT id FROM customers LIMIT 20`)).map(({ id }) => id);
});
afterAll(() => app.stop());

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
}

/** Whether a scan reads all rows of the retailer from an index, and only a filter selects among them. */
const isFiltered = (plan: Plan): boolean =>
  /^\(retailer_id = '[^']*'::uuid\)$/.test(plan['Index Cond'] ?? '') && plan.Filter !== undefined;

const scans = (plan: Plan): string[] => [
  ...((plan['Node Type'] === 'Seq Scan' || isFiltered(plan)) && plan['Relation Name'] ? [plan['Relation Name']] : []),
  ...(plan.Plans ?? []).flatMap(scans),
];

/** Runs the work in a transaction that is rolled back. Returns the tables that it read from end to end. */
async function readWhole(work: (tx: Tx) => Promise<unknown>): Promise<{ statements: number; tables: string[] }> {
  const tables: string[] = [];
  let statements = 0;
  const undone = new Error('undone');
  await app
    .transaction(async (tx) => {
      const explain = async (text: string, values: readonly SqlValue[] = []): Promise<void> => {
        statements += 1;
        const [row] = await tx.queryOnce<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (FORMAT JSON) ${text}`, values);
        if (row) tables.push(...scans(row['QUERY PLAN'][0].Plan).filter((table) => LARGE.has(table)));
      };
      const seen: Tx = {
        ...tx,
        query: async (text, values) => (await explain(text, values), tx.query(text, values)),
        queryOnce: async (text, values) => (await explain(text, values), tx.queryOnce(text, values)),
        execute: async (text, values) => (await explain(text, values), tx.execute(text, values)),
      };
      await work(seen);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return { statements, tables };
}

describe('no table is read from end to end', () => {
  const memberships = (): MembershipRepository => app.get(MembershipRepository);
  const person = (): Person => ({
    retailerId,
    customerIds: customers,
    externalIds: [],
    emails: ['1@example.com', 'nobody@example.com'],
    phones: [],
    orderIds: ['1-1'],
  });
  const changes = () =>
    customers.map((customerId) => ({ segmentId, customerId, kind: 'left' as const, cause: 'x', at: Date.now() }));

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['facts of customers', (tx) => app.get(FactRepository).facts(tx, retailerId, customers, ['7'])],
    ['settled facts', (tx) => app.get(FactRepository).settledFacts(tx, retailerId, customers, [])],
    ['orders of a customer', (tx) => app.get(FactRepository).countedOrders(tx, retailerId, customers[0] ?? '')],
    ['the membership matrix', (tx) => memberships().matrix(tx, retailerId, [segmentId], customers)],
    [
      'open memberships of pairs',
      (tx) =>
        memberships().openAmong(
          tx,
          retailerId,
          customers.map((customerId) => ({ segmentId, customerId, due: 0 })),
        ),
    ],
    ['the lock on due changes', (tx) => memberships().lockDue(tx, retailerId, customers)],
    ['what is due', (tx) => memberships().takeDue(tx, retailerId, Date.now() + 29.99 * 86_400_000, 100)],
    ['changes', (tx) => memberships().write(tx, retailerId, changes(), [])],
    [
      'new next changes',
      (tx) =>
        memberships().write(
          tx,
          retailerId,
          [],
          customers.map((customerId, index) => ({
            segmentId,
            customerId,
            nextChangeAt: index % 2 === 0 ? undefined : Date.now(),
          })),
        ),
    ],
    ['events', (tx) => app.get(SegmentEventsRepository).take(tx, retailerId, 100)],
    ['a page of members', (tx) => pageOf(tx)],
    ['the customers of a privacy request', (tx) => app.get(CustomerDataRepository).identities(tx, person())],
    [
      'the orders of a privacy request',
      (tx) => app.get(CustomerDataRepository).orderIds(tx, { ...person(), orderIds: ['1-1'] }),
    ],
    ['the erasure of orders', (tx) => app.get(CustomerDataRepository).anonymiseOrders(tx, person())],
  ])('for %s', async (_what, work) => {
    const { statements, tables } = await readWhole(work);
    expect(statements).toBeGreaterThan(0);
    expect(tables).toEqual([]);
  });

  it('and the test detects statements that do read a table whole', async () => {
    expect((await readWhole((tx) => tx.query('SELECT count(net) FROM orders'))).tables).toEqual(['orders']);
    const filtered = `SELECT email FROM customers WHERE retailer_id = $1 AND first_name = 'Jo' ORDER BY id`;
    expect((await readWhole((tx) => tx.query(filtered, [retailerId]))).tables).toEqual(['customers']);
  });
});

it('an estimate of a large store is near the number of its customers', async () => {
  const compiled = compileCriteria({ purchasedProductIds: ['7'] });
  if (!('criteria' in compiled)) throw new Error('the criteria have a mistake');
  const context = { retailerId, criteria: compiled.criteria, rfm: null, at: Date.now() };
  const { about, low, high } = await app.transaction((tx) => app.get(PopulationRepository).estimate(tx, context));
  // Five times the standard deviation.
  expect(Math.abs(about - CUSTOMERS)).toBeLessThan(CUSTOMERS * 0.08);
  expect([low < about, about < high, high - low < CUSTOMERS * 0.1]).toEqual([true, true, true]);
});

/** Runs the statement of a page of members in `tx`. The repository itself accepts no transaction. */
async function pageOf(tx: Tx): Promise<unknown> {
  const database = { readOnly: (_: string, work: (sql: Tx) => Promise<unknown>) => work(tx) };
  const lists = new MemberListRepository(database as never);
  return lists.slice({ retailerId, id: segmentId }, new Date(), customers[0], 50);
}
