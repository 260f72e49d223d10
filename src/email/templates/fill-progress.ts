import { FILL_MS, PARSE_MS } from './limits.js';

/**
 * Memory that a filling thread shares with its pool: the number of steps begun, and the kind and job of the last one.
 */
export type FillCell = Int32Array<SharedArrayBuffer>;
export const newFillCell = (): FillCell => new Int32Array(new SharedArrayBuffer(12));

const [STEPS, KIND, JOB] = [0, 1, 2];
const KINDS = ['none', 'parse', 'fill'] as const;

/** Called in the thread. */
export function beginStep(cell: FillCell, kind: (typeof KINDS)[number], job = 0): void {
  Atomics.store(cell, KIND, KINDS.indexOf(kind));
  Atomics.store(cell, JOB, job);
  Atomics.add(cell, STEPS, 1);
}

/** The job in progress; undefined before the first and after the last. */
export const jobIn = (cell: FillCell): number | undefined =>
  Atomics.load(cell, KIND) === 0 ? undefined : Atomics.load(cell, JOB);

/** A step took too long. */
export class Stalled extends Error {}

/**
 * Aborts when one step takes too long. Each check compares what the thread wrote last, so that a delayed timer in a
 * busy event loop does not count as a slow job. A thread that waits for a core is not slow either: the process must
 * have used as much CPU time as the limit allows.
 */
export function abortWhenStalled(cell: FillCell, fillMs = FILL_MS): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  let seen = 0;
  let since = performance.now();
  let usage = process.cpuUsage();
  const timer = setInterval(() => {
    const now = performance.now();
    const steps = Atomics.load(cell, STEPS);
    const kind = KINDS[Atomics.load(cell, KIND)];
    const limitMs = kind === 'parse' ? PARSE_MS : fillMs;
    if (steps !== seen || kind === 'none') [seen, since, usage] = [steps, now, process.cpuUsage()];
    else if (now - since > limitMs && cpuMsSince(usage) > limitMs) controller.abort(new Stalled());
  }, FILL_MS / 4);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
