import { startOurs, type Variant } from '../intake/contenders.js';
import type { PhaseFigures } from '../intake/load.js';
import { acceptInTurns, ratioInTurns, type TurnPlan } from '../intake/turns.js';
import { Child } from '../support/children.js';
import type { Datastores } from '../support/datastores.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import { decimals, median, table, whole } from '../support/table.js';
import type { CollectorAnswer } from './collector.process.js';

const FULL: TurnPlan = { rounds: 9, warmUpSeconds: 1, seconds: 3, connections: 200 };
const QUICK: TurnPlan = { rounds: 1, warmUpSeconds: 1, seconds: 1, connections: 200 };
const DEFAULT_SHARE = 'default share of traces';
/** The share that the usual sampling may cost. */
const MOST_LOST = 0.05;

/**
 * What spans cost when deliveries are accepted: no spans, the default share of traces, all traces. A second service
 * without spans shows how far two equal ones differ on this machine.
 */
export async function benchTracing(datastores: Datastores, { quick }: BenchOptions): Promise<object> {
  const plan = quick ? QUICK : FULL;
  const collector = Child.start<object, CollectorAnswer>(new URL('./collector.process.js', import.meta.url));
  try {
    const { port } = await collector.ask({});
    const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`;
    const variants: readonly Variant[] = [
      { name: 'no spans', environment: {} },
      { name: 'no spans, once more', environment: {} },
      { name: DEFAULT_SHARE, environment: { OTEL_EXPORTER_OTLP_ENDPOINT } },
      { name: 'all traces', environment: { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '1' } },
    ];
    const figures = await acceptInTurns(
      variants.map((variant) => () => startOurs(datastores, 'platform-a', variant)),
      plan,
    );
    const { bytes } = await collector.ask({});
    if (bytes === 0) throw new Error('the collector got no spans');
    return report(
      variants.map(({ name }, index) => rowOf(name, figures[index] ?? [], figures[0] ?? [])),
      bytes,
    );
  } finally {
    await collector.stop();
  }
}

interface Row {
  readonly name: string;
  readonly requestsPerSecond: number;
  /** Microseconds of the service's CPU. */
  readonly cpuPerRequest: number;
  /** Of the variant without spans. */
  readonly rateRatio: number;
  readonly cpuRatio: number;
}

function rowOf(name: string, own: readonly PhaseFigures[], without: readonly PhaseFigures[]): Row {
  const rate = ({ requestsPerSecond }: PhaseFigures): number => requestsPerSecond;
  const cpu = ({ serverCpu, requestsPerSecond }: PhaseFigures): number => (serverCpu / requestsPerSecond) * 1e6;
  return {
    name,
    requestsPerSecond: median(own.map(rate)),
    cpuPerRequest: median(own.map(cpu)),
    rateRatio: ratioInTurns(own.map(rate), without.map(rate)),
    cpuRatio: ratioInTurns(own.map(cpu), without.map(cpu)),
  };
}

function report(rows: readonly Row[], bytes: number): object {
  console.log(
    table<Row>(
      [
        { title: 'accepted deliveries', cell: ({ name }) => name, align: 'left' },
        { title: 'req/s', cell: ({ requestsPerSecond }) => whole(requestsPerSecond) },
        { title: 'ratio', cell: ({ rateRatio }) => decimals(rateRatio, 3) },
        { title: 'CPU us', cell: ({ cpuPerRequest }) => whole(cpuPerRequest) },
        { title: 'ratio', cell: ({ cpuRatio }) => decimals(cpuRatio, 3) },
      ],
      rows,
    ),
  );
  const lost = 1 - (rows.find(({ name }) => name === DEFAULT_SHARE)?.rateRatio ?? 0);
  const goals: Goal[] = [
    {
      text: `spans of the default share cost at most ${MOST_LOST * 100} % of the accepted deliveries`,
      reached: lost <= MOST_LOST,
      measured: `${decimals(lost * 100, 1)} %`,
    },
  ];
  console.log(`\n${goalLines(goals)}`);
  return { rows, bytes, goals };
}
