import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '#libs/database';
import { CustomerChange } from '../../src/commerce/model/customer-change.entity.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { RfmHandler } from '../../src/segmentation/clock/rfm.handler.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { SegmentEvent } from '../../src/segmentation/events/segment-event.entity.js';
import { Membership } from '../../src/segmentation/membership/membership.entity.js';
import { SegmentationService } from '../../src/segmentation/segments/segmentation.service.js';
import { given, stored } from '../factories/given.js';
import { anOrder, newId } from '../factories/wire.js';
import { earlier } from '../setup/earlier.js';
import { IdleApp } from '../setup/idle-app.js';
import { expectMetric } from '../setup/metrics.js';
import { defineSegments, expectConsistency } from '../setup/store-state.js';
import { TestApp, waitFor } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;

let app: IdleApp;
let store: { retailerId: string; brandId: string };
beforeEach(async () => {
  app = await IdleApp.start();
  store = await installStore(app);
});
afterEach(() => app.stop());

/** Posts an order of customer 7001, then processes the delivery and evaluates the customer. */
async function order(at: number): Promise<void> {
  await app.post(store.retailerId, [orderDelivery(at)]);
  await app.workOff(store.retailerId);
}

const orderDelivery = (at: number) => {
  const time = new Date(at).toISOString();
  const id = newId();
  return { id: String(id), topic: 'orders/create', body: anOrder({ id, processedAt: time, updatedAt: time }) };
};

async function define(criteria: object): Promise<string> {
  await defineSegments(app, store, { tested: criteria });
  const [segment] = await stored(app).rows(Segment, {}, 'id');
  await app.evaluate(store.retailerId, segment?.id ?? '');
  return segment?.id ?? '';
}

/** Kind, cause and instant of every transition. Only changes by the clock have an instant that a test can know. */
const story = async (): Promise<[kind: string, cause: string, at: number | null][]> => {
  const rows = await app.sql<{ kind: string; cause: string; at: Date }>(
    `SELECT kind, cause, at FROM segment_transitions ORDER BY at, kind`,
  );
  return rows.map(({ kind, cause, at }) => {
    const ours = ['clock', 'definition'].includes(cause);
    return [kind, ours ? cause : 'delivery', cause === 'clock' ? at.getTime() : null];
  });
};

const nextChange = async (): Promise<number | undefined> => {
  const rows = await app.sql<{ at: Date }>(`SELECT next_change_at AS at FROM segment_next_changes`);
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0]?.at.getTime();
};

