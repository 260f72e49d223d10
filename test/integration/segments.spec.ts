import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Delivery } from '../../src/inbox/delivery.entity.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { Membership } from '../../src/segmentation/membership/membership.entity.js';
import { Transition } from '../../src/segmentation/membership/transition.entity.js';
import { given, stored } from '../factories/given.js';
import { anOrder, aRefund, json, newId } from '../factories/wire.js';
import { IdleApp } from '../setup/idle-app.js';
import { defineSegments, expectConsistency } from '../setup/store-state.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { deliver, installStore } from '../setup/webhooks.js';

interface Upserted {
  readonly id: string;
  readonly outcome: string;
  readonly status: string;
  readonly memberCount: number | null;
  readonly entered: number;
  readonly left: number;
}

let app: TestApp;
let shop: string;
let brandId: string;
let retailerId: string;
let stores = 0;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

/** Installs a separate store for each test, because segments evaluate all customers of a store. */
beforeEach(async () => {
  stores += 1;
  shop = `segments${stores}.myshopify.com`;
  ({ brandId, retailerId } = await installStore(app, shop));
});

const send = async (topic: string, body: object): Promise<string> => {
  const webhookId = randomUUID();
  expect((await deliver(app.url, { topic, body: json(body), shop, webhookId })).status).toBe(200);
  return webhookId;
};
const order = (customerId: number, total: string, more: object = {}): Promise<string> =>
  send('orders/create', anOrder({ customerId, total, ...more }));

const upsert = async (criteria: object, { name = 'tested', dryRun = false } = {}): Promise<Upserted> => {
  const body = { brandId, dryRun, segments: [{ name, criteria }] };
  const answer = await app.admin<{ segments: Upserted[] }>('POST', '/admin/segments/upsert', body);
  expect(answer.status).toBe(200);
  const [segment] = answer.body.segments;
  if (!segment) throw new Error('no segment in the answer');
  return segment;
};
const ready = (id: string): Promise<void> =>
  waitFor(async () => (await app.admin<{ status: string }>('GET', `/admin/segments/${id}`)).body.status === 'ready');
const members = async (id: string): Promise<number[]> => {
  const page = await app.admin<{ items: { externalId: string }[] }>('GET', `/admin/segments/${id}/members?limit=100`);
  return page.body.items.map(({ externalId }) => Number(externalId)).sort((a, b) => a - b);
};
/** The transitions of a segment in the order of time, each as customer and kind. */
const transitions = (id: string): Promise<{ customer: number; kind: string; cause: string }[]> =>
  app.sql(
    `SELECT c.external_id::int AS customer, t.kind, t.cause
       FROM segment_transitions t JOIN customers c ON c.retailer_id = t.retailer_id AND c.id = t.customer_id
      WHERE t.segment_id = $1 ORDER BY t.at, c.external_id`,
    [id],
  );

