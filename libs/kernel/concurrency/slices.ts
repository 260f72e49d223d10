import { setImmediate as breathe } from 'node:timers/promises';

const SLICE = 16;

/**
 * The items in order, with a pause for other work after every 16. So a long computation does not block the answers of
 * Postgres and Redis, and the next statement of another job can start meanwhile.
 */
export async function* inSlices<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
  for (let start = 0; start < items.length; start += SLICE) {
    if (start > 0) await breathe();
    yield* items.slice(start, start + SLICE);
  }
}
