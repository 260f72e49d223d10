import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Delivery } from '../../src/inbox/delivery.entity.js';
import { ahead, given } from '../factories/given.js';
import { anOrder, json, newId } from '../factories/wire.js';
import { AdminClient, ISO_UTC, keysOf, NOBODY, type Page, pointersOf, type Problem } from '../setup/admin-client.js';
import { type Answer, TestApp } from '../setup/test-app.js';
import { deliver, installStore } from '../setup/webhooks.js';

let app: TestApp;
let admin: AdminClient;
let retailerId: string;

beforeAll(async () => {
  app = await TestApp.start();
  admin = new AdminClient(app);
  ({ retailerId } = await installStore(app));
});
afterAll(() => app.stop());

interface DeliveryAnswer {
  id: string;
  deliveryId: string;
  status: string;
  attempts: number;
  receivedAt: string;
  problem: string | null;
}

describe('deliveries', () => {
  const newest = async (query = ''): Promise<DeliveryAnswer[]> =>
    (await admin.get<Page<DeliveryAnswer>>(`/admin/deliveries?retailerId=${retailerId}${query}`)).body.items;
  const send = async (topic: string, body: string): Promise<DeliveryAnswer> => {
    const webhookId = randomUUID();
    await deliver(app.url, { topic, body, webhookId });
    await app.settled();
    const found = (await newest('&limit=200')).find(({ deliveryId }) => deliveryId === webhookId);
    if (!found) throw new Error('the delivery is not in the list');
    return found;
  };

  it('are listed in the shape of the contract', async () => {
    const delivery = await send('orders/create', json(anOrder({ customerId: 920 })));
    expect(delivery).toEqual({
      id: expect.any(String) as unknown,
      retailerId,
      platform: 'platform-a',
      topic: 'orders/create',
      deliveryId: delivery.deliveryId,
      status: 'processed',
      attempts: 1,
      receivedAt: expect.stringMatching(ISO_UTC) as unknown,
      processedAt: expect.stringMatching(ISO_UTC) as unknown,
      problem: null,
      problemParts: null,
      emptiedAt: null,
    });
    expect((await admin.get(`/admin/deliveries/${delivery.id}`)).body).toEqual(delivery);
  });

  it('are listed newest first without gaps or repeats, even if many share an instant and more arrive', async () => {
    const { retailerId: other } = await installStore(app, 'shop2.myshopify.com');
    await app.sql(
      `INSERT INTO deliveries (retailer_id, id, topic, delivery_id, body, received_at, status, processed_at)
       SELECT $1, gen_random_uuid(), 'orders/create', n::text, '\\x00', timestamptz '2026-01-01' + (n / 10) * interval '1 microsecond', 'processed', now()
         FROM generate_series(1, 100) n`,
      [other],
    );
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await admin.get<Page<DeliveryAnswer>>(`/admin/deliveries?retailerId=${other}&limit=7${cursor}`);
      seen.push(...body.items.map(({ deliveryId }) => deliveryId));
      cursor = body.nextCursor ? `&cursor=${body.nextCursor}` : '';
      await deliver(app.url, { topic: 'orders/create', body: json(anOrder()), shop: 'shop2.myshopify.com' });
    } while (cursor);
    const places = seen.map((id) => Math.floor(Number(id) / 10));
    expect(places).toEqual(places.toSorted((a, b) => b - a));
    expect(new Set(seen).size).toBe(100);
    expect(seen).toHaveLength(100);
    const { body } = await admin.get<Page<DeliveryAnswer>>('/admin/deliveries?limit=200');
    const times = body.items.map(({ receivedAt }) => receivedAt);
    expect(times).toEqual(times.toSorted().toReversed());
    await app.settled();
  });

  it('that failed are listed, and succeed on a replay once the cause is fixed', async () => {
    const broken = await send('orders/create', '{"id":"none"}');
    expect(broken.status).toBe('failed');
    expect((await newest('&status=failed')).map(({ id }) => id)).toEqual([broken.id]);
    const orderId = newId();
    await given(app).set(
      Delivery,
      { body: Buffer.from(json(anOrder({ id: orderId, customerId: 921 }))) },
      { id: broken.id },
    );
    const replayed = await app.admin<DeliveryAnswer>('POST', `/admin/deliveries/${broken.id}/replay`);
    expect(replayed.status).toBe(202);
    expect(replayed.body).toMatchObject({ id: broken.id, problem: null });
    await app.settled();
    expect((await admin.get<DeliveryAnswer>(`/admin/deliveries/${broken.id}`)).body).toMatchObject({
      status: 'processed',
      attempts: 1,
    });
    expect((await admin.get(`/admin/retailers/${retailerId}/orders/${orderId}`)).status).toBe(200);
    expect(await newest('&status=failed')).toEqual([]);
  });

  it('count once even if they are replayed', async () => {
    const delivery = await send('orders/create', json(anOrder({ customerId: 922, total: '33.00' })));
    const replayed = await app.admin<DeliveryAnswer>(
      'POST',
      `/admin/deliveries/${delivery.id}/replay`,
      {},
      { prefer: 'wait=20' },
    );
    expect(replayed).toMatchObject({ status: 200, body: { status: 'processed' } });
    const { body } = await admin.get<Page<object>>(`/admin/retailers/${retailerId}/customers?externalId=922`);
    expect(body.items).toMatchObject([{ ordersCount: 1, totalSpent: '33.00' }]);
  });

  it('are not replayed while they are pending', async () => {
    const delivery = await send('orders/create', json(anOrder({ customerId: 923 })));
    await given(app).set(Delivery, { status: 'pending', dueAt: ahead(1, 'hour') }, { id: delivery.id });
    expect(await app.admin('POST', `/admin/deliveries/${delivery.id}/replay`)).toMatchObject({
      status: 409,
      body: { code: 'delivery_pending' },
    });
    await given(app).set(Delivery, { status: 'processed' }, { id: delivery.id });
  });

  it('show what they would do in a dry run, and change nothing', async () => {
    const delivery = await send('orders/create', json(anOrder({ customerId: 924, total: '10.00' })));
    await given(app).set(
      Delivery,
      { body: Buffer.from(json(anOrder({ customerId: 924, total: '15.00' }))) },
      { id: delivery.id },
    );
    const state = (): Promise<object[]> =>
      app.sql(
        `SELECT (SELECT md5(string_agg(d::text, '' ORDER BY id)) FROM deliveries d) AS deliveries,
                (SELECT md5(string_agg(c::text, '' ORDER BY id)) FROM customers c) AS customers,
                (SELECT md5(string_agg(o::text, '' ORDER BY external_id)) FROM orders o) AS orders,
                (SELECT count(*) FROM customer_changes) AS changes`,
      );
    const before = await state();
    const trial = await app.admin('POST', `/admin/deliveries/${delivery.id}/replay`, { dryRun: true });
    expect(trial.status).toBe(200);
    expect(trial.body).toMatchObject({
      dryRun: true,
      outcome: { status: 'processed', problem: null },
      customers: [
        {
          externalId: '924',
          before: { ordersCount: 1, totalSpent: '10.00' },
          after: { ordersCount: 2, totalSpent: '25.00' },
        },
      ],
    });
    expect(await state()).toEqual(before);
  });

  it('report a new customer, or no change, in a dry run', async () => {
    const delivery = await send('orders/create', json(anOrder({ customerId: 925 })));
    const trial = (): Promise<Answer> => app.admin('POST', `/admin/deliveries/${delivery.id}/replay`, { dryRun: true });
    expect((await trial()).body).toMatchObject({ outcome: { status: 'processed' }, customers: [] });
    await given(app).set(Delivery, { body: Buffer.from(json(anOrder({ customerId: 926 }))) }, { id: delivery.id });
    expect((await trial()).body).toMatchObject({
      customers: [{ externalId: '926', before: null, after: { ordersCount: 1 } }],
    });
    await given(app).set(Delivery, { body: Buffer.from('[') }, { id: delivery.id });
    expect((await trial()).body).toMatchObject({
      outcome: { status: 'failed', problem: expect.any(String) as unknown },
      customers: [],
    });
  });

  it('are not replayed if the body has an unknown key', async () => {
    const answer = await app.admin<Problem>('POST', `/admin/deliveries/${NOBODY}/replay`, { dryrun: true });
    expect(answer.status).toBe(422);
    expect(pointersOf(answer)).toEqual(['/dryrun']);
  });
});

describe('queues', () => {
  it('are listed with the counts of waiting jobs and of the inbox', async () => {
    await app.settled();
    const { body } = await admin.get<{ queues: { name: string }[]; inbox: object }>('/admin/queues');
    expect(body.queues.map(({ name }) => name)).toContain('intake.process');
    expect(keysOf(body.queues[0])).toEqual(['active', 'delayed', 'failed', 'name', 'oldestWaitingSeconds', 'waiting']);
    expect(body.inbox).toEqual({ pending: 0, failed: 0, oldestPendingSeconds: 0 });
  });
});
