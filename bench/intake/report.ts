import { decimals, median, percent, table, whole } from '../support/table.js';
import type { PhaseFigures } from './load.js';

/** The median of a contender's rounds. */
export interface Row extends PhaseFigures {
  readonly connections: number;
  /** Lowest and highest round. */
  readonly range: readonly [number, number];
  readonly toCeiling: number;
  readonly toExpress: number;
}

const CEILING = 0;
const EXPRESS = 1;

/** Sums answers other than 2xx, takes the largest memory, and the median of everything else. */
export function rowOf(
  name: string,
  connections: number,
  rounds: readonly (readonly PhaseFigures[])[],
  contender: number,
): Row {
  const of = (index: number): PhaseFigures[] => rounds.flatMap((round) => round[index] ?? []);
  const own = of(contender);
  const middle = (read: (figures: PhaseFigures) => number, figures = own): number => median(figures.map(read));
  const rates = own.map(({ requestsPerSecond }) => requestsPerSecond);
  const requestsPerSecond = median(rates);
  const ratioTo = (index: number): number => requestsPerSecond / middle((each) => each.requestsPerSecond, of(index));
  return {
    name,
    connections,
    requestsPerSecond,
    range: [Math.min(...rates), Math.max(...rates)],
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    non2xx: own.reduce((sum, { non2xx }) => sum + non2xx, 0),
    serverCpu: middle(({ serverCpu }) => serverCpu),
    generatorCpu: middle(({ generatorCpu }) => generatorCpu),
    machineBusy: middle(({ machineBusy }) => machineBusy),
    peakMemoryMiB: Math.max(...own.map(({ peakMemoryMiB }) => peakMemoryMiB)),
    toCeiling: ratioTo(CEILING),
    toExpress: ratioTo(EXPRESS),
  };
}

export const intakeTable = (rows: readonly Row[]): string =>
  table<Row>(
    [
      { title: 'connections', cell: ({ connections }) => String(connections) },
      { title: 'server', cell: ({ name }) => name, align: 'left' },
      { title: 'req/s', cell: ({ requestsPerSecond }) => whole(requestsPerSecond) },
      { title: 'min-max', cell: ({ range }) => range.map(whole).join('-') },
      { title: 'p50 ms', cell: ({ p50Ms }) => decimals(p50Ms, 2) },
      { title: 'p99 ms', cell: ({ p99Ms }) => decimals(p99Ms, 2) },
      { title: 'non-2xx', cell: ({ non2xx }) => String(non2xx) },
      { title: 'server CPU', cell: ({ serverCpu }) => percent(serverCpu) },
      { title: 'load CPU', cell: ({ generatorCpu }) => percent(generatorCpu) },
      { title: 'machine', cell: ({ machineBusy }) => percent(machineBusy) },
      { title: 'peak MiB', cell: ({ peakMemoryMiB }) => whole(peakMemoryMiB) },
      { title: 'of ceiling', cell: ({ toCeiling }) => decimals(toCeiling, 2) },
      { title: 'x Express', cell: ({ toExpress }) => decimals(toExpress, 2) },
    ],
    rows,
  );

/** One row for each phase of a load. */
export const phaseTable = (phases: readonly PhaseFigures[]): string =>
  table<PhaseFigures>(
    [
      { title: 'phase', cell: ({ name }) => name, align: 'left' },
      { title: 'req/s', cell: ({ requestsPerSecond }) => whole(requestsPerSecond) },
      { title: 'p50 ms', cell: ({ p50Ms }) => decimals(p50Ms, 2) },
      { title: 'p99 ms', cell: ({ p99Ms }) => decimals(p99Ms, 2) },
      { title: 'non-2xx', cell: ({ non2xx }) => String(non2xx) },
      { title: 'server CPU', cell: ({ serverCpu }) => percent(serverCpu) },
      { title: 'machine', cell: ({ machineBusy }) => percent(machineBusy) },
      { title: 'peak MiB', cell: ({ peakMemoryMiB }) => whole(peakMemoryMiB) },
    ],
    phases,
  );
