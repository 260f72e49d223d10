import type { Client } from 'pg';
import { recordEvents } from '../drain/orders.js';
import { process as workOff, store } from '../erasure/bodies.js';
import { connectionSeconds, type Contender, startOurs, type Variant } from '../intake/contenders.js';
import type { LoadAnswer, LoadRequest } from '../intake/load.js';
import { usualOrder } from '../intake/order-request.js';
import { inTurns } from '../intake/turns.js';
import { startApp } from '../support/app.js';
import { Child } from '../support/children.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { type Goal, goalLines } from '../support/goals.js';
import { cpuSeconds } from '../support/process-usage.js';
import type { BenchOptions } from '../support/options.js';
import { decimals, median, table } from '../support/table.js';
import { installTenant } from '../support/tenant.js';

const DROP = ['DROP INDEX deliveries_about_idx', 'DROP INDEX deliveries_unread_idx'];
const VARIANTS: readonly Variant[] = [
  { name: 'with the index', changes: [] },
  { name: 'without the index', changes: DROP },
];
const CONNECTIONS = 200;
/** After these seconds a part begins no further round, so that it ends on a busy machine too. */
const MOST_SECONDS = { intake: 45, processing: 25 };
const FULL = { rounds: 8, seconds: 2, processed: 4_000, turns: 3 };
const QUICK = { rounds: 1, seconds: 1, processed: 1_000, turns: 1 };
const DATABASE = 'bench_bodies';
/** The share of what accepting a delivery costs that the index may add. */
const MOST_ADDED = 0.02;
const MS = 1_000;

type Plan = typeof FULL;
/** Milliseconds of CPU for a delivery: one list of rounds for each variant. */
type Costs = readonly (readonly number[])[];

/**
 * What the index of bodies costs when deliveries are accepted and when they are processed: CPU of the service and of
 * Postgres, because the share of requests that other programs on the machine take is larger than the cost.
 */
export async function benchBodies(datastores: Datastores, { quick }: BenchOptions): Promise<object> {
  const plan = quick ? QUICK : FULL;
  const accepted = await intake(datastores, plan);
  const processed = await processing(datastores, plan);
  console.log(
    table(
      [
        { title: 'ms of CPU for a delivery', cell: ({ what }) => what, align: 'left' },
        { title: 'with', cell: ({ costs: [ours = []] }) => decimals(median(ours), 3) },
        { title: 'without', cell: ({ costs: [, without = []] }) => decimals(median(without), 3) },
        { title: 'ratio', cell: ({ costs }) => decimals(median(ratios(costs)), 3) },
        {
          title: 'ratio of each round',
          cell: ({ costs }) =>
            ratios(costs)
              .map((one) => decimals(one, 3))
              .join(' '),
        },
      ],
      [
        { what: `accepted, ${CONNECTIONS} connections`, costs: accepted },
        { what: 'processed by one worker', costs: processed },
      ],
    ),
  );
  const added = median(ratios(accepted)) - 1;
  const goals: Goal[] = [
    {
      text: `accepting a delivery costs at most ${MOST_ADDED * 100} % more`,
      reached: added <= MOST_ADDED,
      measured: `${decimals(added * 100, 1)} %`,
    },
  ];
  console.log(`\n${goalLines(goals)}`);
  return { accepted, processed, goals };
}

/** The rounds of the variants are neighbours in time, so that a disturbance of the machine affects both. */
const ratios = ([ours = [], without = []]: Costs): number[] =>
  ours.map((cost, round) => cost / (without[round] ?? Number.NaN));

async function intake(datastores: Datastores, { rounds, seconds }: Plan): Promise<Costs> {
  const generator = Child.start<LoadRequest, LoadAnswer>(new URL('../intake/load.process.js', import.meta.url));
  const services: Contender[] = [];
  const body = usualOrder().toString();
  const phases = [{ name: 'measured', seconds }];
  try {
    for (const variant of VARIANTS) services.push(await startOurs(datastores, 'platform-a', variant));
    const measure = async (variant: number): Promise<number> => {
      const service = services[variant];
      if (!service) throw new Error('a service is missing');
      const { port, pid, sender } = service;
      const before = await service.cpu();
      const { accepted } = await generator.ask({ port, pid, sender, connections: CONNECTIONS, body, phases });
      const cost = ((await service.cpu()) - before) / accepted;
      await service.settle(accepted);
      return cost * MS;
    };
    // The first load compiles the code of the service.
    for (const variant of VARIANTS.keys()) await measure(variant);
    return await inTurns(VARIANTS.length, rounds, measure, MOST_SECONDS.intake);
  } finally {
    for (const service of services) await service.stop();
    await generator.stop();
  }
}

function processing(datastores: Datastores, { turns, processed }: Plan): Promise<Costs> {
  const events = recordEvents(processed);
  const measure = (variant: number): Promise<number> =>
    withDatabase(datastores, DATABASE, async (client, databaseUrl) => {
      await installTenant(client);
      for (const change of VARIANTS[variant]?.changes ?? []) await client.query(change);
      await store(client, events);
      await client.query('CHECKPOINT');
      const app = await startApp(datastores, databaseUrl);
      try {
        const before = await cpuOf(client);
        await workOff(app, client);
        return (((await cpuOf(client)) - before) / processed) * MS;
      } finally {
        await app.close();
      }
    });
  return inTurns(VARIANTS.length, turns, measure, MOST_SECONDS.processing);
}

/** CPU seconds so far of this process, which works, and of the connections to the database. */
const cpuOf = async (client: Client): Promise<number> => cpuSeconds(process.pid) + (await connectionSeconds(client));
