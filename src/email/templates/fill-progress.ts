import { FILL_MS, PARSE_MS } from './limits.js';

/** Shared by a thread that fills emails and its pool: how many steps it has begun, the kind of the last, whose it is. */
export type FillCell = Int32Array<SharedArrayBuffer>;
export const newFillCell = (): FillCell => new Int32Array(new SharedArrayBuffer(12));

const [STEPS, KIND, JOB] = [0, 1, 2];
const KINDS = ['none', 'parse', 'fill'] as const;

/** On the side of the thread. */
export function beginStep(cell: FillCell, kind: (typeof KINDS)[number], job = 0): void {
  Atomics.store(cell, KIND, KINDS.indexOf(kind));
  Atomics.store(cell, JOB, job);
  Atomics.add(cell, STEPS, 1);
}

/** The job that the thread works on; undefined before the first and after the last. */
export const jobIn = (cell: FillCell): number | undefined =>
  Atomics.load(cell, KIND) === 0 ? undefined : Atomics.load(cell, JOB);

/** A job that hung. */
export class Stalled extends Error {}

/**
 * Aborts when one step lasts too long. It looks at what the thread wrote last, so that an event loop that comes late to
 * its timers takes no job for slow that the thread has done meanwhile.
 */
export function abortWhenStalled(cell: FillCell, fillMs = FILL_MS): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  let seen = 0;
  let since = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const steps = Atomics.load(cell, STEPS);
    const kind = KINDS[Atomics.load(cell, KIND)];
    if (steps !== seen || kind === 'none') [seen, since] = [steps, now];
    else if (now - since > (kind === 'parse' ? PARSE_MS : fillMs)) controller.abort(new Stalled());
  }, FILL_MS / 4);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}
