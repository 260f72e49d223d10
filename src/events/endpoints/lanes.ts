import { groupBy } from '#libs/kernel';
import type { EventRow } from '../log/event-log.repository.js';

const LANES_AT_ONCE = 8;
/** After so many failures in one window the endpoint is left alone until the next attempt is due. */
const MOST_FAILURES = 3;

/**
 * Sends a window of events: those of one customer one after the other, those of different customers side by side. An
 * event that fails keeps back the later ones of its customer. Returns the positions of the acknowledged events.
 */
export async function sendInLanes(
  events: readonly EventRow[],
  send: (event: EventRow) => Promise<boolean>,
): Promise<ReadonlySet<string>> {
  const lanes = [...groupBy(events, ({ customerId, id }) => customerId ?? id).values()];
  const acknowledged = new Set<string>();
  let failures = 0;
  const work = async (): Promise<void> => {
    for (let lane = lanes.shift(); lane && failures < MOST_FAILURES; lane = lanes.shift()) {
      for (const event of lane) {
        if (!(await send(event))) {
          failures += 1;
          break;
        }
        acknowledged.add(event.position);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES_AT_ONCE }, work));
  return acknowledged;
}

/** Where an endpoint is after a window: everything up to `position` is delivered, and so are the `acknowledged`. */
export interface Place {
  readonly position: string;
  readonly acknowledged: readonly string[];
}

/** `end` is the position up to which the window has all events of the endpoint. */
export function placeAfter(events: readonly EventRow[], acknowledged: ReadonlySet<string>, end: string): Place {
  const first = events.find(({ position }) => !acknowledged.has(position));
  if (!first) return { position: end, acknowledged: [] };
  const later = events
    .slice(events.indexOf(first))
    .flatMap(({ position }) => (acknowledged.has(position) ? position : []));
  return { position: String(BigInt(first.position) - 1n), acknowledged: later };
}
