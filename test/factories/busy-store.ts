import {
  BodyContext,
  expectedFacts,
  generateStoreHistory,
  segmentMembers,
  type SegmentRule,
  type RecordEvent,
  type WebhookDelivery,
  webhookBody,
  withDisorder,
} from '#libs/simulators';
import type { StoreState } from '../setup/store-state.js';
import { SHOP } from '../setup/webhooks.js';

export interface BusyStoreOptions {
  readonly seed: string;
  readonly customers: number;
  /** Share of deliveries that come twice; default 0.1. */
  readonly duplicates?: number;
  /** How many places a delivery may slip back; default 30. */
  readonly shuffleWindow?: number;
}

/** Segments that a year of orders moves customers into and, by refunds and cancellations, out of. */
export const SEGMENTS: Readonly<Record<string, SegmentRule>> = {
  anybody: { minOrders: 0 },
  buyers: { minOrders: 1 },
  'came back': { minOrders: 2 },
  'good for fifty': { minPurchaseAmount: '50' },
  'loyal and good for 200': { minOrders: 2, minPurchaseAmount: 200 },
};

/** A year of one store as deliveries, with their expected effects, computed from the generated records. */
export class BusyStore {
  readonly expected: StoreState;
  private readonly events: readonly RecordEvent[];
  private readonly context = new BodyContext({
    domain: SHOP,
    name: 'Busy',
    currency: 'USD',
    ianaTimezone: 'America/New_York',
    email: `owner@${SHOP}`,
    id: '548380009',
  });

  constructor({ seed, customers, duplicates = 0.1, shuffleWindow = 30 }: BusyStoreOptions) {
    const from = new Date('2024-01-01T00:00:00Z');
    const to = new Date('2025-01-01T00:00:00Z');
    const history = generateStoreHistory({ seed, customers, from, to, products: 12 });
    this.events = withDisorder(history.events, seed, { duplicates, shuffleWindow });
    const facts = expectedFacts(history);
    this.expected = {
      facts: Object.fromEntries(facts),
      segments: Object.fromEntries(
        Object.entries(SEGMENTS).map(([name, rule]) => [name, segmentMembers(facts, rule).sort()]),
      ),
    };
  }

  /** The deliveries in the order of sending. A repeat has the same id as its first delivery. */
  deliveries(url: string): WebhookDelivery[] {
    return this.events.map((event) => ({
      url: `${url}/platform-a/webhooks`,
      topic: event.topic,
      shopDomain: SHOP,
      webhookId: event.webhookId,
      eventId: event.eventId,
      triggeredAt: event.at,
      body: () => webhookBody(event, this.context),
    }));
  }
}