describe('a segment', () => {
  it('that is new is evaluated over all customers there are', async () => {
    await Promise.all([order(1, '20.00'), order(2, '60.00'), order(3, '49.99'), order(4, '50.00')]);
    await app.settled();
    const { id, outcome, status, entered } = await upsert({ minPurchaseAmount: 50 });
    expect({ outcome, status, entered }).toEqual({ outcome: 'created', status: 'evaluating', entered: 2 });
    await ready(id);
    expect(await members(id)).toEqual([2, 4]);
  });

  it('that is changed writes only the difference', async () => {
    await Promise.all([order(1, '20.00'), order(2, '60.00'), order(3, '100.00'), order(4, '150.00')]);
    await app.settled();
    const { id } = await upsert({ minPurchaseAmount: 50 });
    await ready(id);
    const stays = () =>
      app.sql<{ xmin: string; customer: number }>(
        `SELECT m.xmin::text, c.external_id::int AS customer FROM segment_memberships m
           JOIN customers c ON c.retailer_id = m.retailer_id AND c.id = m.customer_id
          WHERE segment_id = $1 AND left_at IS NULL ORDER BY 2`,
        [id],
      );
    const before = await stays();
    expect(await upsert({ minPurchaseAmount: '80' })).toMatchObject({ outcome: 'updated', memberCount: null, left: 1 });
    await ready(id);
    expect(await members(id)).toEqual([3, 4]);
    expect(await stays()).toEqual(before.slice(1));
    expect((await transitions(id)).slice(3)).toEqual([{ customer: 2, kind: 'left', cause: 'definition' }]);
    expect(await upsert({ minPurchaseAmount: 80.0 })).toMatchObject({ outcome: 'unchanged', entered: 0, left: 0 });
  });

  it('is entered and left by orders, refunds and cancellations, with the delivery as the cause', async () => {
    const { id } = await upsert({ minPurchaseAmount: 100, minOrders: 2 });
    await ready(id);
    const [first, second, third] = [newId(), newId(), newId()];
    const steps: [topic: string, body: object, member: boolean][] = [
      ['orders/create', anOrder({ id: first, customerId: 1, total: '60.00' }), false],
      ['orders/create', anOrder({ id: second, customerId: 1, total: '60.00' }), true],
      ['refunds/create', aRefund({ orderId: first, amount: '30.00' }), false],
      ['orders/create', anOrder({ id: third, customerId: 1, total: '10.00' }), true],
      [
        'orders/cancelled',
        anOrder({ id: second, customerId: 1, updatedAt: LATER, cancelledAt: LATER, total: '60.00' }),
        false,
      ],
    ];
    const causes: string[] = [];
    for (const [topic, body, member] of steps) {
      const webhookId = await send(topic, body);
      await app.settled();
      expect(await members(id)).toEqual(member ? [1] : []);
      causes.push(await deliveryOf(webhookId));
    }
    expect(await transitions(id)).toEqual(
      causes.slice(1).map((cause, index) => ({ customer: 1, kind: index % 2 === 0 ? 'entered' : 'left', cause })),
    );
  });

  it('changes as its dry run predicted, and not before it is saved', async () => {
    for (let customer = 1; customer <= 12; customer += 1) await order(customer, `${customer * 10}.00`);
    await app.settled();
    const { id } = await upsert({ minPurchaseAmount: 50 });
    await ready(id);
    const said = await upsert({ minPurchaseAmount: 30, minOrders: 1 }, { dryRun: true });
    expect(said).toMatchObject({ outcome: 'updated', memberCount: null, entered: 2, left: 0 });
    const narrow = await upsert({ minPurchaseAmount: 100 }, { dryRun: true });
    expect(narrow).toMatchObject({ entered: 0, left: 5 });
    expect(await upsert({ minOrders: 1 }, { name: 'other', dryRun: true })).toMatchObject({ entered: 12 });
    expect((await app.admin<{ items: [] }>('GET', `/admin/segments?brandId=${brandId}`)).body.items).toHaveLength(1);
    expect(await members(id)).toHaveLength(8);
    await upsert({ minPurchaseAmount: 100 });
    await ready(id);
    expect((await transitions(id)).slice(8).map(({ kind }) => kind)).toEqual(Array(narrow.left).fill('left'));
    expect(await members(id)).toEqual([10, 11, 12]);
  });

  it('gets a customer whose change has lost its job', async () => {
    const { id } = await upsert({ minOrders: 1 });
    await order(1, '60.00');
    await app.settled();
    await given(app).delete(Membership, { segmentId: id });
    await given(app).delete(Transition, { segmentId: id });
    await given(app).changed('lost', { retailerId });
    await app.settled();
    expect(await members(id)).toEqual([1]);
  });

  it('that is deleted loses its memberships, and other segments keep theirs', async () => {
    await order(1, '60.00');
    const [kept, deleted] = [await upsert({ minOrders: 1 }, { name: 'kept' }), await upsert({ minOrders: 1 })];
    await app.settled();
    expect((await app.admin('DELETE', `/admin/segments/${deleted.id}`)).status).toBe(204);
    expect((await app.admin('GET', `/admin/segments/${deleted.id}`)).status).toBe(404);
    expect((await app.admin('DELETE', `/admin/segments/${deleted.id}`)).status).toBe(404);
    expect(await rowsOf(deleted.id)).toBe(0);
    await order(2, '60.00');
    await app.settled();
    expect(await members(kept.id)).toEqual([1, 2]);
  });

  it('whose deletion was interrupted is deleted all the same', async () => {
    await order(1, '60.00');
    const { id } = await upsert({ minOrders: 1 });
    await app.settled();
    await given(app).set(Segment, { status: 'deleting' }, { id });
    await waitFor(async () => (await stored(app).rows(Segment, { id })).length === 0);
    expect(await rowsOf(id)).toBe(0);
  });
});

