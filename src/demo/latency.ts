import { anIdleOrder } from './idle-orders.js';
import type { PlatformASimulator, SimulatedShop } from '#libs/simulators';
import type { AdminApi, Member } from './admin-api.js';

export interface Latency {
  readonly samples: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** The time from the first attempt of a delivery to the moment at which its customer is a member. */
export function latencyOf(sentAt: ReadonlyMap<string, number>, members: readonly Member[]): Latency {
  const times = members
    .flatMap(({ externalId, enteredAt }) => {
      const sent = sentAt.get(externalId);
      return sent === undefined ? [] : [Date.parse(enteredAt) - sent];
    })
    .sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.max(0, times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return { samples: times.length, medianMs: at(0.5), p99Ms: at(0.99) };
}

/** Sends single orders of new customers to the idle service, one after the other. Returns the time of each. */
export async function sendOneByOne(
  simulator: PlatformASimulator,
  shop: SimulatedShop,
  count: number,
): Promise<Map<string, number>> {
  const sentAt = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const { event, customerId } = anIdleOrder(index);
    const [outcome] = await simulator.emit(shop, event);
    if (outcome) sentAt.set(customerId, outcome.sentAt);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return sentAt;
}

/** Waits until the given customers are members of the segment. Returns all members. */
export async function membersWith(
  api: AdminApi,
  segmentId: string,
  customers: ReadonlyMap<string, number>,
): Promise<Member[]> {
  for (;;) {
    const members = await api.members(segmentId);
    const present = new Set(members.map(({ externalId }) => externalId));
    if ([...customers.keys()].every((id) => present.has(id))) return members;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
