import { generateStoreHistory, type RecordEvent } from '#libs/simulators';

/** About how many events of orders and refunds a history has for each customer. */
const EVENTS_PER_CUSTOMER = 4;
const PERIOD = { from: new Date('2025-09-01'), to: new Date('2026-09-01') };

/** The first `count` order and refund events of a generated store's year; the same in every run. */
export function recordEvents(count: number): RecordEvent[] {
  let customers = Math.ceil(count / EVENTS_PER_CUSTOMER);
  for (;;) {
    const { events } = generateStoreHistory({ seed: 'drain', customers, ...PERIOD });
    const wanted = events.filter(({ topic }) => topic.startsWith('orders/') || topic === 'refunds/create');
    if (wanted.length >= count) return wanted.slice(0, count);
    customers = Math.ceil(customers * 1.3);
  }
}

export function topicCounts(events: readonly RecordEvent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { topic } of events) counts[topic] = (counts[topic] ?? 0) + 1;
  return counts;
}