describe('a definition that changes while a customer is evaluated by the old one', () => {
  it('decides the final membership', async () => {
    const idle = await IdleApp.start();
    onTestFinished(() => idle.stop());
    const store = await installStore(idle);
    await defineSegments(idle, store, { tested: { minPurchaseAmount: 50 } });
    const [segment] = await stored(idle).rows(Segment, {}, 'id');
    const id = segment?.id ?? '';
    await idle.evaluate(store.retailerId, id);
    const body = anOrder({ total: '60.00' });
    await idle.post(store.retailerId, [{ id: 'sixty', topic: 'orders/create', body }]);
    await idle.workInbox();
    await idle.database.heldUp('LOCK TABLE customers IN ACCESS EXCLUSIVE MODE', async () => {
      const looking = idle.workChanges(store.retailerId);
      await idle.database.waiting(1);
      await given(idle).set(Segment, { criteria: { minPurchaseAmount: 100 }, status: 'evaluating' });
      await Promise.all([looking, idle.evaluate(store.retailerId, id)]);
    });
    await expectConsistency(idle);
    expect(await stored(idle).rows(Segment, { status: 'ready' })).toHaveLength(1);
  });
});

describe('segments that are changed, created and deleted while orders arrive', () => {
  it('have the right members at the end', async () => {
    const { id } = await upsert({ minOrders: 1 });
    const numbers = Array.from({ length: 240 }, (_, index) => index);
    const orders = inTurn(12, numbers, async (index) => {
      const orderId = newId();
      await order(1 + (index % 40), `${10 + (index % 7) * 15}.00`, { id: orderId });
      if (index % 3 === 0) await send('refunds/create', aRefund({ orderId, amount: '10.00' }));
    });
    const definitions = inTurn(2, numbers.slice(0, 40), async (index) => {
      await upsert(index % 2 === 0 ? { minPurchaseAmount: 60 + index } : { minOrders: 1 + (index % 5) });
      const passing = await upsert({ minOrders: index % 4 }, { name: `passing ${index}` });
      if (index % 2 === 0) await app.admin('DELETE', `/admin/segments/${passing.id}`);
    });
    await Promise.all([orders, definitions]);
    await app.settled();
    await upsert({ minOrders: 3 });
    await app.settled();
    expect((await members(id)).length).toBeGreaterThan(30);
    await expectConsistency(app);
  });
});

const LATER = '2026-05-02T10:00:00-04:00';

async function deliveryOf(webhookId: string): Promise<string> {
  const [row] = await stored(app).rows(Delivery, { deliveryId: webhookId }, 'id');
  return row?.id ?? '';
}

async function rowsOf(segmentId: string): Promise<number> {
  const [row] = await app.sql<{ n: number }>(
    `SELECT (SELECT count(*) FROM segment_memberships WHERE segment_id = $1)::int
          + (SELECT count(*) FROM segment_transitions WHERE segment_id = $1)::int AS n`,
    [segmentId],
  );
  return row?.n ?? -1;
}

/** Does the work for every item, at most `atOnce` at a time. */
async function inTurn<T>(atOnce: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    }),
  );
}
