import fc from 'fast-check';
import { entityId } from '#libs/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OrderLife, orderLives } from '../factories/order-life.js';
import { type Cast, type Ending, OrderStory, SEGMENTS, type Told } from '../factories/order-story.js';
import { IdleApp } from '../setup/idle-app.js';
import { defineSegments, expectConsistency } from '../setup/store-state.js';
import { installStore } from '../setup/webhooks.js';

let app: IdleApp;
let retailerId: string;
let lastRun: Promise<unknown> = Promise.resolve();

beforeAll(async () => {
  app = await IdleApp.start();
  const store = await installStore(app);
  ({ retailerId } = store);
  await defineSegments(app, store, SEGMENTS);
  for (const name of Object.keys(SEGMENTS)) {
    await app.evaluate(retailerId, entityId(retailerId, 'segment', `${store.brandId}/${name}`));
  }
});
// The time limit leaves a run behind.
beforeEach(() => lastRun);
afterAll(() => app.stop());

/** The number of deliveries of an arrival in each round. The list repeats until all deliveries are posted. */
const rounds = fc.oneof(
  fc.constant([1]),
  fc.constant([100]),
  fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
);

/** A slow machine does fewer runs. The limit also ends the search for a smaller counterexample. */
const LIMIT = { interruptAfterTimeLimit: 20_000 };

describe('deliveries of an order and its customers', () => {
  it('end in the same state for every one of the permutations of up to four', async () => {
    const lives = orderLives({ min: 1, max: 3 }).filter((life) => new OrderStory(life).deliveries.length <= 4);
    await fc.assert(
      fc.asyncProperty(lives, rounds, async (life, sizes) => {
        const { deliveries, ending } = new OrderStory(life);
        await expectEnding(ending, permutations(deliveries), sizes);
      }),
      { numRuns: 40, ...LIMIT },
    );
  });

  it('end in the same state for any order and any repeats of many', async () => {
    await fc.assert(
      fc.asyncProperty(orderLives({ min: 3, max: 9 }), rounds, fc.gen(), async (life: OrderLife, sizes, g) => {
        const { deliveries, ending } = new OrderStory(life);
        const places = [...deliveries.keys()];
        const arrivals = Array.from({ length: 24 }, () => {
          const withRepeats = [...places, ...g(fc.subarray, places)];
          return g(fc.shuffledSubarray, withRepeats, { minLength: withRepeats.length });
        });
        await expectEnding(
          ending,
          arrivals.map((arrival) => arrival.flatMap((place) => deliveries[place] ?? [])),
          sizes,
        );
      }),
      { numRuns: 30, ...LIMIT },
    );
  });

  it('leave facts, memberships and transitions without a contradiction', async () => {
    await expectConsistency(app);
  });
});

let castCount = 0;

function expectEnding(...run: Parameters<typeof checkEnding>): Promise<void> {
  const checked = checkEnding(...run);
  lastRun = checked.catch(() => undefined);
  return checked;
}

/** Posts the deliveries of each arrival, each arrival with its own ids. Then compares the stored records. */
async function checkEnding(ending: Ending, arrivals: readonly (readonly Told[])[], sizes: readonly number[]) {
  const told = arrivals.map((arrival) => ({ arrival, cast: newCast() }));
  const longest = Math.max(...arrivals.map(({ length }) => length));
  for (let start = 0, round = 0; start < longest; round += 1) {
    const end = start + (sizes[round % sizes.length] ?? 1);
    const now = told.flatMap(({ arrival, cast }) =>
      arrival.slice(start, end).map(({ topic, body }, index) => ({
        id: `${cast.order}-${start + index}`,
        topic,
        body: body(cast),
      })),
    );
    await app.post(retailerId, now);
    await app.workOff(retailerId);
    start = end;
  }
  const stored = await endingsOf(told.map(({ cast }) => cast));
  for (const found of stored) expect(found).toEqual(ending);
}

function newCast(): Cast {
  castCount += 1;
  const order = 5_000_000_000 + castCount * 10;
  return { order, ann: order + 1, bob: order + 2 };
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  );
}

/** The stored records of each cast, with names instead of ids. */
async function endingsOf(casts: readonly Cast[]): Promise<unknown[]> {
  const rows = await app.sql<{ ending: unknown }>(
    `WITH person AS (
       SELECT c.retailer_id, c.id, c.external_id::bigint / 10 * 10 AS family,
              CASE c.external_id::bigint % 10 WHEN 1 THEN 'ann' ELSE 'bob' END AS name,
              json_build_object('email', c.email, 'marketing', c.marketing, 'orders', c.orders_count,
                'spent', (c.total_spent * 100)::int, 'segments', (
                  SELECT coalesce(json_agg(s.name ORDER BY s.name), '[]')
                    FROM segment_memberships m JOIN segments s ON s.retailer_id = m.retailer_id AND s.id = m.segment_id
                   WHERE m.retailer_id = c.retailer_id AND m.customer_id = c.id AND m.left_at IS NULL)) AS ending
         FROM customers c WHERE c.external_id = ANY ($2)
     )
     SELECT json_build_object(
         'order', json_build_object('total', (o.total * 100)::int, 'refunded', (o.refunded * 100)::int,
           'net', (o.net * 100)::int, 'counted', o.counted,
           'buyer', coalesce((SELECT name FROM person p WHERE p.id = o.customer_id), 'guest')),
         'refunds', (SELECT coalesce(json_agg((r.amount * 100)::int ORDER BY r.external_id), '[]') FROM refunds r
           WHERE r.retailer_id = o.retailer_id AND r.order_external_id = o.external_id),
         'customers', (SELECT coalesce(json_object_agg(p.name, p.ending), '{}') FROM person p
           WHERE p.family = o.external_id::bigint)) AS ending
       FROM orders o WHERE o.external_id = ANY ($1)`,
    [casts.map(({ order }) => String(order)), casts.flatMap(({ ann, bob }) => [String(ann), String(bob)])],
  );
  expect(rows).toHaveLength(casts.length);
  return rows.map(({ ending }) => ending);
}