describe('a change by time', () => {
  it('is made at its instant and not a millisecond before', async () => {
    await define({ lastOrderOlderThanDays: 30 });
    const last = Date.now() - 10 * DAY;
    await order(last);
    expect(await nextChange()).toBe(last + 30 * DAY);
    await app.passTime(last + 30 * DAY - 1);
    expect(await story()).toEqual([]);
    await app.passTime(last + 30 * DAY);
    await app.passTime(last + 30 * DAY);
    expect(await story()).toEqual([['entered', 'clock', last + 30 * DAY]]);
    expect(await nextChange()).toBeUndefined();
    await expectStays(1);
  });

  it('is moved to a later instant by an order', async () => {
    await define({ lastOrderOlderThanDays: 30 });
    const [first, second] = [Date.now() - 10 * DAY, Date.now() - 5 * DAY];
    await order(first);
    await order(second);
    await app.passTime(first + 31 * DAY);
    expect(await story()).toEqual([]);
    expect(await nextChange()).toBe(second + 30 * DAY);
    await app.passTime(second + 30 * DAY);
    expect(await story()).toEqual([['entered', 'clock', second + 30 * DAY]]);
  });

  it('is caught up in order after a pause, each at its own instant', async () => {
    await define({ lastOrderOlderThanDays: 20, lastOrderWithinDays: 25 });
    const last = Date.now() - 10 * DAY;
    await order(last);
    await app.passTime(last + 300 * DAY);
    expect(await story()).toEqual([
      ['entered', 'clock', last + 20 * DAY],
      ['left', 'clock', last + 25 * DAY],
    ]);
    await expectStays(0);
  });

  it('happens once with many workers at the same time', async () => {
    await define({ any: [{ lastOrderOlderThanDays: 20 }, { firstOrderWithinDays: 12 }] });
    const last = Date.now() - 10 * DAY;
    const count = 2_500;
    await app.sql(
      `INSERT INTO customers (retailer_id, id, external_id, orders_count, total_spent, first_order_at, last_order_at)
       SELECT $1, gen_random_uuid(), n::text, 1, 5, $2, $2 FROM generate_series(1, $3) AS n`,
      [store.retailerId, new Date(last), count],
    );
    const [segment] = await app.sql<{ id: string }>(`UPDATE segments SET status = 'evaluating' RETURNING id`);
    await app.evaluate(store.retailerId, segment?.id ?? '');
    await Promise.all([1, 2, 3, 4].map(() => app.passTime(last + 40 * DAY)));
    const kinds = await app.sql(
      `SELECT kind, cause, count(*)::int FROM segment_transitions GROUP BY kind, cause ORDER BY min(at)`,
    );
    expect(kinds).toEqual([
      { kind: 'entered', cause: 'definition', count },
      { kind: 'left', cause: 'clock', count },
      { kind: 'entered', cause: 'clock', count },
    ]);
    expect(await nextChange()).toBeUndefined();
    await expectStays(count);
  });

  it('is made by the definition of its instant, and not by a replaced definition', async () => {
    const id = await define({ lastOrderOlderThanDays: 30 });
    const last = Date.now() - 10 * DAY;
    await order(last);
    await given(app).set(Segment, { criteria: { lastOrderOlderThanDays: 60 }, version: 2, status: 'evaluating' });
    // The clock does not change a segment under evaluation.
    await app.passTime(last + 31 * DAY);
    expect(await story()).toEqual([]);
    await app.evaluate(store.retailerId, id);
    expect(await nextChange()).toBe(last + 60 * DAY);
    await app.passTime(last + 31 * DAY);
    expect(await story()).toEqual([]);
    await given(app).set(Segment, { criteria: { minOrders: 2 }, version: 3, status: 'evaluating' });
    await app.evaluate(store.retailerId, id);
    expect(await nextChange()).toBeUndefined();
  });

  it('waits for an evaluation of changed facts that is still queued', async () => {
    await define({ lastOrderOlderThanDays: 30 });
    const last = Date.now() - 40 * DAY + 100;
    await app.post(store.retailerId, [orderDelivery(last + 20 * DAY)]);
    await app.workOff(store.retailerId);
    await app.post(store.retailerId, [orderDelivery(last + 21 * DAY)]);
    await app.workInbox();
    await app.passTime(last + 50 * DAY);
    expect(await story()).toEqual([]);
    await app.workChanges(store.retailerId);
    await app.passTime(last + 52 * DAY);
    expect(await story()).toEqual([['entered', 'clock', last + 51 * DAY]]);
  });

  it('that became due while no worker ran is not made if an order contradicts it', async () => {
    await define({ minOrders: 1, not: { lastOrderWithinDays: 30 } });
    const last = Date.now() - 30 * DAY + HOUR;
    await order(last);
    // While the service is down, the instant of the change passes.
    await backdate(2 * HOUR);
    await app.post(store.retailerId, [orderDelivery(Date.now())]);
    await app.workOff(store.retailerId);
    expect((await story()).map(([kind, cause]) => `${kind} ${cause}`)).toEqual([]);
    await expectStays(0);
  });

  it('that is overdue is made at its instant by the first evaluation of the customer', async () => {
    await define({ lastOrderOlderThanDays: 30 });
    const last = Date.now() - 30 * DAY + HOUR;
    await order(last);
    await backdate(2 * HOUR);
    await given(app).changed('an address');
    await app.passTime(Date.now());
    expect(await story()).toEqual([]);
    await app.workChanges(store.retailerId);
    expect(await story()).toEqual([['entered', 'clock', last - 2 * HOUR + 30 * DAY]]);
  });

  it('and the next one are each made at their own instant if both are overdue', async () => {
    await define({ lastOrderOlderThanDays: 30, lastOrderWithinDays: 31 });
    const last = Date.now() - 30 * DAY + HOUR;
    await order(last);
    await backdate(2 * DAY);
    await given(app).changed('an address');
    await app.workChanges(store.retailerId);
    expect(await story()).toEqual([
      ['entered', 'clock', last - 2 * DAY + 30 * DAY],
      ['left', 'clock', last - 2 * DAY + 31 * DAY],
    ]);
    expect(await nextChange()).toBeUndefined();
  });

  it('of one retailer does not wait for a retailer whose changes fail', async () => {
    await define({ lastOrderOlderThanDays: 30 });
    const last = Date.now() - 30 * DAY + HOUR;
    await order(last);
    const other = await installStore(app, 'other.myshopify.com');
    await defineSegments(app, other, { failing: { lastOrderOlderThanDays: 30 } });
    await app.sql(
      `INSERT INTO customers (retailer_id, id, external_id, orders_count, total_spent, first_order_at, last_order_at)
       SELECT $1, gen_random_uuid(), '1', 1, 5, $2, $2`,
      [other.retailerId, new Date(last - 60_000)],
    );
    const [segment] = await stored(app).rows(Segment, { name: 'failing' }, 'id');
    await app.evaluate(other.retailerId, segment?.id ?? '');
    await app.sql(`ALTER TABLE segment_transitions ADD CHECK (retailer_id <> '${other.retailerId}')`);
    await expect(app.passTime(last + 31 * DAY)).rejects.toThrow(`retailer ${other.retailerId}`);
    expect(await story()).toEqual([['entered', 'clock', last + 30 * DAY]]);
  });

  it('does not wait for a definition that another build stored, which that build evaluates', async () => {
    await define({ lastOrderOlderThanDays: 30 });
    await defineSegments(app, store, { newer: { lastOrderOlderThanDays: 20 } });
    const newer = `FROM segments WHERE name = 'newer'`;
    const [{ id } = { id: '' }] = await app.sql<{ id: string }>(`SELECT id ${newer}`);
    await app.evaluate(store.retailerId, id);
    const last = Date.now() - 10 * DAY;
    await order(last);
    await given(app).set(Segment, { criteria: { ofAnotherBuild: 1 } }, { id });
    await app.passTime(last + 31 * DAY);
    await app.passTime(last + 31 * DAY);
    expect(await story()).toEqual([['entered', 'clock', last + 30 * DAY]]);
    expect(await app.sql(`SELECT status ${newer}`)).toEqual([{ status: 'evaluating' }]);
    await expect(app.evaluate(store.retailerId, id)).rejects.toThrow(`segment ${id} holds criteria`);
    await given(app).set(Segment, { criteria: { minOrders: 1 } }, { id });
    await app.evaluate(store.retailerId, id);
    expect((await story()).map(([kind, cause]) => `${kind} ${cause}`).toSorted()).toEqual([
      'entered clock',
      'entered definition',
    ]);
  });

  it('is made at its instant before a new definition of its segment takes effect', async () => {
    const criteria = { any: [{ rfm: { recency: [1, 5] }, minOrders: 2 }, { lastOrderOlderThanDays: 30 }] };
    await app.get(SegmentationService).upsert(store.brandId, [{ name: 'tested', criteria }], false);
    const [{ id } = { id: '' }] = await stored(app).rows(Segment, {}, 'id');
    await app.evaluate(store.retailerId, id);
    const last = Date.now() - 30 * DAY + HOUR;
    await order(last);
    await backdate(2 * HOUR);
    await app.get(RfmHandler).run(store);
    await app.evaluate(store.retailerId, id);
    const entered = ['entered', 'clock', last - 2 * HOUR + 30 * DAY];
    expect(await story()).toEqual([entered]);
    const within = { lastOrderWithinDays: 31 };
    await app.get(SegmentationService).upsert(store.brandId, [{ name: 'tested', criteria: within }], false);
    await app.evaluate(store.retailerId, id);
    await backdate(2 * DAY);
    await app.get(SegmentationService).upsert(store.brandId, [{ name: 'tested', criteria }], false);
    await app.evaluate(store.retailerId, id);
    const told = (await story()).map(([kind, cause]) => `${kind} ${cause}`);
    expect(told.toSorted()).toEqual(['entered clock', 'entered definition', 'left clock']);
  });

  it('is never made if its instant has a year of more than four digits', async () => {
    const id = await define({ lastOrderWithinDays: 90 });
    await order(Date.now());
    await expectStays(1);
    // An order counts as placed when it came in at the latest, so only an old row can have this instant.
    await given(app).set(Customer, { lastOrderAt: new Date('9999-12-01T00:00:00Z') });
    await given(app).set(Segment, { status: 'evaluating' });
    await app.evaluate(store.retailerId, id);
    expect(await nextChange()).toBeUndefined();
  });

  it('is made once if the clock and an evaluation of changed facts run at the same time', async () => {
    await define({ lastOrderOlderThanDays: 30 });
    const last = Date.now() - 30 * DAY + HOUR;
    await order(last);
    await backdate(2 * HOUR);
    await app.database.heldUp('LOCK TABLE segment_memberships IN ACCESS EXCLUSIVE MODE', async () => {
      const clock = app.passTime(Date.now());
      await app.database.waiting(1);
      await given(app).changed('an address');
      await Promise.all([clock, app.workChanges(store.retailerId)]);
    });
    expect(await story()).toEqual([['entered', 'clock', last - 2 * HOUR + 30 * DAY]]);
    await expectStays(1);
  });
});

