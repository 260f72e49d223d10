import { randomUUID } from 'node:crypto';
import { lineItemRecord, orderRecord, type SimulatedStore } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PlatformBStore } from '../../src/platform-b/client/store.entity.js';
import { given } from '../factories/given.js';
import { eventOf, idOf, StageB, wireOrder } from '../setup/platform-b.js';

let stage: StageB;
let store: SimulatedStore;
let orders = 3_000;

beforeAll(async () => {
  stage = await StageB.start();
  store = await stage.installed();
});
afterAll(() => stage?.stop());
beforeEach(() => store.faults.clear());

type Json = Record<string, unknown>;

/** Puts an order into the store and sends its event. Resolves when it is read. */
async function told(id: number, changes: Json, coupons: readonly Json[] = []): Promise<void> {
  store.putRawOrder({ order: wireOrder(id, { customer_id: id, ...changes }), coupons });
  const token = { 'x-platform-b-webhook-token': stage.hookToken(store), 'webhook-id': randomUUID() };
  expect((await stage.post(eventOf(store, id), token)).status).toBe(200);
  await stage.app.settled();
}
const fresh = (): number => (orders += 1);
const coupon = (changes: Json = {}): Json => ({ id: 3, coupon_id: 1, code: 'rk-ab12', amount: 5, type: 5, ...changes });
const couponCalls = (id: number): string[] => stage.orderCalls(store, id).filter((path) => path.includes('/coupons'));

async function stored(id: number): Promise<{ codes: string[] | null; counted: boolean; net: string } | undefined> {
  const [row] = await stage.app.sql<{ codes: string[] | null; counted: boolean; net: string }>(
    `SELECT discount_codes AS codes, counted, round(net, 2)::text AS net FROM orders
      WHERE retailer_id = $1 AND external_id = $2`,
    [idOf(store), String(id)],
  );
  return row;
}

describe('the coupons of an order', () => {
  it('DB11: are read for an order with a discount, and their codes are stored in capitals', async () => {
    const id = fresh();
    await told(id, { coupon_discount: '4.5000' }, [coupon({ order_id: id, discount: '4.5000' })]);
    expect(await stored(id)).toEqual({ codes: ['RK-AB12'], counted: true, net: '69.84' });
    expect(couponCalls(id)).toHaveLength(1);
  });

  it('DB12: may be none, and are not read where nothing was taken off', async () => {
    const [none, whole] = [fresh(), fresh()];
    await told(none, { discount_amount: '2.0000' });
    expect(await stored(none)).toMatchObject({ codes: null, counted: true });
    expect(couponCalls(none)).toHaveLength(1);
    await told(whole, { coupon_discount: '0.0000', discount_amount: 0 });
    expect(couponCalls(whole)).toHaveLength(0);
  });

  it('DB13: may have no code', async () => {
    const id = fresh();
    await told(id, { coupon_discount: '4.5000' }, [coupon({ code: null }), coupon({ code: ' ' }), coupon()]);
    expect(await stored(id)).toMatchObject({ codes: ['RK-AB12'] });
  });

  it('DB14: have amounts as numbers or texts', async () => {
    const [number, text] = [fresh(), fresh()];
    await told(number, { coupon_discount: 4.5 }, [coupon({ amount: 4.5, discount: 4.5 })]);
    await told(text, { coupon_discount: '4.50' }, [coupon({ amount: '4.5', discount: '4.5000' })]);
    expect(await stored(number)).toEqual(await stored(text));
  });

  it('DB15: count once, however often they are listed and read', async () => {
    const id = fresh();
    for (let times = 0; times < 2; times += 1) await told(id, { coupon_discount: '4.5000' }, [coupon(), coupon()]);
    expect(await stored(id)).toMatchObject({ codes: ['RK-AB12'] });
  });

  it('DB16: stay with an order that no longer counts, whose amount falls back', async () => {
    const id = fresh();
    await told(id, { coupon_discount: '4.5000' }, [coupon()]);
    await told(id, { coupon_discount: '4.5000', status_id: 5 }, [coupon()]);
    expect(await stored(id)).toEqual({ codes: ['RK-AB12'], counted: false, net: '0.00' });
    expect(couponCalls(id)).toHaveLength(1);
  });

  it('are read again after the store was unreachable', async () => {
    const id = fresh();
    store.faults.next('serverError', 1, { on: 'coupons' });
    await given(stage.app).set(PlatformBStore, { failures: 0, pausedUntil: null });
    await told(id, { coupon_discount: '4.5000' }, [coupon()]);
    expect(await stored(id)).toMatchObject({ codes: ['RK-AB12'] });
  });

  it('are read for every order that counts once an offer of ours ships free', async () => {
    const id = fresh();
    await given(stage.app).set(PlatformBStore, { shipsFree: true }, { retailerId: idOf(store) });
    await told(id, { coupon_discount: '0.0000' }, [coupon({ code: 'RK-SHIP', type: 5, discount: 0 })]);
    expect(await stored(id)).toMatchObject({ codes: ['RK-SHIP'] });
    const unpaid = fresh();
    await told(unpaid, { status_id: 0 }, [coupon()]);
    expect(couponCalls(unpaid)).toHaveLength(0);
    await given(stage.app).set(PlatformBStore, { shipsFree: false }, { retailerId: idOf(store) });
  });

  it('are in the records that the first read of a store brings', async () => {
    const past = stage.newStore();
    const lineItems = [lineItemRecord({ id: '71', title: 'Mug', priceCents: 2_000 })];
    const order = orderRecord({ id: '7', number: 7, createdAt: Date.now() - 60_000, lineItems, discountCents: 200 });
    past.apply({
      topic: 'orders/create',
      at: Date.now(),
      webhookId: 'w',
      eventId: 'e',
      order: { ...order, discountCodes: ['rk-old'] },
    });
    await stage.installed(past);
    const rows = await stage.app.sql('SELECT discount_codes AS codes FROM orders WHERE retailer_id = $1', [idOf(past)]);
    expect(rows).toEqual([{ codes: ['RK-OLD'] }]);
  });
});
