import { groupBy } from '#libs/kernel';
import type { EventRow } from '../log/event-log.repository.js';

const LANES_AT_ONCE = 8;
/** After so many failures in one window the endpoint is left alone until the next attempt is due. */
export const MOST_FAILURES = 3;

/** Events with the same lane keep their order. */
export const laneOf = ({ customerId, id }: EventRow): string => customerId ?? id;

/**
 * Sends a window of events: those of one customer one after the other, those of different customers side by side. An
 * event that fails keeps back the later ones of its customer. Returns the positions of the acknowledged events.
 */
export async function sendInLanes(
  events: readonly EventRow[],
  send: (event: EventRow) => Promise<boolean>,
): Promise<ReadonlySet<string>> {
  const lanes = [...groupBy(events, laneOf).values()];
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
