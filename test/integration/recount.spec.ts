import { Database } from '#libs/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Order } from '../../src/commerce/model/order.entity.js';
import { Recount } from '../../src/commerce/recount/recount.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { Transition } from '../../src/segmentation/membership/transition.entity.js';
import { given, stored } from '../factories/given.js';
import { anOrder, newId } from '../factories/wire.js';
import { IdleApp } from '../setup/idle-app.js';
import { defineSegments } from '../setup/store-state.js';
import { installStore } from '../setup/webhooks.js';

let app: IdleApp;
let retailerId: string;
let brandId: string;

beforeAll(async () => {
  app = await IdleApp.start();
  ({ retailerId, brandId } = await installStore(app));
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.sql('TRUNCATE orders, refunds, recounts, customer_changes, deliveries');
  await given(app).delete(Customer);
  await given(app).set(Retailer, { settings: {} });
});

const state = async () => {
  const [row] = await app.sql<{ counted: number; customers: number; spent: string }>(
    `SELECT (SELECT count(*)::int FROM orders WHERE counted) AS counted,
            (SELECT count(*)::int FROM customers WHERE orders_count > 0) AS customers,
            (SELECT sum(total_spent)::text FROM customers) AS spent`,
  );
  return row;
};
const place = () => stored(app).rows(Recount, {}, 'cursor');

/** Inserts orders without the service: for each customer a pending one of 10.00 and a paid one of 1.00. */
async function fill(customers: number): Promise<void> {
  await app.sql(
    `INSERT INTO customers (retailer_id, id, external_id, orders_count, total_spent, first_order_at, last_order_at)
     SELECT $1, gen_random_uuid(), n::text, 1, 1, '2026-01-01Z', '2026-01-01Z' FROM generate_series(1, $2::int) n`,
    [retailerId, customers],
  );
  for (const [status, total, counted] of [
    ['pending', 10, false],
    ['paid', 1, true],
  ]) {
    await app.sql(
      `INSERT INTO orders (retailer_id, external_id, customer_id, currency, total, refunded, net, counted, reason,
                           financial_status, test, product_ids, ordered_at, platform_updated_at)
       SELECT $1, $2 || external_id, id, 'USD', $3::numeric, 0, CASE WHEN $4 THEN $3::numeric ELSE 0 END, $4, 'x', $2,
              false, '{}', '2026-01-01Z', '2026-01-01Z' FROM customers`,
      [retailerId, status, total, counted],
    );
  }
}

describe('a change of the counting rule', () => {
  it('counts all orders again, and once more when the rule changes back', async () => {
    await fill(700);
    await app.change(retailerId, true);
    expect(await place()).toEqual([{ cursor: null }]);
    await app.workRecount(retailerId);
    expect(await state()).toEqual({ counted: 1_400, customers: 700, spent: '7700.0000' });
    expect(await app.sql('SELECT DISTINCT cause FROM customer_changes')).toEqual([{ cause: 'settings' }]);
    expect(await place()).toEqual([]);
    await app.change(retailerId, false);
    await app.workRecount(retailerId);
    expect(await state()).toEqual({ counted: 700, customers: 700, spent: '700.0000' });
  });

  it('starts no recount if the setting stays the same', async () => {
    await app.change(retailerId, false);
    expect(await place()).toEqual([]);
  });

  it('continues from the saved cursor, and starts again after another change', async () => {
    await fill(10);
    const ids = await app.sql<{ id: string }>('SELECT id FROM customers ORDER BY id');
    await given(app).insert(Recount, { retailerId, cursor: ids[5]?.id });
    await given(app).set(Retailer, { settings: { countUnpaidOrders: true } });
    await app.workRecount(retailerId);
    // Four customers come after the saved cursor.
    expect(await state()).toMatchObject({ counted: 14 });
    await given(app).insert(Recount, { retailerId, cursor: ids[9]?.id });
    await app.change(retailerId, false);
    await app.workRecount(retailerId);
    expect(await state()).toMatchObject({ counted: 10 });
  });

  it('counts orders without a customer, too', async () => {
    await fill(700);
    await given(app).set(Order, { customerId: null });
    await app.change(retailerId, true);
    await app.workRecount(retailerId);
    expect(await state()).toMatchObject({ counted: 1_400 });
  });

  it('never mixes two rules in the facts of a customer, whatever evaluates the customer meanwhile', async () => {
    await fill(700);
    await given(app).set(Order, { financialStatus: 'pending', counted: false, net: '0' });
    await given(app).set(Customer, { ordersCount: 0, totalSpent: '0' });
    await defineSegments(app, { retailerId, brandId }, { once: { minOrders: 1, maxOrders: 1 } });
    await given(app).set(Segment, { status: 'ready' });
    const database = app.get(Database);
    const transaction = database.transaction.bind(database);
    let looking = false;
    const spy = vi.spyOn(database, 'transaction').mockImplementation(async (retailer, work) => {
      const result = await transaction(retailer, work);
      if (looking) return result;
      looking = true;
      await app.workChanges(retailerId);
      looking = false;
      return result;
    });
    onTestFinished(() => spy.mockRestore());
    await app.change(retailerId, true);
    await app.workRecount(retailerId);
    expect(await state()).toMatchObject({ counted: 1_400, customers: 700 });
    expect(await stored(app).rows(Transition)).toEqual([]);
  });

  it('applies to all orders of a customer that a delivery touches before the recount does', async () => {
    const [first, second] = [newId(), newId()];
    await app.post(retailerId, [{ id: 'p1', topic: 'orders/create', body: anOrder({ id: first, status: 'pending' }) }]);
    await app.workInbox();
    await app.change(retailerId, true);
    await app.post(retailerId, [{ id: 'p2', topic: 'orders/create', body: anOrder({ id: second }) }]);
    await app.workInbox();
    expect(await stored(app).rows(Customer, {}, 'ordersCount')).toEqual([{ ordersCount: 2 }]);
    await app.workRecount(retailerId);
    expect(await stored(app).rows(Customer, {}, 'ordersCount')).toEqual([{ ordersCount: 2 }]);
  });

  it('can be run by several workers at once', async () => {
    await fill(1_200);
    await app.change(retailerId, true);
    await Promise.all([1, 2, 3].map(() => app.workRecount(retailerId)));
    expect(await state()).toEqual({ counted: 2_400, customers: 1_200, spent: '13200.0000' });
  });

  it('waits for deliveries that are written by the old rule, and counts them too', async () => {
    const id = newId();
    await app.post(retailerId, [{ id: 'd1', topic: 'orders/create', body: anOrder({ id, status: 'pending' }) }]);
    await app.database.heldUp('LOCK TABLE orders IN SHARE MODE', async () => {
      const writing = app.workInbox();
      await app.database.waiting(1);
      await Promise.all([writing, app.change(retailerId, true)]);
    });
    await app.workRecount(retailerId);
    expect(await stored(app).rows(Order, {}, 'counted', 'reason')).toEqual([{ counted: true, reason: 'pending' }]);
  });
});
