import type { ShopEvent } from '../shop/shop-event.js';
import type { Instant } from '../shop/records.js';
import type { Random } from './random.js';

/** Leaves the ids away, member by member of the union. */
type WithoutIds<T> = T extends unknown ? Omit<T, 'at' | 'webhookId' | 'eventId'> : never;

/** What one merchant action causes: deliveries of several topics with one event id, some milliseconds apart. */
export function stamp(at: Instant, random: Random, happenings: readonly WithoutIds<ShopEvent>[]): ShopEvent[] {
  const eventId = random.uuid();
  const first = at + random.integer(900);
  return happenings.map((happening, index) => ({ ...happening, at: first + index, webhookId: random.uuid(), eventId }));
}

/** Whole seconds, as the wire has them, and later than what was before, so that no two states share a time. */
export const secondAfter = (at: Instant, previous: Instant): Instant =>
  Math.max(Math.floor(at / 1000) * 1000, previous + 1000);
