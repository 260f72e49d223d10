import { retailerIdOf } from '#libs/kernel';
import {
  BodyContext,
  expectedFacts,
  generateStoreHistory,
  storeEvents,
  type SimulatedStore,
  webhookBody,
  withDisorder,
} from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Brand } from '../../src/retailers/brand.entity.js';
import { SEGMENTS } from '../factories/busy-store.js';
import { stored } from '../factories/given.js';
import { idOf, StageB } from '../setup/platform-b.js';
import { defineSegments, expectConsistency } from '../setup/store-state.js';
import { deliver, installStore, SHOP } from '../setup/webhooks.js';

const SEED = 'differential';
const DISORDER = { duplicates: 0.1, shuffleWindow: 30 };
const history = generateStoreHistory({
  seed: SEED,
  customers: 150,
  products: 12,
  from: new Date('2025-01-01'),
  to: new Date('2025-12-01'),
});

let stage: StageB;
let store: SimulatedStore;
const onA = retailerIdOf('platform-a', SHOP);

/**
 * Sends everything as webhooks, with repeats and in disorder. Platform A sends whole records; platform B only names the
 * changed order.
 */
beforeAll(async () => {
  stage = await StageB.start();
  const a = await installStore(stage.app);
  store = await stage.installed();
  const [brand] = await stored(stage.app).rows(Brand, { retailerId: idOf(store) }, 'id');
  await defineSegments(stage.app, a, SEGMENTS);
  await defineSegments(stage.app, { retailerId: idOf(store), brandId: brand?.id ?? '' }, SEGMENTS);
  const context = new BodyContext({
    domain: SHOP,
    name: 'Twin',
    currency: 'USD',
    ianaTimezone: 'UTC',
    email: `owner@${SHOP}`,
    id: '548380009',
  });
  for (const { topic, webhookId, at, ...event } of withDisorder(history.events, SEED, DISORDER)) {
    const body = webhookBody({ topic, webhookId, at, ...event } as never, context);
    await deliver(stage.app.url, { topic, webhookId, triggeredAt: new Date(at).toISOString(), body });
  }
  await stage.platform.play(store, withDisorder([...storeEvents(history.events)], SEED, DISORDER));
  await stage.app.settled(240_000);
});
afterAll(() => stage?.stop());

/** Facts by the platform's customer id. Guests are left out: only platform B identifies them, by their address. */
const facts = (retailerId: string) =>
  stage.app.sql(
    `SELECT external_id, orders_count, total_spent, first_order_at, last_order_at FROM customers
      WHERE retailer_id = $1 AND external_id ~ '^[0-9]+$' AND orders_count > 0 ORDER BY external_id`,
    [retailerId],
  );
/** On platform B a person who is not on the newsletter list is unknown. */
const consents = (retailerId: string) =>
  stage.app.sql<{ id: string; marketing: string }>(
    `SELECT external_id AS id, marketing FROM customers
      WHERE retailer_id = $1 AND external_id ~ '^[0-9]+$' AND orders_count > 0 ORDER BY external_id`,
    [retailerId],
  );
const members = (retailerId: string) =>
  stage.app.sql<{ name: string; id: string }>(
    `SELECT s.name, c.external_id AS id FROM segment_memberships m
       JOIN segments s ON s.retailer_id = m.retailer_id AND s.id = m.segment_id
       JOIN customers c ON c.retailer_id = m.retailer_id AND c.id = m.customer_id
      WHERE m.retailer_id = $1 AND m.left_at IS NULL AND c.external_id ~ '^[0-9]+$' AND c.orders_count > 0
      ORDER BY s.name, c.external_id`,
    [retailerId],
  );

describe('one history through both platforms', () => {
  it('leads to the same facts, which equal those of the history', async () => {
    const [a, b] = [await facts(onA), await facts(idOf(store))];
    expect(b).toEqual(a);
    expect(b).toHaveLength([...expectedFacts(history).values()].filter(({ ordersCount }) => ordersCount > 0).length);
    expect(b.length).toBeGreaterThan(50);
  });

  it('leads to the same memberships', async () => {
    const [a, b] = [await members(onA), await members(idOf(store))];
    expect(b).toEqual(a);
    expect(new Set(b.map(({ name }) => name)).size).toBe(Object.keys(SEGMENTS).length);
  });

  it('leads to the same consents', async () => {
    const [a, b] = [await consents(onA), await consents(idOf(store))];
    expect(b).toEqual(a);
    expect(new Set(b.map(({ marketing }) => marketing)).size).toBeGreaterThan(1);
  });

  it('breaks no rule of consistency', async () => {
    await expectConsistency(stage.app);
  });
});
