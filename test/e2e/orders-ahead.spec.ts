import { randomUUID } from 'node:crypto';
import type { SimulatedStore } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Brand } from '../../src/retailers/brand.entity.js';
import { stored } from '../factories/given.js';
import { anOrder, json } from '../factories/wire.js';
import { eventOf, idOf, StageB, wireOrder } from '../setup/platform-b.js';
import { deliver, installStore, SHOP } from '../setup/webhooks.js';

const DAY_MS = 86_400_000;
const AHEAD = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 30 * DAY_MS);
const CUSTOMER = 77;
const ORDER = 4_711;

let stage: StageB;
let store: SimulatedStore;
let onA: { readonly retailerId: string; readonly brandId: string };
let onB: typeof onA;

beforeAll(async () => {
  stage = await StageB.start();
  onA = await installStore(stage.app);
  store = await stage.installed();
  const [brand] = await stored(stage.app).rows(Brand, { retailerId: idOf(store) }, 'id');
  onB = { retailerId: idOf(store), brandId: brand?.id ?? '' };
});
afterAll(() => stage?.stop());

/** Sends the order in each platform's way, with the date that the store gives it. */
const send = {
  'platform A': async (at: Date, total: string): Promise<void> => {
    const order = anOrder({ id: ORDER, customerId: CUSTOMER, total, processedAt: at.toISOString() });
    const body = json({ ...order, updated_at: new Date().toISOString() });
    await deliver(stage.app.url, { topic: 'orders/updated', shop: SHOP, body });
  },
  'platform B': async (at: Date, total: string): Promise<void> => {
    const created = at.toUTCString().replace('GMT', '+0000');
    const order = wireOrder(ORDER, { customer_id: CUSTOMER, date_created: created, total_inc_tax: total });
    store.putRawOrder({ order });
    const token = { 'x-platform-b-webhook-token': stage.hookToken(store) };
    await stage.post(eventOf(store, ORDER), { ...token, 'webhook-id': randomUUID() });
  },
};

interface Order {
  readonly orderedAt: string;
  readonly cameInAt: string;
}

describe.each([
  ['platform A', () => onA],
  ['platform B', () => onB],
] as const)('an order of %s that is dated ahead', (platform, of) => {
  const order = async () =>
    (await stage.app.admin<Order>('GET', `/admin/retailers/${of().retailerId}/orders/${ORDER}`)).body;
  const preview = async (criteria: object, asOf?: Date): Promise<number> => {
    const body = { brandId: of().brandId, criteria, ...(asOf ? { asOf: asOf.toISOString() } : {}) };
    return (await stage.app.admin<{ count: number }>('POST', '/admin/segments/preview', body)).body.count;
  };

  it('was placed when it came in, now and at any instant', async () => {
    const before = new Date();
    await send[platform](AHEAD, '50.00');
    await stage.app.settled();
    const { orderedAt, cameInAt } = await order();
    expect(orderedAt).toBe(cameInAt);
    expect(Date.parse(cameInAt)).toBeGreaterThanOrEqual(before.getTime());
    expect(Date.parse(cameInAt)).toBeLessThanOrEqual(Date.now());
    const after = new Date();
    for (const criteria of [{ minOrders: 1 }, { lastOrderWithinDays: 1 }, { minPurchaseAmount: '50' }]) {
      const counts = [await preview(criteria), await preview(criteria, after), await preview(criteria, before)];
      expect(counts).toEqual([1, 1, 0]);
    }
    const inTime = new Date(Date.parse(cameInAt) + 1.5 * DAY_MS);
    expect(await preview({ lastOrderOlderThanDays: 1 }, inTime)).toBe(1);
    expect(await preview({ lastOrderOlderThanDays: 2 }, inTime)).toBe(0);
  });

  it('keeps that instant when it changes, and takes an earlier date', async () => {
    const { cameInAt } = await order();
    await send[platform](AHEAD, '60.00');
    await stage.app.settled();
    expect(await order()).toMatchObject({ total: '60.00', cameInAt, orderedAt: cameInAt });
    const yesterday = new Date(Math.floor(Date.now() / 1_000) * 1_000 - DAY_MS);
    await send[platform](yesterday, '60.00');
    await stage.app.settled();
    expect(await order()).toMatchObject({ cameInAt, orderedAt: yesterday.toISOString() });
  });
});
