import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { entityId } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Binder } from '../../src/segmentation/criteria/binder.js';
import { compileCriteria } from '../../src/segmentation/criteria/compile.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { Transition } from '../../src/segmentation/membership/transition.entity.js';
import { SegmentPreviewsService } from '../../src/segmentation/segments/segment-previews.service.js';
import { stored } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { cdnowAt, hasCdnow, withCdnow } from '../setup/samples.js';
import { defineSegments } from '../setup/store-state.js';
import { installStore } from '../setup/webhooks.js';

interface Figure {
  readonly count: number;
  readonly ids_sha256: string;
}
type Figures = Readonly<Record<string, Figure>>;

const read = (name: string): unknown => JSON.parse(readFileSync(join(cdnowAt, name), 'utf8'));
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

let app: IdleApp;
let store: { retailerId: string; brandId: string };

async function load(): Promise<void> {
  const lines = gunzipSync(readFileSync(join(cdnowAt, 'orders.csv.gz')))
    .toString()
    .trim()
    .split('\n')
    .slice(1);
  const rows = lines.map((line) => line.split(','));
  const column = (index: number): string[] => rows.map((row) => row[index] ?? '');
  const customers = [...new Set(column(1))];
  await app.sql(
    `INSERT INTO customers (retailer_id, id, external_id) SELECT $1, * FROM unnest($2::uuid[], $3::text[])`,
    [store.retailerId, customers.map((id) => entityId(store.retailerId, 'customer', id)), customers],
  );
  await app.sql(
    `INSERT INTO orders (retailer_id, external_id, customer_id, currency, total, refunded, net, counted, reason,
                         financial_status, test, product_ids, ordered_at, platform_updated_at)
     SELECT $1, o.id, c.id, 'USD', total, 0, total, true, 'paid', 'paid', false, '{}', at, at
       FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::numeric[]) AS o (id, customer, at, total)
       JOIN customers c ON c.retailer_id = $1 AND c.external_id = o.customer`,
    [store.retailerId, column(0), column(1), column(2).map((day) => new Date(noon(day)).toISOString()), column(4)],
  );
  await app.sql(`ANALYZE`);
  const ids = customers.map((id) => entityId(store.retailerId, 'customer', id));
  await app.recomputeFacts(store.retailerId, ids);
}

/**
 * Criteria that mean the same as a figure's name. In these names "older than N days" leaves out customers whose order
 * is exactly N days old.
 */
const AND = (...all: object[]): object => ({ all });
const OR = (...any: object[]): object => ({ any });
const spent = (amount: string): object => ({ minPurchaseAmount: amount });
const ordered = (count: string): object => ({ minOrders: Number(count) });
const older = (days: string): object => ({ lastOrderOlderThanDays: Number(days) + 1 });
const exactly = (min: object, max: object): object => AND(min, max);

const MEANING: Readonly<Record<string, (key: string) => object>> = {
  total_ge: spent,
  total_exactly: (key) => exactly(spent(key), { maxPurchaseAmount: key }),
  orders_ge: ordered,
  orders_exactly: (key) => exactly(ordered(key), { maxOrders: Number(key) }),
  total_ge_AND_orders_ge: (key) => AND(spent(part(key, 0)), ordered(part(key, 1))),
  total_ge_OR_orders_ge: (key) => OR(spent(part(key, 0)), ordered(part(key, 1))),
  last_order_older_than_days_elapsed: older,
  last_order_older_than_days_calendar: older,
  last_order_at_least_days_calendar: (key) => ({ lastOrderOlderThanDays: Number(key) }),
  last_order_exactly_days_calendar: (key) => AND({ lastOrderOlderThanDays: Number(key) }, { not: older(key) }),
  total_ge_AND_orders_ge_AND_older_than_days_calendar: (key) =>
    AND(spent(part(key, 0)), ordered(part(key, 1)), older(part(key, 2))),
};
const part = (key: string, index: number): string => key.split(',')[index] ?? '';

/** A snapshot's name, such as total_ge_100_AND_orders_ge_3_AND_older_than_90_days. */
const snapshotCriteria = (name: string): object =>
  AND(
    ...name.split('_AND_').map((one) => {
      const value = /\d+/.exec(one)?.[0] ?? '';
      return one.startsWith('total') ? spent(value) : one.startsWith('orders') ? ordered(value) : older(value);
    }),
  );

async function figureOf(criteria: object, at: number): Promise<Figure> {
  const compiled = compileCriteria(criteria);
  if ('errors' in compiled) throw new Error(JSON.stringify(compiled.errors));
  const binder = new Binder([store.retailerId]);
  const now = binder.bind(new Date(at), 'timestamptz');
  const holds = compiled.criteria.sql({ binder, now, rfm: null, orders: 'orders' });
  const rows = await app.sql<{ id: string }>(
    `SELECT external_id AS id FROM customers c WHERE retailer_id = $1 AND ${now} IS NOT NULL AND ${holds} ORDER BY 1`,
    binder.values,
  );
  return hashed(rows.map(({ id }) => id));
}

const hashed = (ids: readonly string[]): Figure => ({
  count: ids.length,
  ids_sha256: createHash('sha256')
    .update(
      ids
        .toSorted()
        .map((id) => `${id}\n`)
        .join(''),
    )
    .digest('hex'),
});

describe.skipIf(!hasCdnow)(withCdnow, () => {
  beforeAll(async () => {
    app = await IdleApp.start();
    store = await installStore(app);
    await load();
  });
  afterAll(() => app.stop());

  it('give exactly the members of the reference figures', async () => {
    const { policies } = read('reference.json') as { policies: { each_row_is_an_order: Record<string, Figures> } };
    const { each_row_is_an_order: figures } = policies;
    let compared = 0;
    for (const [group, meaning] of Object.entries(MEANING)) {
      for (const [key, figure] of Object.entries(figures[group] ?? {})) {
        expect(await figureOf(meaning(key), noon('1998-06-30')), `${group} ${key}`).toMatchObject(figure);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(90);
  });

  it('give the reference counts of every month end in previews of the past', async () => {
    const snapshots = read('reference_snapshots.json') as Record<string, Figures>;
    const days = Object.keys(snapshots);
    expect(days).toHaveLength(18);
    for (const day of days) {
      for (const [name, figure] of Object.entries(snapshots[day] ?? {}).filter(
        ([, { count }]) => count !== undefined,
      )) {
        const preview = await app
          .get(SegmentPreviewsService)
          .preview(store.brandId, snapshotCriteria(name) as Record<string, unknown>, new Date(noon(day)));
        expect(preview.count, `${day} ${name}`).toBe(figure.count);
      }
    }
  });

  it('fill a segment over time with the same members as in one evaluation', async () => {
    await defineSegments(app, store, { lapsed: older('90') });
    const [segment] = await stored(app).rows(Segment, {}, 'id');
    await app.evaluate(store.retailerId, segment?.id ?? '', noon('1998-03-01'));
    await app.passTime(noon('1998-06-30'));
    const rows = await app.sql<{ id: string }>(
      `SELECT c.external_id AS id FROM segment_memberships m JOIN customers c ON c.retailer_id = m.retailer_id AND c.id = m.customer_id
        WHERE m.left_at IS NULL`,
    );
    expect(hashed(rows.map(({ id }) => id))).toEqual(await figureOf(older('90'), noon('1998-06-30')));
    expect((await stored(app).rows(Transition, { cause: 'clock' })).length).toBeGreaterThan(0);
  });
});
