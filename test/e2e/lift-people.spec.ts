import { describe, expect, it } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Order } from '../../src/commerce/model/order.entity.js';
import { Message } from '../../src/email/ledger/message.entity.js';
import { ExperimentPerson } from '../../src/lift/experiments/experiment-person.entity.js';
import { ExperimentSums } from '../../src/lift/experiments/experiment-sums.entity.js';
import { aCustomerRedact } from '../factories/compliance.js';
import { given, stored } from '../factories/given.js';
import { json } from '../factories/wire.js';
import { experimentsOf, HALF, many, unitsOf } from '../setup/holdout-scene.js';
import { type SequenceStore, step } from '../setup/sequence-store.js';
import { sequenceStores } from '../setup/sequence-stores.js';
import { waitFor } from '../setup/test-app.js';
import { deliver } from '../setup/webhooks.js';

const WAIT = { prefer: 'wait=20' };
const scene = sequenceStores('people', 2);

interface Listed {
  readonly customerId: string;
  readonly experiment: number;
  readonly group: string;
  readonly x: number;
  readonly closed: boolean;
  readonly orders: number;
  readonly revenue: { readonly amount: string };
  readonly priorSpend: { readonly amount: string };
}

interface List {
  readonly items: Listed[];
  readonly nextCursor: string | null;
}

const list = async (path: string): Promise<List> => {
  const { status, body } = await scene.app.admin<List>('GET', `/admin/${path}`);
  expect(status).toBe(200);
  return body;
};

const run = async (store: SequenceStore): Promise<void> => {
  expect(await store.execute(scene.id, {}, WAIT)).toMatchObject({ status: 200, body: { status: 'completed' } });
};

/** An order that a store has reported, without the way through its webhook. */
async function order(store: SequenceStore, name: string, net: string, orderedAt: Date, more: Partial<Order> = {}) {
  await given(scene.app).insert(Order, {
    retailerId: store.retailerId,
    externalId: `${name}-${orderedAt.getTime()}-${net}`,
    customerId: store.idOf(name),
    currency: 'USD',
    total: net,
    refunded: '0',
    net,
    counted: true,
    reason: 'paid',
    financialStatus: 'paid',
    test: false,
    productIds: [],
    orderedAt,
    platformUpdatedAt: orderedAt,
    ...more,
  });
  await store.setOrders(name, 1);
  await scene.app.settled();
}

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

describe('the list of assignments', () => {
  it('shows everybody page by page, or one person by any record, and nobody of another sequence', async () => {
    const store = await scene.open(many(7), HALF);
    await order(store, 'p1', '30.00', daysAgo(364));
    await order(store, 'p1', '9.50', daysAgo(1));
    await order(store, 'p1', '500.00', daysAgo(366));
    await order(store, 'p1', '70.00', daysAgo(2), { otherCurrency: true });
    await run(store);
    const first = await list(`sequences/${scene.id}/assignments?limit=4`);
    const second = await list(`sequences/${scene.id}/assignments?limit=4&cursor=${first.nextCursor}`);
    const units = await unitsOf(store, (await experimentsOf(store, scene.id))[0]);
    expect([...first.items, ...second.items].map(({ customerId, x, group }) => [customerId, x, group])).toEqual(
      units.map(({ personId, x, held }) => [personId, x, held ? 'holdout' : 'treated']),
    );
    expect(second.nextCursor).toBeNull();
    expect((await list(`sequences/${scene.id}/assignments?customerId=${store.idOf('p1')}`)).items).toMatchObject([
      { experiment: 1, closed: false, orders: 0, revenue: { amount: '0.00' }, priorSpend: { amount: '39.50' } },
    ]);
    await store.put(`${scene.id}-other`, { steps: [step('one')] });
    expect((await list(`sequences/${scene.id}-other/assignments`)).items).toEqual([]);
    expect((await list(`brands/${store.brandId}/assignments`)).items).toEqual([]);
    expect(await scene.app.admin('GET', '/admin/sequences/nobody/assignments')).toMatchObject({ status: 404 });
    expect(await scene.app.admin('GET', `/admin/brands/${store.idOf('p1')}/assignments`)).toMatchObject({
      status: 404,
    });
  });

  it('counts the orders of both records of one person, also of a record that joins later', async () => {
    const store = await scene.open(
      { ann: { email: 'one@people.example' }, bob: { email: 'one@people.example' } },
      HALF,
    );
    await run(store);
    await store.people({ dan: { email: 'one@people.example' } });
    await order(store, 'dan', '5.00', new Date());
    await run(store);
    await order(store, 'ann', '10.00', new Date());
    await order(store, 'bob', '20.00', new Date());
    const { items } = await list(`sequences/${scene.id}/assignments`);
    expect(items).toMatchObject([{ orders: 3, revenue: { amount: '35.00' } }]);
    for (const name of ['ann', 'bob', 'dan']) {
      expect((await list(`sequences/${scene.id}/assignments?customerId=${store.idOf(name)}`)).items).toEqual(items);
    }
  });

  it('keeps two people apart whose addresses become equal later', async () => {
    const store = await scene.open({ ann: {}, bob: {} }, HALF);
    await run(store);
    const before = await unitsOf(store, (await experimentsOf(store, scene.id))[0]);
    await given(scene.app).set(Customer, { email: store.addressOf('bob') }, { id: store.idOf('ann') });
    await store.execute(scene.id, { repeat: true }, WAIT);
    expect(before).toHaveLength(2);
    expect(await unitsOf(store, (await experimentsOf(store, scene.id))[0])).toEqual(before);
  });
});

