import { WebhookSender } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BusyShop, SEGMENTS } from '../factories/busy-shop.js';
import { defineSegments, expectConsistency, storedState } from '../setup/store-state.js';
import { CLIENT_SECRET, TestApp } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

let app: TestApp;
beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app.stop());

describe('a year of deliveries, every third one twice, in great disorder', () => {
  it('leaves facts and memberships exactly as the orders and the criteria say', async () => {
    const store = await installStore(app);
    const { early, late } = halves(SEGMENTS);
    await defineSegments(app, store, early);
    const shop = new BusyShop({ seed: 'facts', customers: 350, duplicates: 0.3, shuffleWindow: 400 });
    const deliveries = shop.deliveries(app.url);
    const sender = new WebhookSender({ clientSecret: CLIENT_SECRET, concurrency: 24 });
    const middle = Math.floor(deliveries.length / 2);
    await sender.sendAll(deliveries.slice(0, middle));
    await defineSegments(app, store, late);
    await sender.sendAll(deliveries.slice(middle));
    await sender.close();
    expect(sender.stats.byStatus).toEqual({ 200: deliveries.length });
    await app.settled();
    expect(await storedState(app)).toEqual(shop.expected);
    await expectConsistency(app);
    const [moves] = await app.sql<{ left: number }>(
      `SELECT count(*)::int AS "left" FROM segment_transitions WHERE kind = 'left'`,
    );
    expect(moves?.left).toBeGreaterThan(0);
  });
});

/** Some segments are there from the start, some come while orders come. */
function halves(segments: typeof SEGMENTS): Record<'early' | 'late', typeof SEGMENTS> {
  const entries = Object.entries(segments);
  return { early: Object.fromEntries(entries.slice(0, 3)), late: Object.fromEntries(entries.slice(3)) };
}
