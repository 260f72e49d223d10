import { entityId, idInMonth, monthOf } from '#libs/kernel';

const DAY_MS = 86_400_000;
/** For how long a platform may repeat a delivery, and how far its clock may be ahead. */
const REPEATS_MS = 7 * DAY_MS;
const AHEAD_MS = DAY_MS;

/**
 * The id of a delivery, computed from the platform's id of it. The table is partitioned by month through its key, so
 * the id begins with a month. It is the month of the event, which a repeat
 * names as the first delivery did, so a repeat has the same id. An event without a time, or with one that is not
 * plausible for a delivery of now, takes the present month. `triggeredAt` is ISO 8601, `now` in milliseconds.
 */
export function deliveryIdOf(
  retailerId: string,
  deliveryId: string,
  triggeredAt: string | null = null,
  now = Date.now(),
): string {
  const at = triggeredAt === null ? now : Date.parse(triggeredAt);
  const month = monthOf(at > now - REPEATS_MS && at < now + AHEAD_MS ? at : now);
  return idInMonth(month, entityId(retailerId, 'delivery', deliveryId));
}
