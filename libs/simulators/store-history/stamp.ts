import type { RecordEvent } from '../records/record-event.js';
import type { Instant } from '../records/records.js';
import type { Random } from '#libs/random';

/** Omits the time and the ids from each member of the union. */
type WithoutIds<T> = T extends unknown ? Omit<T, 'at' | 'webhookId' | 'eventId'> : never;

/** The events of one merchant action: several topics with one event id, some milliseconds apart. */
export function stamp(at: Instant, random: Random, happenings: readonly WithoutIds<RecordEvent>[]): RecordEvent[] {
  const eventId = random.uuid();
  const first = at + random.integer(900);
  return happenings.map((happening, index) => ({ ...happening, at: first + index, webhookId: random.uuid(), eventId }));
}

/** A time in whole seconds, as on the wire, and after the previous time, so that no two versions have the same time. */
export const secondAfter = (at: Instant, previous: Instant): Instant =>
  Math.max(Math.floor(at / 1000) * 1000, previous + 1000);
