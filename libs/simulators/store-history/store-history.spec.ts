import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BodyContext, webhookBody } from '../platform-a/bodies/index.js';
import type { RecordEvent } from '../records/record-event.js';
import type { OrderRecord } from '../records/records.js';
import { withDisorder } from './disorder.js';
import { generateStoreHistory } from './generate.js';
import { expectedFacts } from './oracle.js';
import { Random } from '#libs/random';

const YEAR = { from: new Date('2025-11-01T00:00:00Z'), to: new Date('2026-11-01T00:00:00Z') };
const history = generateStoreHistory({ seed: 'spec', customers: 800, ...YEAR });

const CONTEXT = new BodyContext({
  domain: 'shop1.myshopify.com',
  name: 'Shop One',
  currency: 'USD',
  ianaTimezone: 'Europe/Berlin',
  email: 'owner@shop1.myshopify.com',
  id: '548380009',
});

function fingerprint(events: readonly RecordEvent[]): string {
  const hash = createHash('sha256');
  for (const event of events) {
    hash.update(`${event.topic} ${event.at} ${event.webhookId} ${event.eventId} ${webhookBody(event, CONTEXT)}\n`);
  }
  return hash.digest('hex');
}

const share = (wanted: (order: OrderRecord) => boolean): number =>
  history.orders.filter(wanted).length / history.orders.length;

describe('a generated history', () => {
  it('is the same byte for byte for the same seed, and different for another seed', () => {
    const again = generateStoreHistory({ seed: 'spec', customers: 800, ...YEAR });
    const other = generateStoreHistory({ seed: 'spec 2', customers: 800, ...YEAR });
    expect(fingerprint(again.events)).toBe(fingerprint(history.events));
    expect(fingerprint(other.events)).not.toBe(fingerprint(history.events));
  });

  it('has its events in the order of time, within the given period, each with its own webhook id', () => {
    const times = history.events.map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(YEAR.from.getTime());
    expect(times.at(-1)).toBeLessThan(YEAR.to.getTime() + 1000);
    expect(new Set(history.events.map(({ webhookId }) => webhookId)).size).toBe(history.events.length);
  });

  it('ends in the state that its last events show', () => {
    const latest = new Map<string, OrderRecord>();
    for (const event of history.events) if ('order' in event) latest.set(event.order.id, event.order);
    expect([...latest.values()].toSorted((a, b) => a.number - b.number)).toEqual(history.orders);
  });

  it('never shows two states of an order under one update time', () => {
    const states = new Map<string, Set<OrderRecord>>();
    for (const event of history.events) {
      if (!('order' in event)) continue;
      const key = `${event.order.id} ${event.order.updatedAt}`;
      states.set(key, (states.get(key) ?? new Set()).add(event.order));
    }
    expect([...states.values()].every((set) => set.size === 1)).toBe(true);
  });

  it('has every case of an order', () => {
    expect(share((order) => order.customer === null)).toBeGreaterThan(0.02);
    expect(share((order) => order.customer === null && order.email === '')).toBeGreaterThan(0);
    expect(share((order) => order.test)).toBeGreaterThan(0);
    expect(share((order) => order.cancelledAt !== null)).toBeGreaterThan(0.01);
    expect(share((order) => order.presentment !== null)).toBeGreaterThan(0);
    expect(share((order) => order.processedAt < order.createdAt)).toBeGreaterThan(0);
    expect(share((order) => order.refunds.length > 1)).toBeGreaterThan(0);
    expect(share((order) => order.lineItems.some((item) => item.productId === null))).toBeGreaterThan(0);
    const statuses = new Set(history.orders.map((order) => order.financialStatus));
    expect(statuses).toEqual(
      new Set(['paid', 'pending', 'partially_paid', 'partially_refunded', 'refunded', 'voided']),
    );
    const topics = new Set(history.events.map(({ topic }) => topic));
    expect([...topics].toSorted()).toEqual([
      'customers/create',
      'customers/update',
      'customers_email_marketing_consent/update',
      'orders/cancelled',
      'orders/create',
      'orders/updated',
      'products/update',
      'refunds/create',
    ]);
  });

  it('has many customers who buy once and few who buy often, many small orders and few large', () => {
    const counts = [...expectedFacts(history).values()].map(({ ordersCount }) => ordersCount);
    const once = counts.filter((count) => count === 1).length;
    const often = counts.filter((count) => count >= 5).length;
    expect(once).toBeGreaterThan(counts.length / 3);
    expect(often).toBeGreaterThan(0);
    expect(often).toBeLessThan(counts.length / 6);
    const totals = history.orders.map(({ totalCents }) => totalCents).toSorted((a, b) => a - b);
    const median = totals[Math.floor(totals.length / 2)] ?? 0;
    expect(totals[Math.floor(totals.length * 0.99)]).toBeGreaterThan(5 * median);
  });

  it('may have ids beyond 2^53 that are equal as JavaScript numbers', () => {
    const large = generateStoreHistory({ seed: 'spec', customers: 20, idStyle: 'sixtyFourBit', ...YEAR });
    const [first, second] = large.orders;
    expect(Number(first?.id)).toBe(Number(second?.id));
    expect(first?.id).not.toBe(second?.id);
  });
});

describe('the disorder of events', () => {
  const disorder = { duplicates: 0.1, shuffleWindow: 20 };
  const shuffled = withDisorder(history.events, 7, disorder);

  it('loses nothing, adds duplicates, and is the same for the same seed', () => {
    expect(new Set(shuffled)).toEqual(new Set(history.events));
    expect(shuffled.length).toBeGreaterThan(history.events.length * 1.05);
    expect(withDisorder(history.events, 7, disorder)).toEqual(shuffled);
    expect(withDisorder(history.events, 8, disorder)).not.toEqual(shuffled);
  });

  it('puts updates before creations, but moves no event far', () => {
    const placeOf = new Map(history.events.map((event, index) => [event, index]));
    let earlier = 0;
    const duplicates = shuffled.length - history.events.length;
    for (const [index, event] of shuffled.entries()) {
      const place = placeOf.get(event) ?? 0;
      expect(Math.abs(index - place)).toBeLessThanOrEqual(3 * disorder.shuffleWindow + duplicates);
      if (index < place) earlier += 1;
    }
    expect(earlier).toBeGreaterThan(0);
  });

  it('changes nothing without duplicates and a window', () => {
    expect(withDisorder(history.events, 7, { duplicates: 0, shuffleWindow: 0 })).toEqual(history.events);
  });
});

const mean = (draw: () => number): number => {
  let sum = 0;
  for (let i = 0; i < 20_000; i += 1) sum += draw();
  return sum / 20_000;
};

describe('random numbers', () => {
  const random = new Random('moments');
  it('have the means of their distributions', () => {
    expect(mean(() => random.uniform())).toBeCloseTo(0.5, 1);
    expect(mean(() => random.gamma(0.553, 10.578))).toBeCloseTo(0.553 / 10.578, 2);
    expect(mean(() => random.gamma(3, 2))).toBeCloseTo(1.5, 1);
    expect(mean(() => random.poisson(0.9))).toBeCloseTo(0.9, 1);
    expect(mean(() => random.exponential(0.5))).toBeCloseTo(2, 0);
    expect(mean(() => random.normal() ** 2)).toBeCloseTo(1, 1);
  });

  it('come from streams that do not affect each other', () => {
    const first = new Random('s').fork('a').uint32();
    const busy = new Random('s');
    busy.uint32();
    expect(busy.fork('a').uint32()).toBe(first);
    expect(new Random('s').fork('b').uint32()).not.toBe(first);
  });
});
