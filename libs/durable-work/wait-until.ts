import { setTimeout as pause } from 'node:timers/promises';

/** How long to wait for work of another process, and how often to look. */
export interface Patience {
  readonly seconds: number;
  readonly everyMs: number;
}

/** Reads until the work is done or the time is over. Returns what was read last; the first read is at once. */
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
