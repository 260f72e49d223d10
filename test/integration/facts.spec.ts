import { WebhookSender } from '#libs/simulators';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Transition } from '../../src/segmentation/membership/transition.entity.js';
import { BusyStore, SEGMENTS } from '../factories/busy-store.js';
import { stored } from '../factories/given.js';
import { anOrder, newId } from '../factories/wire.js';
import { IdleApp } from '../setup/idle-app.js';
import { defineSegments, expectConsistency, storedState } from '../setup/store-state.js';
import { CLIENT_SECRET, TestApp } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

describe('a year of deliveries in disorder, every third one twice', () => {
  it('leaves facts and memberships exactly as the orders and the criteria say', async () => {
    const app = await TestApp.start();
    onTestFinished(() => app.stop());
    const store = await installStore(app);
    const { early, late } = halves(SEGMENTS);
    await defineSegments(app, store, early);
    const busyStore = new BusyStore({ seed: 'facts', customers: 350, duplicates: 0.3, shuffleWindow: 400 });
    const deliveries = busyStore.deliveries(app.url);
    const sender = new WebhookSender({ clientSecret: CLIENT_SECRET, concurrency: 24 });
    const middle = Math.floor(deliveries.length / 2);
    await sender.sendAll(deliveries.slice(0, middle));
    await defineSegments(app, store, late);
    await sender.sendAll(deliveries.slice(middle));
    await sender.close();
    expect(sender.stats.byStatus).toEqual({ 200: deliveries.length });
    await app.settled();
    expect(await storedState(app)).toEqual(busyStore.expected);
    await expectConsistency(app);
    expect(await stored(app).count(Transition, { kind: 'left' })).toBeGreaterThan(0);
  });
});

describe('two batches of one store at the same time', () => {
  it('lead to the same rows as one after the other', async () => {
    const app = await IdleApp.start();
    onTestFinished(() => app.stop());
    const { retailerId } = await installStore(app);
    const both = () => Promise.all([app.workInbox(), app.workInbox()]);
    for (let round = 0; round < 4; round += 1) {
      const ids = Array.from({ length: BATCH }, newId);
      const posted = (topic: string, change: object) =>
        ids.map((id) => ({ id: `${topic} ${id}`, topic, body: anOrder({ id, customerId: null, ...change }) }));
      const created = posted('orders/create', { total: '100.00' });
      const updated = posted('orders/updated', { total: '50.00', updatedAt: '2026-06-01T00:00:00Z' });
      await app.post(retailerId, round % 2 === 0 ? [...created, ...updated] : [...updated, ...created]);
      await app.database.heldUp('LOCK TABLE orders IN SHARE MODE', both);
      const totals = await app.sql(
        `SELECT total::int, count(*)::int AS orders FROM orders WHERE external_id = ANY ($1) GROUP BY total`,
        [ids],
      );
      expect(totals).toEqual([{ total: 50, orders: BATCH }]);
    }
  });
});

/** How many deliveries the intake worker takes at once. */
const BATCH = 250;

/** Some segments are there from the start, some come while orders come. */
function halves(segments: typeof SEGMENTS): Record<'early' | 'late', typeof SEGMENTS> {
  const entries = Object.entries(segments);
  return { early: Object.fromEntries(entries.slice(0, 3)), late: Object.fromEntries(entries.slice(3)) };
}
