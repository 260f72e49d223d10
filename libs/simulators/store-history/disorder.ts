import { Random } from '#libs/random';

export interface Disorder {
  /** Share of events that come twice, with the same webhook id. */
  readonly duplicates: number;
  /** The largest number of places by which an event may move back. */
  readonly shuffleWindow: number;
}

/**
 * The same events as a network may deliver them: some twice, and neighbours in another order. An event moves back at
 * most `shuffleWindow` places, a duplicate up to twice that number.
 */
export function withDisorder<T>(
  events: readonly T[],
  seed: string | number,
  { duplicates, shuffleWindow }: Disorder,
): T[] {
  const random = new Random(`${seed}/disorder`);
  const places: { place: number; event: T }[] = [];
  for (const [index, event] of events.entries()) {
    places.push({ place: index + random.uniform() * shuffleWindow, event });
    if (random.chance(duplicates)) places.push({ place: index + random.uniform() * 2 * shuffleWindow, event });
  }
  return places.sort((a, b) => a.place - b.place).map(({ event }) => event);
}
