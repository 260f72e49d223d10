import { setTimeout } from 'node:timers/promises';

/** The longest wait of a stop for running work. Another worker takes over work that is cut off. */
const DRAIN_MS = 25_000;

/** Resolves when the work has ended or failed, or when the time is over. */
export async function drained(work: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([work?.catch(() => undefined), setTimeout(DRAIN_MS, undefined, { ref: false })]);
}