describe('an erased person', () => {
  it('leaves the last outcome in the sums, and is in no list and no table', async () => {
    const store = await scene.open({ eve: {}, ann: {} }, HALF);
    await order(store, 'eve', '12.34', daysAgo(30));
    await run(store);
    await order(store, 'eve', '43.21', new Date());
    const body = json(aCustomerRedact({ shop: scene.domain, customerId: null, email: store.addressOf('eve') }));
    expect((await deliver(scene.app.url, { topic: 'customers/redact', shop: scene.domain, body })).status).toBe(200);
    await waitFor(async () => (await stored(scene.app).rows(Customer, { id: store.idOf('eve') })).length === 0);
    const [experiment] = await experimentsOf(store, scene.id);
    expect(await stored(scene.app).rows(ExperimentSums, { experimentId: experiment?.id ?? '' })).toMatchObject([
      { n: 1, x: 1, erased: 1, sumY: '43.2100', sumX: '12.3400', sumO: '1' },
    ]);
    expect((await unitsOf(store, experiment)).map(({ personId }) => personId)).toEqual([store.idOf('ann')]);
    expect(await stored(scene.app).rows(ExperimentPerson, { customerId: store.idOf('eve') })).toEqual([]);
    expect((await list(`sequences/${scene.id}/assignments?customerId=${store.idOf('eve')}`)).items).toEqual([]);
  });
});

describe('a large audience', () => {
  it('is assigned as a whole before the first email is queued', async () => {
    const store = await scene.open({}, { ...HALF, steps: [step('one', 'PT1H')] });
    await store.people(many(2_100));
    await scene.app.sql(
      `INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at)
       SELECT c.retailer_id, s.id, c.id, now() FROM customers c JOIN segments s ON s.retailer_id = c.retailer_id
        WHERE c.retailer_id = $1`,
      [store.retailerId],
    );
    const { executionId } = (await store.execute(scene.id, { force: true })).body;
    await waitFor(async () => (await stored(scene.app).count(Message, { executionId })) > 0);
    const [experiment] = await experimentsOf(store, scene.id);
    const [seen] = await scene.app.sql<{ units: number; transactions: number }>(
      `SELECT count(*)::int AS units, count(DISTINCT u.xmin::text)::int AS transactions
         FROM experiment_units u WHERE experiment_id = $1`,
      [experiment?.id],
    );
    expect(seen).toEqual({ units: 2_100, transactions: 1 });
    await scene.app.admin('POST', `/admin/executions/${executionId}/cancel`);
    expect(await unitsOf(store, experiment)).toHaveLength(2_100);
  });
});