/** Moves all stored instants into the past. */
async function backdate(ms: number): Promise<void> {
  const by = `interval '${ms} milliseconds'`;
  await app.sql(`UPDATE orders SET ${earlier('ordered_at', by)}`);
  await app.sql(`UPDATE customers SET ${earlier('first_order_at', by)}, ${earlier('last_order_at', by)}`);
  await app.sql(`UPDATE segment_next_changes SET ${earlier('next_change_at', by)}`);
}

async function expectStays(open: number): Promise<void> {
  expect(await stored(app).count(Membership, { leftAt: null })).toBe(open);
}

describe('an evaluation of all customers', () => {
  it('runs slice by slice, leaves later customers alone, and ends as one evaluation would', async () => {
    const count = 50_001;
    await app.sql(
      `INSERT INTO customers (retailer_id, id, external_id, orders_count, total_spent)
       SELECT $1, gen_random_uuid(), n::text, n % 3, n FROM generate_series(1, $2) AS n`,
      [store.retailerId, count],
    );
    await defineSegments(app, store, { tested: { minOrders: 1 } });
    const [segment] = await stored(app).rows(Segment, {}, 'id');
    const id = segment?.id ?? '';
    const last = `SELECT id FROM customers ORDER BY id DESC LIMIT 1`;
    await app.sql(`UPDATE customers SET orders_count = 1 WHERE id = (${last})`);
    const customers = await app.sql<{ id: string }>(last);
    // The last customer comes after this cursor, so its change waits for the evaluation.
    await app.sql(`UPDATE segments SET evaluation_cursor = (SELECT id FROM customers ORDER BY id OFFSET 999 LIMIT 1)`);
    await app.sql(
      `INSERT INTO customer_changes (retailer_id, customer_id, cause)
       SELECT $1, id, 'order' FROM customers WHERE id = $2 OR id IN (SELECT id FROM customers ORDER BY id LIMIT 1000)`,
      [store.retailerId, customers[0]?.id],
    );
    await app.workChanges(store.retailerId);
    const causes = () =>
      app.sql<{ cause: string; n: number }>(
        `SELECT cause, count(*)::int AS n FROM segment_transitions GROUP BY cause ORDER BY cause`,
      );
    const [before] = await causes();
    expect(before?.cause).toBe('order');
    expect(before?.n).toBeLessThanOrEqual(1_000);
    await app.evaluate(store.retailerId, id);
    const [members] = await app.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM segment_memberships WHERE customer_id IN (SELECT id FROM customers WHERE orders_count >= 1)`,
    );
    const [expected] = await app.sql<{ n: number }>(`SELECT count(*)::int AS n FROM customers WHERE orders_count >= 1`);
    expect(members).toEqual(expected);
    expect((await causes()).map(({ cause }) => cause)).toEqual(['definition', 'order']);
    const slices = await app.sql(`SELECT DISTINCT at FROM segment_transitions WHERE cause = 'definition'`);
    expect(slices.length).toBeGreaterThan(1);
    expect(await stored(app).rows(Segment, { status: 'ready', evaluationCursor: null })).toHaveLength(1);
  });
});

describe('an imported order or an order of the backfill that arrives while all customers are evaluated', () => {
  it.each(['import:x', 'backfill'])(
    'stays the cause of the entry, whether it or the evaluation comes first (%s)',
    async (cause) => {
      const id = await define({ minOrders: 1 });
      await app.sql(
        `INSERT INTO customers (retailer_id, id, external_id, orders_count, total_spent)
       VALUES ($1, gen_random_uuid(), 'imported', 1, 5), ($1, gen_random_uuid(), 'old', 1, 5)`,
        [store.retailerId],
      );
      await given(app).changed(cause, { externalId: 'imported' });
      await given(app).set(Segment, { status: 'evaluating' });
      await app.workChanges(store.retailerId);
      expect(await stored(app).rows(CustomerChange)).toHaveLength(1);
      await app.evaluate(store.retailerId, id);
      const causes = await app.sql(
        `SELECT c.external_id AS id, e.cause FROM segment_events e
           JOIN customers c ON c.retailer_id = e.retailer_id AND c.id = e.customer_id ORDER BY 1`,
      );
      expect(causes).toEqual([
        { id: 'imported', cause },
        { id: 'old', cause: 'definition' },
      ]);
      await app.workChanges(store.retailerId);
      expect(await stored(app).rows(CustomerChange)).toEqual([]);
      expect(await stored(app).rows(SegmentEvent)).toHaveLength(2);
    },
  );

  it('changes the other segments at once, and the clock goes on for them', async () => {
    await define({ lastOrderOlderThanDays: 30 });
    await defineSegments(app, store, { buyers: { minOrders: 1 } });
    await given(app).set(Segment, { status: 'ready' }, { name: 'buyers' });
    await defineSegments(app, store, { waiting: { minOrders: 1 } });
    const last = Date.now() - 10 * DAY;
    const { id, topic, body } = orderDelivery(last);
    await app.post(store.retailerId, [{ id, topic, body: { ...body, source_name: 'imports' } }]);
    await app.workInbox();
    await app.workChanges(store.retailerId);
    await app.workChanges(store.retailerId);
    await app.passTime(last + 30 * DAY);
    const told = await app.sql<{ name: string; cause: string }>(
      `SELECT s.name, split_part(t.cause, ':', 1) AS cause FROM segment_transitions t
         JOIN segments s ON s.retailer_id = t.retailer_id AND s.id = t.segment_id ORDER BY t.at`,
    );
    expect(told).toEqual([
      { name: 'buyers', cause: 'import' },
      { name: 'tested', cause: 'clock' },
    ]);
    expect(await stored(app).rows(CustomerChange, {}, 'held')).toEqual([{ held: true }]);
  });
});

describe('a running service', () => {
  it('changes a membership when its instant comes, whatever else was due before', async () => {
    const running = await TestApp.start();
    try {
      const { retailerId, brandId } = await installStore(running);
      const soon = Date.now() + 2_500;
      await running.sql(
        `INSERT INTO customers (retailer_id, id, external_id, orders_count, total_spent, first_order_at, last_order_at)
         SELECT $1, gen_random_uuid(), n::text, 1, 5, $2, $2 FROM generate_series(1, 3) AS n`,
        [retailerId, new Date(soon - 7 * DAY)],
      );
      const body = { brandId, segments: [{ name: 'Lapsed', criteria: { lastOrderOlderThanDays: 7 } }] };
      expect((await running.admin('POST', '/admin/segments/upsert', body)).status).toBe(200);
      await running.settled();
      const before = await stored(running).rows(Membership);
      // On a slow machine the instant may have come already.
      expect(before.length === 0 || Date.now() >= soon).toBe(true);
      await waitFor(async () => (await stored(running).rows(Membership)).length === 3);
      const entries = await running.sql<{ at: Date }>(`SELECT DISTINCT at FROM segment_transitions`);
      expect(entries.map(({ at }) => at.getTime())).toEqual([soon]);
      await expectMetric(running, /^rekindle_segment_clock_lateness_seconds_count\{platform="platform-a"\} 3$/m);
      await expectConsistencyOfStays(running);
    } finally {
      await running.stop();
    }
  });
});

/** The rules that do not depend on what the criteria are. */
const expectConsistencyOfStays = (running: TestApp): Promise<void> => expectConsistency(running, { simple: false });

describe('a statement under a lock', () => {
  it('skips a retailer whose customers are all under evaluation, and continues with the others', async () => {
    const other = await installStore(app, 'other.myshopify.com');
    const past = new Date(Date.now() - 40 * DAY);
    for (const { retailerId, brandId } of [store, other]) {
      await given(app).insert(Customer, {
        retailerId,
        id: randomUUID(),
        externalId: '1',
        ordersCount: 1,
        firstOrderAt: past,
        lastOrderAt: past,
      });
      await defineSegments(app, { retailerId, brandId }, { lapsed: { lastOrderOlderThanDays: 60 } });
      const [segment] = await stored(app).rows(Segment, { retailerId }, 'id');
      await app.evaluate(retailerId, segment?.id ?? '');
    }
    const until = past.getTime() + 61 * DAY;
    const moved = () => app.sql<{ id: string }>(`SELECT retailer_id AS id FROM segment_transitions`);
    await app.get(Database).transactionAcrossRetailers(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock(2, hashtext($1))', [store.retailerId]);
      await app.passTime(until);
      expect(await moved()).toEqual([{ id: other.retailerId }]);
    });
    await app.passTime(until);
    expect(await moved()).toHaveLength(2);
  });
});
