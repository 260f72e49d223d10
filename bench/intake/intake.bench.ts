import { Child } from '../support/children.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import type { Stores } from '../support/stores.js';
import { type Contender, startContenders } from './contenders.js';
import type { LoadAnswer, LoadRequest, Phase, PhaseFigures } from './load.js';
import { usualOrder } from './order-request.js';
import { burstTable, intakeTable, type Row, rowOf } from './report.js';

const CONNECTIONS = [50, 200];
const MOST_CONNECTIONS = 200;
const FULL = { rounds: 3, warmUpSeconds: 2, seconds: 6 };
const QUICK = { rounds: 1, warmUpSeconds: 1, seconds: 2 };

type Generator = Child<LoadRequest, LoadAnswer>;

/** A signed order, sent to the ceiling, to the peer and to us in turns; then a burst on us. */
export async function benchIntake(stores: Stores, { quick }: BenchOptions): Promise<object> {
  const body = usualOrder();
  const { rounds, warmUpSeconds, seconds } = quick ? QUICK : FULL;
  console.log(`signed order of ${body.length} bytes, ${rounds} x ${seconds} s each in turns, median`);
  const generator: Generator = Child.start(new URL('./load.process.js', import.meta.url));
  const contenders = await startContenders(stores);
  try {
    const load = (contender: Contender, connections: number, phases: readonly Phase[]): Promise<PhaseFigures[]> =>
      sendLoad(generator, contender, { connections, phases, body });
    const phases = [
      { name: 'warm-up', seconds: warmUpSeconds },
      { name: 'measured', seconds },
    ];
    const rows: Row[] = [];
    for (const connections of CONNECTIONS) {
      const rounds_: PhaseFigures[][] = [];
      for (let round = 0; round < rounds; round += 1) {
        const figures: PhaseFigures[] = [];
        for (const contender of contenders) figures.push(...(await load(contender, connections, phases)).slice(-1));
        rounds_.push(figures);
      }
      rows.push(...contenders.map(({ name }, index) => rowOf(name, connections, rounds_, index)));
    }
    console.log(`\n${intakeTable(rows)}`);
    const ours = rows.at(-1);
    const last = contenders.at(-1);
    if (!ours || !last) throw new Error('nothing was measured');
    const burst = await load(last, MOST_CONNECTIONS, burstPhases(ours.requestsPerSecond, quick));
    console.log(`\nburst, ${MOST_CONNECTIONS} connections:\n${burstTable(burst)}`);
    const goals = goalsOf(ours, burst);
    console.log(`\n${goalLines(goals)}`);
    return { bodyBytes: body.length, rows, burst, goals };
  } finally {
    for (const contender of contenders) await contender.stop();
    await generator.stop();
  }
}

async function sendLoad(
  generator: Generator,
  contender: Contender,
  { connections, phases, body }: { connections: number; phases: readonly Phase[]; body: Buffer },
): Promise<PhaseFigures[]> {
  const { port, pid } = contender;
  const answer = await generator.ask({ port, pid, connections, body: body.toString(), phases });
  await contender.settle(answer.accepted);
  return [...answer.phases];
}

/** A tenth of what it can do is the median rate of such a shop; then ten times that at once, which is all it can do. */
const burstPhases = (most: number, quick: boolean): Phase[] => [
  { name: 'a tenth of the most', seconds: quick ? 1 : 5, rate: most / 10 },
  { name: 'burst at full speed', seconds: quick ? 1 : 3 },
  { name: 'a tenth again', seconds: quick ? 1 : 3, rate: most / 10 },
];

function goalsOf(ours: Row, burst: readonly PhaseFigures[]): Goal[] {
  const refused = burst.reduce((sum, { non2xx }) => sum + non2xx, 0);
  return [
    {
      text: 'at least 0.40 of the ceiling at 200 connections',
      reached: ours.toCeiling >= 0.4,
      measured: ours.toCeiling.toFixed(2),
    },
    {
      text: 'at least 3.5 times Express at 200 connections',
      reached: ours.toExpress >= 3.5,
      measured: ours.toExpress.toFixed(2),
    },
    {
      text: 'p99 under 60 ms at 200 connections',
      reached: ours.p99Ms < 60,
      measured: `${ours.p99Ms.toFixed(1)} ms`,
    },
    { text: 'no answer but 2xx in the burst', reached: refused === 0, measured: String(refused) },
  ];
}
