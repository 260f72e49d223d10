import { setImmediate as breathe } from 'node:timers/promises';

const SLICE = 16;

/**
 * The items in order, with a breath after every 16, so that long work on one thread lets the answers of the stores in:
 * another job's next statement starts while this one computes.
 */
export async function* inSlices<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
  for (let start = 0; start < items.length; start += SLICE) {
    if (start > 0) await breathe();
    yield* items.slice(start, start + SLICE);
  }
}
