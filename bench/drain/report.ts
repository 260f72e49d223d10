import { type Goal, goalLines } from '../support/goals.js';
import { decimals, percent, table, whole } from '../support/table.js';
import type { DrainFigures } from './our-drain.js';
import type { Outcome } from './outcome.js';
import type { Step } from './sql-ceiling.js';

const MEMORY_LIMIT_MIB = 400;

export interface Figures {
  readonly ourSeconds: number;
  readonly ceilingSeconds: number;
  readonly deliveriesPerSecond: number;
  /** The number of order bodies, without separate refunds. */
  readonly ordersPerSecond: number;
  readonly ceilingOrdersPerSecond: number;
  readonly toCeiling: number;
  readonly workerCpu: number;
  readonly machineBusy: number;
  readonly apiPeakMiB: number;
  readonly workerPeakMiB: number;
}

export function figuresOf(
  ours: DrainFigures,
  steps: readonly Step[],
  { deliveries, bodies }: { deliveries: number; bodies: number },
): Figures {
  const ceilingSeconds = steps.reduce((sum, { seconds }) => sum + seconds, 0);
  const { seconds: ourSeconds, ...rest } = ours;
  return {
    ourSeconds,
    ceilingSeconds,
    deliveriesPerSecond: deliveries / ourSeconds,
    ordersPerSecond: bodies / ourSeconds,
    ceilingOrdersPerSecond: bodies / ceilingSeconds,
    toCeiling: ceilingSeconds / ourSeconds,
    ...rest,
  };
}

export function goalsOf({ toCeiling, ordersPerSecond, apiPeakMiB, workerPeakMiB }: Figures): Goal[] {
  const memory = apiPeakMiB + workerPeakMiB;
  return [
    { text: 'at least 0.35 of the SQL ceiling', reached: toCeiling >= 0.35, measured: decimals(toCeiling, 2) },
    { text: 'at least 2,500 orders/s', reached: ordersPerSecond >= 2_500, measured: whole(ordersPerSecond) },
    {
      text: `api and worker together under ${MEMORY_LIMIT_MIB} MiB`,
      reached: memory < MEMORY_LIMIT_MIB,
      measured: `${whole(memory)} MiB`,
    },
  ];
}

export function printReport(figures: Figures, outcome: Outcome, steps: readonly Step[], goals: readonly Goal[]): void {
  const rows = [
    {
      name: 'rekindle, one worker',
      seconds: figures.ourSeconds,
      rate: figures.ordersPerSecond,
      ratio: figures.toCeiling,
      cpu: percent(figures.workerCpu),
    },
    {
      name: 'SQL by hand, one connection',
      seconds: figures.ceilingSeconds,
      rate: figures.ceilingOrdersPerSecond,
      ratio: 1,
      cpu: '-',
    },
  ];
  const text = table(
    [
      { title: 'way', cell: ({ name }) => name, align: 'left' },
      { title: 'seconds', cell: ({ seconds }) => decimals(seconds, 2) },
      { title: 'orders/s', cell: ({ rate }) => whole(rate) },
      { title: 'of ceiling', cell: ({ ratio }) => decimals(ratio, 2) },
      { title: 'worker CPU', cell: ({ cpu }) => cpu },
    ],
    rows,
  );
  console.log(`\n${text}`);
  console.log(
    `\nmemory at its highest: api ${whole(figures.apiPeakMiB)} MiB, worker ${whole(figures.workerPeakMiB)} MiB`,
  );
  console.log(`members, the same on both sides: ${JSON.stringify(outcome.members)}`);
  console.log(`SQL: ${steps.map(({ name, seconds }) => `${name} ${decimals(seconds, 2)} s`).join(', ')}`);
  console.log(`\n${goalLines(goals)}`);
}
