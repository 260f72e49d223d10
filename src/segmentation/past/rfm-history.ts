import { boundariesOf, type RfmBoundaries } from '../criteria/rfm.js';
import type { RfmRunRow } from '../rfm/rfm.repository.js';
import type { RfmHistory } from './replay.js';

/** The history of a brand's runs, the earliest first. Before the first run, its boundaries count too. */
export function rfmHistoryOf(runs: readonly RfmRunRow[]): RfmHistory {
  const times = runs.map(({ computedAt }) => computedAt.getTime());
  const boundaries: readonly (RfmBoundaries | null)[] = runs.map((run) => boundariesOf(run.boundaries));
  return {
    at: (instant) => boundaries[Math.max(0, firstAfter(times, instant) - 1)] ?? null,
    between: (after, before) => times.slice(firstAfter(times, after)).filter((at) => at < before),
  };
}

/** The index of the first time after the instant. */
function firstAfter(times: readonly number[], instant: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
