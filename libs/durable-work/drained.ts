import { setTimeout } from 'node:timers/promises';

/** A stop does not wait longer for what runs: what is cut off is taken up by another worker. */
const DRAIN_MS = 25_000;

/** Resolves when the work has ended, in whatever way, or has had its time. */
export async function drained(work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work?.catch(() => undefined), setTimeout(DRAIN_MS, undefined, { ref: false })]);
}
