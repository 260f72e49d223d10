import { recordEvents } from '../drain/orders.js';
import { process as workOff, store } from '../erasure/bodies.js';
import { startApp } from '../support/app.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { decimals, median, table, whole } from '../support/table.js';
import { installTenant } from '../support/tenant.js';
import { timed } from '../support/timed.js';
import { startOurs, type Variant } from './contenders.js';
import { acceptInTurns, inTurns } from './turns.js';

const CONNECTIONS = 200;
const DATABASE = 'bench_variants';

/** How often and how long two variants are compared. */
export interface Plan {
  /** Of accepting deliveries, each of some seconds for each variant. */
  readonly rounds: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Of processing this many deliveries. */
  readonly turns: number;
  readonly processed: number;
}

/** Two states of the schema: the present one, and what it is compared with. */
export type Pair = readonly [Variant, Variant];

/** Deliveries in a second: one list of rounds for each variant. */
export type Rates = readonly (readonly number[])[];

/** What each of two states of the schema lets the service accept and process. */
export async function compare(datastores: Datastores, pair: Pair, plan: Plan) {
  const accepted = await intake(datastores, pair, plan);
  const processed = await processing(datastores, pair, plan);
  return { accepted, processed };
}

export const tableOf = ([ours, other]: Pair, { accepted, processed }: Awaited<ReturnType<typeof compare>>): string =>
  table(
    [
      { title: 'deliveries a second', cell: ({ what }) => what, align: 'left' },
      { title: ours.name, cell: ({ rates: [first = []] }) => whole(median(first)) },
      { title: other.name, cell: ({ rates: [, second = []] }) => whole(median(second)) },
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
  );

/** The rounds of the variants are neighbours in time, so that a disturbance of the machine affects both. */
export const ratios = ([ours = [], without = []]: Rates): number[] =>
  ours.map((rate, round) => rate / (without[round] ?? Number.NaN));

async function intake(datastores: Datastores, pair: Pair, plan: Plan): Promise<Rates> {
  const starts = pair.map((variant) => () => startOurs(datastores, 'platform-a', variant));
  const figures = await acceptInTurns(starts, { ...plan, connections: CONNECTIONS });
  return figures.map((rounds) => rounds.map(({ requestsPerSecond }) => requestsPerSecond));
}

function processing(datastores: Datastores, pair: Pair, { turns, processed }: Plan): Promise<Rates> {
  const events = recordEvents(processed);
  return inTurns(pair.length, turns, (variant) =>
    withDatabase(datastores, DATABASE, async (client, databaseUrl) => {
      await installTenant(client);
      for (const change of pair[variant]?.changes ?? []) await client.query(change);
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
