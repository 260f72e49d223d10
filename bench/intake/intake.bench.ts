import { Child } from '../support/children.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import type { Datastores } from '../support/datastores.js';
import { type Contender, CONTENDERS } from './contenders.js';
import type { LoadAnswer, LoadRequest, Phase, PhaseFigures } from './load.js';
import { usualOrder } from './order-request.js';
import { phaseTable, intakeTable, type Row, rowOf } from './report.js';

const CONNECTIONS = [50, 200];
const FULL = { rounds: 3, warmUpSeconds: 2, seconds: 6 };
const QUICK = { rounds: 1, warmUpSeconds: 1, seconds: 2 };

/** Runs the load on one contender, and then its `settle`, which checks the accepted deliveries. */
type Loader = (contender: Contender, connections: number, phases: readonly Phase[]) => Promise<readonly PhaseFigures[]>;

/** A signed order, sent to the ceiling, the peer and the service in turns; then a burst on the service. */
export async function benchIntake(datastores: Datastores, { quick }: BenchOptions): Promise<object> {
  const body = usualOrder();
  const generator = Child.start<LoadRequest, LoadAnswer>(new URL('./load.process.js', import.meta.url));
  const contenders: Contender[] = [];
  const load: Loader = async (contender, connections, phases) => {
    const { port, pid, sender } = contender;
    const answer = await generator.ask({ port, pid, sender, connections, body: body.toString(), phases });
    await contender.settle(answer.accepted);
    return answer.phases;
  };
  try {
    for (const start of CONTENDERS) contenders.push(await start(datastores));
    return { bodyBytes: body.length, ...(await measure(contenders, load, body.length, quick)) };
  } finally {
    for (const contender of contenders) await contender.stop();
    await generator.stop();
  }
}

async function measure(contenders: readonly Contender[], load: Loader, bodyBytes: number, quick: boolean) {
  const plan = quick ? QUICK : FULL;
  console.log(`signed order of ${bodyBytes} bytes, ${plan.rounds} x ${plan.seconds} s each in turns, median`);
  const rows: Row[] = [];
  for (const connections of CONNECTIONS) rows.push(...(await measureInTurns(contenders, load, connections, plan)));
  console.log(`\n${intakeTable(rows)}`);
  const [thin, ours, service] = [rows.at(-2), rows.at(-1), contenders.at(-1)];
  if (!thin || !ours || !service) throw new Error('nothing was measured');
  const burst = await load(service, ours.connections, burstPhases(ours.requestsPerSecond, quick));
  console.log(`\nburst, ${ours.connections} connections:\n${phaseTable(burst)}`);
  const goals = goalsOf(ours, thin, burst);
  console.log(`\n${goalLines(goals)}`);
  return { rows, burst, goals };
}

/** Several rounds in turns, so that a disturbance of the machine affects all contenders. */
async function measureInTurns(
  contenders: readonly Contender[],
  load: Loader,
  connections: number,
  { rounds, warmUpSeconds, seconds }: typeof FULL,
): Promise<Row[]> {
  const phases = [
    { name: 'warm-up', seconds: warmUpSeconds },
    { name: 'measured', seconds },
  ];
  const turns: PhaseFigures[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turn: PhaseFigures[] = [];
    for (const contender of contenders) turn.push(...(await load(contender, connections, phases)).slice(-1));
    turns.push(turn);
  }
  return contenders.map(({ name }, index) => rowOf(name, connections, turns, index));
}

/** A steady tenth of the maximum rate, then a burst at full speed, then a tenth again. */
const burstPhases = (most: number, quick: boolean): Phase[] => [
  { name: 'a tenth of the most', seconds: quick ? 1 : 5, rate: most / 10 },
  { name: 'burst at full speed', seconds: quick ? 1 : 3 },
  { name: 'a tenth again', seconds: quick ? 1 : 3, rate: most / 10 },
];

function goalsOf(ours: Row, thin: Row, burst: readonly PhaseFigures[]): Goal[] {
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
    {
      text: 'platform B at least 0.85 of platform A at 200 connections',
      reached: thin.requestsPerSecond >= 0.85 * ours.requestsPerSecond,
      measured: (thin.requestsPerSecond / ours.requestsPerSecond).toFixed(2),
    },
    { text: 'no answer but 2xx in the burst', reached: refused === 0, measured: String(refused) },
  ];
}
