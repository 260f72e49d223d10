import { setTimeout as pause } from 'node:timers/promises';

/** How long to wait for the work of another process, and how often to read. */
export interface Patience {
  readonly seconds: number;
  readonly everyMs: number;
}

/** Reads, first at once, until the work is done or the time is over. Returns the last value. */
export async function waitUntil<T>(
  read: () => Promise<T>,
  isDone: (found: T) => boolean,
  { seconds, everyMs }: Patience,
): Promise<T> {
  const deadline = Date.now() + seconds * 1_000;
  let found = await read();
  while (!isDone(found) && Date.now() < deadline) {
    await pause(everyMs);
    found = await read();
  }
  return found;
}
