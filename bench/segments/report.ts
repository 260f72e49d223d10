import { type Goal, goalLines } from '../support/goals.js';
import { decimals, percent, table, whole } from '../support/table.js';
import type { ClockFigures } from './clock.js';
import type { ChangeFigures, EvaluationFigures } from './evaluation.js';
import type { IncrementalFigures } from './incremental.js';

interface Figures {
  readonly customers: number;
  readonly evaluations: readonly EvaluationFigures[];
  readonly change: ChangeFigures;
  /** The memory of the evaluating process up to that point. */
  readonly peakMiB: number;
  readonly incremental: readonly IncrementalFigures[];
  readonly clock: ClockFigures;
}

export function goalsOf({ evaluations, peakMiB, incremental, clock }: Figures): Goal[] {
  const slowest = Math.max(...evaluations.map(({ ratio }) => ratio));
  const most = incremental.at(-1);
  return [
    {
      text: 'a new segment in at most 1.3 times the time by hand',
      reached: slowest <= 1.3,
      measured: decimals(slowest, 2),
    },
    { text: 'under 200 MiB of memory', reached: peakMiB < 200, measured: `${whole(peakMiB)} MiB` },
    {
      text: 'a customer under 1,000 segments in less than 1 ms of CPU',
      reached: (most?.cpuMs ?? 1) < 1,
      measured: `${decimals(most?.cpuMs ?? 0, 3)} ms`,
    },
    {
      text: `all ${whole(clock.changes)} changes by time made, none more than 5 s late`,
      reached: clock.made === clock.changes && clock.latestSeconds <= 5,
      measured: `${whole(clock.made)}, ${decimals(clock.latestSeconds, 2)} s`,
    },
  ];
}

export function printReport(
  { evaluations, change, peakMiB, incremental, clock }: Figures,
  goals: readonly Goal[],
): void {
  const evaluated = table<EvaluationFigures>(
    [
      { title: 'new segment', cell: ({ name }) => name, align: 'left' },
      { title: 'members', cell: ({ members }) => whole(members) },
      { title: 'Rekindle s', cell: ({ ourSeconds }) => decimals(ourSeconds, 2) },
      { title: 'by hand s', cell: ({ handSeconds }) => decimals(handSeconds, 2) },
      { title: 'times', cell: ({ ratio }) => decimals(ratio, 2) },
    ],
    evaluations,
  );
  const touched = table<IncrementalFigures>(
    [
      { title: 'segments', cell: ({ segments }) => whole(segments) },
      { title: 'CPU ms, orders again', cell: ({ cpuMs }) => decimals(cpuMs, 3) },
      { title: 'CPU ms, comes back', cell: ({ returnCpuMs }) => decimals(returnCpuMs, 3) },
      { title: 'CPU ms, alone', cell: ({ aloneCpuMs }) => decimals(aloneCpuMs, 2) },
      { title: 'ms in all, orders again', cell: ({ elapsedMs }) => decimals(elapsedMs, 3) },
    ],
    incremental,
  );
  console.log(`\n${evaluated}\n`);
  console.log(
    `changed: ${decimals(change.seconds, 2)} s, ${whole(change.rowsWritten)} transitions with ${whole(change.membersBefore)} members; memory at its highest ${whole(peakMiB)} MiB`,
  );
  console.log(`\n${touched}\n`);
  console.log(
    `clock: ${whole(clock.made)} changes made, median ${whole(clock.medianMs)} ms late, the latest ${decimals(clock.latestSeconds, 2)} s; CPU ${percent(clock.cpu)}`,
  );
  console.log(`\n${goalLines(goals)}`);
}
