import { recordEvents } from '../drain/orders.js';
import { process as workOff, store } from '../erasure/bodies.js';
import { type Contender, startOurs, type Variant } from '../intake/contenders.js';
import type { LoadAnswer, LoadRequest } from '../intake/load.js';
import { usualOrder } from '../intake/order-request.js';
import { startApp } from '../support/app.js';
import { Child } from '../support/children.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import { decimals, median, table, whole } from '../support/table.js';
import { installTenant } from '../support/tenant.js';
import { timed } from '../support/timed.js';

const DROP = ['DROP INDEX deliveries_about_idx', 'DROP INDEX deliveries_unread_idx'];
const VARIANTS: readonly Variant[] = [
  { name: 'with the index', changes: [] },
  { name: 'without the index', changes: DROP },
];
const CONNECTIONS = 200;
const FULL = { rounds: 8, warmUpSeconds: 1, seconds: 4, processed: 8_000, turns: 3 };
const QUICK = { rounds: 1, warmUpSeconds: 1, seconds: 1, processed: 1_000, turns: 1 };
const DATABASE = 'bench_bodies';
/** The share of the accepted requests that the index may cost. */
const MOST_LOST = 0.02;

type Plan = typeof FULL;
/** Deliveries in a second: one list of rounds for each variant. */
type Rates = readonly (readonly number[])[];

/** What the index of bodies costs when deliveries are accepted and when they are processed. */
export async function benchBodies(datastores: Datastores, { quick }: BenchOptions): Promise<object> {
  const plan = quick ? QUICK : FULL;
  const accepted = await intake(datastores, plan);
  const processed = await processing(datastores, plan);
  console.log(
    table(
      [
        { title: 'deliveries a second', cell: ({ what }) => what, align: 'left' },
        { title: 'with', cell: ({ rates: [ours = []] }) => whole(median(ours)) },
        { title: 'without', cell: ({ rates: [, without = []] }) => whole(median(without)) },
        { title: 'ratio', cell: ({ rates }) => decimals(median(ratios(rates)), 3) },
        {
          title: 'ratio of each round',
          cell: ({ rates }) =>
            ratios(rates)
              .map((one) => decimals(one, 2))
              .join(' '),
        },
      ],
      [
        { what: `accepted, ${CONNECTIONS} connections`, rates: accepted },
        { what: 'processed by one worker', rates: processed },
      ],
    ),
  );
  const lost = 1 - median(ratios(accepted));
  const goals: Goal[] = [
    {
      text: `accepting deliveries loses at most ${MOST_LOST * 100} %`,
      reached: lost <= MOST_LOST,
      measured: `${decimals(lost * 100, 1)} %`,
    },
  ];
  console.log(`\n${goalLines(goals)}`);
  return { accepted, processed, goals };
}

/** The rounds of the variants are neighbours in time, so that a disturbance of the machine affects both. */
const ratios = ([ours = [], without = []]: Rates): number[] =>
  ours.map((rate, round) => rate / (without[round] ?? Number.NaN));

/** The order changes from round to round: the second of two may find warmer caches. */
async function inTurns(rounds: number, measure: (variant: number) => Promise<number>): Promise<Rates> {
  const rates: number[][] = VARIANTS.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < VARIANTS.length; turn += 1) {
      const variant = (round + turn) % VARIANTS.length;
      rates[variant]?.push(await measure(variant));
    }
  }
  return rates;
}

async function intake(datastores: Datastores, { rounds, warmUpSeconds, seconds }: Plan): Promise<Rates> {
  const generator = Child.start<LoadRequest, LoadAnswer>(new URL('../intake/load.process.js', import.meta.url));
  const services: Contender[] = [];
  const body = usualOrder().toString();
  const phases = [
    { name: 'warm-up', seconds: warmUpSeconds },
    { name: 'measured', seconds },
  ];
  try {
    for (const variant of VARIANTS) services.push(await startOurs(datastores, 'platform-a', variant));
    return await inTurns(rounds, async (variant) => {
      const service = services[variant];
      if (!service) throw new Error('a service is missing');
      const { port, pid, sender } = service;
      const answer = await generator.ask({ port, pid, sender, connections: CONNECTIONS, body, phases });
      await service.settle(answer.accepted);
      return answer.phases.at(-1)?.requestsPerSecond ?? 0;
    });
  } finally {
    for (const service of services) await service.stop();
    await generator.stop();
  }
}

function processing(datastores: Datastores, { turns, processed }: Plan): Promise<Rates> {
  const events = recordEvents(processed);
  return inTurns(turns, (variant) =>
    withDatabase(datastores, DATABASE, async (client, databaseUrl) => {
      await installTenant(client);
      for (const change of VARIANTS[variant]?.changes ?? []) await client.query(change);
      await store(client, events);
      await client.query('CHECKPOINT');
      const app = await startApp(datastores, databaseUrl);
      try {
        return processed / ((await timed(() => workOff(app, client))) / 1_000);
      } finally {
        await app.close();
      }
    }),
  );
}
