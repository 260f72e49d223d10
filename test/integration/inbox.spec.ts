import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { DeliveryReplaysService } from '../../src/admin/delivery-replays.service.js';
import type { ReplayTrialAnswer } from '../../src/admin/dto/deliveries.dto.js';
import { Order } from '../../src/commerce/model/order.entity.js';
import { Delivery } from '../../src/inbox/delivery.entity.js';
import { deliveryIdOf } from '../../src/inbox/delivery-id.js';
import type { NewDelivery } from '../../src/inbox/inbox.repository.js';
import { IntakeHandler } from '../../src/inbox/intake.handler.js';
import { given, stored } from '../factories/given.js';
import { anOrder, json, newId } from '../factories/wire.js';
import { IdleApp } from '../setup/idle-app.js';
import { metricsOf } from '../setup/metrics.js';
import { expectConsistency } from '../setup/store-state.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { deliver, installStore, SHOP } from '../setup/webhooks.js';

interface DeliveryRow {
  readonly status: string;
  readonly attempts: number;
  readonly problem: string | null;
  readonly waits: boolean;
}

describe('a delivery that the database refuses', () => {
  let app: IdleApp;
  let retailerId: string;
  const [poison, ...good] = Array.from({ length: 30 }, newId) as [number, ...number[]];

  beforeEach(async () => {
    app = await IdleApp.start();
    ({ retailerId } = await installStore(app));
    await app.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'out of ink'; END $$`);
    await app.sql(
      `CREATE TRIGGER refuse BEFORE INSERT ON orders FOR EACH ROW WHEN (NEW.external_id = '${poison}')
       EXECUTE FUNCTION refuse()`,
    );
    const orders = [...good.slice(0, 15), poison, ...good.slice(15)];
    await app.post(
      retailerId,
      orders.map((id) => ({ id: String(id), topic: 'orders/create', body: anOrder({ id }) })),
    );
  });
  afterEach(() => app.stop());

  const state = async (id: number): Promise<DeliveryRow | undefined> => {
    const [row] = await app.sql<DeliveryRow>(
      `SELECT status, attempts, problem, due_at > received_at AS waits FROM deliveries WHERE delivery_id = $1`,
      [String(id)],
    );
    return row;
  };
  /** Makes the pause before the next attempt so long that no slow machine outlasts it. */
  const makeWait = () => given(app).set(Delivery, { dueAt: new Date(Date.now() + 3_600_000) }, { status: 'pending' });
  /** Ends the pause. */
  const makeDue = () => given(app).set(Delivery, { dueAt: new Date() }, { status: 'pending' });

  it('fails alone: the others of its batch are processed, and it is retried after a pause', async () => {
    await app.workInbox();
    for (const id of good) expect(await state(id)).toMatchObject({ status: 'processed', attempts: 1 });
    expect(await state(poison)).toEqual({ status: 'pending', attempts: 1, problem: 'out of ink', waits: true });
    expect(await stored(app).rows(Order)).toHaveLength(good.length);
    await makeWait();
    await app.workInbox();
    expect(await state(poison)).toMatchObject({ attempts: 1 });
    await app.sql('DROP TRIGGER refuse ON orders');
    await makeDue();
    await app.workInbox();
    expect(await state(poison)).toMatchObject({ status: 'processed', attempts: 2, problem: null });
    expect(await stored(app).rows(Order)).toHaveLength(good.length + 1);
  });

  it('does not admit a second delivery with the same bytes under another store', async () => {
    const other = await installStore(app, 'two.myshopify.com');
    const id = newId();
    await app.post(other.retailerId, [{ id: String(id), topic: 'orders/create', body: anOrder({ id }) }]);
    const bodyHash = randomUUID();
    await given(app).set(Delivery, { bodyHash }, { deliveryId: [String(good[0]), String(id)] });
    await app.workInbox();
    expect(await state(good[0] ?? 0)).toMatchObject({ status: 'processed' });
    expect(await state(id)).toMatchObject({ status: 'ignored' });
    expect(await stored(app).rows(Order, { retailerId: other.retailerId })).toEqual([]);
  });

  it('has failed after ten attempts, and stays visible to admins', async () => {
    for (let tries = 1; tries < 10; tries += 1) {
      await app.workInbox();
      expect(await state(poison)).toMatchObject({ status: 'pending', attempts: tries });
      await makeDue();
    }
    await app.workInbox();
    expect(await state(poison)).toMatchObject({ status: 'failed', attempts: 10, problem: 'out of ink' });
    await app.workInbox();
    expect(await state(poison)).toMatchObject({ status: 'failed', attempts: 10 });
  });
});

describe('large deliveries', () => {
  let app: IdleApp;
  let retailerId: string;
  beforeEach(async () => {
    app = await IdleApp.start();
    ({ retailerId } = await installStore(app));
  });
  afterEach(() => app.stop());

  const large = (id: number) => ({
    id: String(id),
    topic: 'orders/create',
    body: anOrder({ id, extra: { note: 'x'.repeat(3 * 1024 * 1024) } }),
  });
  const processed = async (): Promise<number> => (await stored(app).rows(Delivery, { status: 'processed' })).length;
  /** Jobs that were enqueued for the next batch. */
  const rung = async (): Promise<number> => (await app.queues.get('intake.process')?.getWaitingCount()) ?? 0;

  it('are processed a few at a time, and a job for the next is enqueued', async () => {
    await app.post(retailerId, [1, 2, 3, 4, 5].map(large));
    await app.workInbox();
    expect(await processed()).toBe(3);
    await waitFor(async () => (await rung()) === 1);
    await app.workInbox();
    expect(await processed()).toBe(5);
  });

  it('of one group commit are processed a few at a time too, with no others', async () => {
    const ids = [1, 2, 3, 4, 5];
    await app.post(retailerId, [...ids, 6].map(large));
    await app.get(IntakeHandler).run({
      retailerIds: ids.map(() => retailerId),
      deliveryIds: ids.map((id) => deliveryIdOf(retailerId, String(id))),
    });
    expect(await processed()).toBe(3);
    await waitFor(async () => (await rung()) === 1);
  });

  it('are processed with a batch of small ones, none twice', async () => {
    const small = Array.from({ length: 20 }, (_, index) => ({ ...large(100 + index), body: anOrder() }));
    await app.post(retailerId, [large(1), ...small]);
    await app.get(IntakeHandler).run({
      retailerIds: [retailerId],
      deliveryIds: [deliveryIdOf(retailerId, '1')],
    });
    expect(await app.sql('SELECT attempts, count(*)::int FROM deliveries GROUP BY 1')).toEqual([
      { attempts: 1, count: 21 },
    ]);
    expect(await rung()).toBe(0);
  });
});

describe('the dry run of a replay', () => {
  let app: IdleApp;
  let retailerId: string;
  beforeEach(async () => {
    app = await IdleApp.start();
    ({ retailerId } = await installStore(app));
  });
  afterEach(() => app.stop());

  const imported = { source_name: 'order-importer' };
  /** The customers whose facts a replay would change. */
  const tryOut = async (body: object): Promise<string[]> => {
    await app.post(retailerId, [{ id: 'tried', topic: 'orders/create', body }]);
    const { answer } = await app.get(DeliveryReplaysService).run(deliveryIdOf(retailerId, 'tried'), true, 0);
    return (answer as ReplayTrialAnswer).customers.map(({ externalId }) => externalId);
  };

  it('names the customer of an imported order', async () => {
    expect(await tryOut(anOrder({ customerId: 31, extra: imported }))).toEqual(['31']);
  });

  it('names only the customer of an imported order, also while another change of that customer waits', async () => {
    const others = [31, 32].map((customerId) => ({
      id: String(customerId),
      topic: 'orders/create',
      body: anOrder({ customerId }),
    }));
    await app.post(retailerId, others);
    await app.workInbox();
    expect(await tryOut(anOrder({ customerId: 31, extra: imported }))).toEqual(['31']);
  });
});

describe('two groups of the same deliveries in opposite order', () => {
  it('are stored at the same moment without a deadlock', async () => {
    const app = await IdleApp.start();
    try {
      const { retailerId } = await installStore(app);
      const group = Array.from({ length: 64 }, () => newDelivery(retailerId)).sort((a, b) => (a.id < b.id ? -1 : 1));
      const middle = group[32]?.id;
      const stored = await app.database.heldUp(
        `INSERT INTO deliveries (retailer_id, id, topic, delivery_id, body)
         VALUES ('${retailerId}', '${middle}', 'orders/create', 'held', '{}')`,
        () => Promise.all([app.store(group), app.store(group.toReversed())]),
      );
      expect(stored[0] + stored[1]).toBe(64);
    } finally {
      await app.stop();
    }
  });
});

describe('the running inbox', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await TestApp.start();
  });
  afterEach(() => app.stop());

  const backlog = async (retailerId: string, orders: readonly object[]): Promise<void> => {
    const rows = orders.map((order) => {
      const delivery = randomUUID();
      return { id: deliveryIdOf(retailerId, delivery), delivery, body: json(order) };
    });
    await app.sql(
      `INSERT INTO deliveries (retailer_id, id, topic, delivery_id, body)
       SELECT $1, id, 'orders/create', delivery, convert_to(body, 'UTF8')
         FROM json_to_recordset($2::json) AS r (id uuid, delivery text, body text)`,
      [retailerId, JSON.stringify(rows)],
    );
  };

  it('finds a delivery whose job was lost', async () => {
    const { retailerId } = await installStore(app);
    await backlog(retailerId, [anOrder({ id: 11 })]);
    await app.settled(15_000);
    expect(await stored(app).rows(Order, {}, 'externalId')).toEqual([{ externalId: '11' }]);
  });

  it('shows a failed delivery, runs it dry, and processes it after a replay', async () => {
    const { retailerId } = await installStore(app);
    const webhookId = randomUUID();
    await deliver(app.url, { topic: 'orders/create', body: json(anOrder({ id: 12, customerId: 5 })), webhookId });
    await app.settled();
    await given(app).set(Delivery, { status: 'failed', attempts: 10, problem: 'out of ink' });
    await given(app).delete(Order);
    const list = await app.admin<{ items: { id: string; deliveryId: string; problem: string }[] }>(
      'GET',
      `/admin/deliveries?retailerId=${retailerId}&status=failed`,
    );
    expect(list.body.items).toMatchObject([{ deliveryId: webhookId, problem: 'out of ink', attempts: 10 }]);
    const path = `/admin/deliveries/${list.body.items[0]?.id}/replay`;
    const trial = await app.admin('POST', path, { dryRun: true });
    expect(trial).toMatchObject({ status: 200, body: { dryRun: true, outcome: { status: 'processed' } } });
    expect(await stored(app).rows(Order)).toEqual([]);
    const replay = await app.admin('POST', path, {}, { prefer: 'wait=10' });
    expect(replay).toMatchObject({ status: 200, body: { status: 'processed', attempts: 1, problem: null } });
    expect(await stored(app).rows(Order, {}, 'externalId')).toEqual([{ externalId: '12' }]);
  });

  // On a cluster the trigger would run on the nodes, which do not have its table.
  it.skipIf(inject('nodes').length > 1)('is shared by two workers, which process no delivery twice', async () => {
    await app.sql(`CREATE TABLE done (id uuid)`);
    await app.sql(`GRANT INSERT ON done TO PUBLIC`);
    await app.sql(
      `CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN INSERT INTO done VALUES (NEW.id); RETURN NULL; END $$`,
    );
    await app.sql(
      `CREATE TRIGGER note AFTER UPDATE ON deliveries FOR EACH ROW WHEN (NEW.status = 'processed')
       EXECUTE FUNCTION note()`,
    );
    const other = await app.startAnother({ ROLE: 'worker' });
    try {
      for (const shop of [SHOP, 'two.myshopify.com', 'three.myshopify.com']) {
        const { retailerId } = await installStore(app, shop);
        await backlog(
          retailerId,
          Array.from({ length: 500 }, (_, i) => anOrder({ customerId: 1 + (i % 50) })),
        );
      }
      await app.settled();
      const [work] = await app.sql(`SELECT count(*)::int AS times, count(DISTINCT id)::int AS deliveries FROM done`);
      expect(work).toEqual({ times: 1_500, deliveries: 1_500 });
      await waitFor(async () => (await processedBy(app)) + (await processedBy(other)) === 1_500);
      expect(Math.min(await processedBy(app), await processedBy(other))).toBeGreaterThan(0);
      await expectConsistency(app);
    } finally {
      await other.stop();
    }
  });

  it('counts each of many deliveries once, although many copies come at the same moment', async () => {
    await installStore(app);
    const sent = Array.from({ length: 40 }, (_, i) => ({
      topic: 'orders/create',
      webhookId: randomUUID(),
      body: json(anOrder({ customerId: 1 + (i % 7), total: '10.00' })),
    }));
    const rounds = Array.from({ length: 6 }, (_, round) => (round % 2 === 0 ? sent : sent.toReversed()));
    const answers = await Promise.all(rounds.flat().map((one) => deliver(app.url, one)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await app.settled();
    const [row] = await app.sql(
      `SELECT sum(orders_count)::int AS orders, sum(total_spent)::int AS spent FROM customers`,
    );
    expect(row).toEqual({ orders: 40, spent: 400 });
  });
});

function newDelivery(retailerId: string): NewDelivery {
  const deliveryId = randomUUID();
  const id = deliveryIdOf(retailerId, deliveryId);
  return {
    retailerId,
    id,
    deliveryId,
    topic: 'orders/create',
    eventId: null,
    triggeredAt: null,
    body: Buffer.from('{}'),
    bodyHash: null,
  };
}

/** How many deliveries this process has processed. */
async function processedBy(app: TestApp): Promise<number> {
  const metrics = await metricsOf(app);
  return Number(/^rekindle_intake_latency_seconds_count (\d+)/m.exec(metrics)?.[1] ?? 0);
}
