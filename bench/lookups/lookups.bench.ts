import type { Client } from 'pg';
import { EvaluationHandler } from '../../src/segmentation/segments/evaluation.handler.js';
import { define } from '../segments/definitions.js';
import { generatePopulation } from '../segments/population.js';
import { call } from '../support/api.js';
import { startApp } from '../support/app.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import { Service } from '../support/service.js';
import { decimals, median, table, whole } from '../support/table.js';
import { installTenant, RETAILER_ID } from '../support/tenant.js';
import { timed } from '../support/timed.js';

const DATABASE = 'bench_stale_lookups';
const SIZES = { quick: { customers: 2_000, segments: 10 }, full: { customers: 20_000, segments: 40 } };
const ROUNDS = 50;
const WARM_UP = 10;
const GROWING = ['customers', 'segments', 'segment_memberships'];
/** How much longer an answer may take with statistics of the time before the evaluation. */
const MOST_TIMES = 2;

const CUSTOMERS = `/admin/retailers/${RETAILER_ID}/customers`;
const LOOKUPS = {
  'a customer by id': (turn: number) => `${CUSTOMERS}?externalId=${turn + 1}`,
  'a customer by address': (turn: number) => `${CUSTOMERS}?email=c${turn + 1}@example.com`,
  'a list of 200 customers': () => `${CUSTOMERS}?limit=200`,
};

interface LookupFigures {
  readonly name: string;
  /** Medians in ms: before the evaluation, after it with outdated statistics, and with new statistics. */
  readonly beforeMs: number;
  readonly staleMs: number;
  readonly freshMs: number;
}

/**
 * Look-ups of customers through the API after an evaluation of many segments, while the statistics of Postgres are
 * older than it, beside the same look-ups after `VACUUM ANALYZE`.
 */
export function benchLookups(datastores: Datastores, { quick, count }: BenchOptions): Promise<object> {
  const size = quick ? SIZES.quick : SIZES.full;
  const customers = count ?? size.customers;
  return withDatabase(datastores, DATABASE, async (client, databaseUrl) => {
    await installTenant(client);
    await generatePopulation(client, customers);
    for (const name of GROWING) await client.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`);
    await client.query('ANALYZE');
    const { dataDir, redisUrl } = datastores;
    const service = await Service.start({ role: 'api', dataDir, databaseUrl, redisUrl });
    try {
      const before = await lookUp(service);
      const members = await evaluate(datastores, databaseUrl, client, size.segments);
      console.log(`${whole(customers)} customers, ${size.segments} segments, ${whole(members)} members`);
      const stale = await lookUp(service);
      await client.query('VACUUM ANALYZE');
      return report({ ...size, customers, members }, before, stale, await lookUp(service));
    } finally {
      await service.stop();
    }
  });
}

/** Evaluates new segments with most of the customers, each in its own run. Returns the number of memberships. */
async function evaluate(datastores: Datastores, databaseUrl: string, client: Client, segments: number) {
  const app = await startApp(datastores, databaseUrl);
  try {
    for (let place = 0; place < segments; place += 1) {
      const segmentId = await define(client, `segment ${place}`, { minOrders: 1 + (place % 3) });
      await app.get(EvaluationHandler).evaluateAll({ retailerId: RETAILER_ID, segmentId });
    }
  } finally {
    await app.close();
  }
  const { rows } = await client.query<{ members: number; open: number }>(
    `SELECT (SELECT count(*)::int FROM segment_memberships) AS members,
            (SELECT count(*)::int FROM segments WHERE status <> 'ready') AS open`,
  );
  if (!rows[0] || rows[0].open > 0) throw new Error('a segment is not evaluated');
  return rows[0].members;
}

/** The medians, in the order of the names. */
async function lookUp(service: Service): Promise<number[]> {
  const medians: number[] = [];
  for (const path of Object.values(LOOKUPS)) {
    const times: number[] = [];
    for (let turn = 0; turn < ROUNDS + WARM_UP; turn += 1) {
      const ms = await timed(() => call(service, 'admin', { method: 'GET', path: path(turn) }));
      if (turn >= WARM_UP) times.push(ms);
    }
    medians.push(median(times));
  }
  return medians;
}

function report(size: object, before: readonly number[], stale: readonly number[], fresh: readonly number[]): object {
  const lookups = Object.keys(LOOKUPS).map((name, place): LookupFigures => {
    const [beforeMs = Number.NaN, staleMs = Number.NaN, freshMs = Number.NaN] = [
      before[place],
      stale[place],
      fresh[place],
    ];
    return { name, beforeMs, staleMs, freshMs };
  });
  const times = ({ staleMs, freshMs }: LookupFigures): number => staleMs / freshMs;
  const most = Math.max(...lookups.map(times));
  const goals: Goal[] = [
    {
      text: `with old statistics at most ${MOST_TIMES} times as long as with new ones`,
      reached: most <= MOST_TIMES,
      measured: decimals(most, 2),
    },
  ];
  const rows = table<LookupFigures>(
    [
      { title: 'look-up', cell: ({ name }) => name, align: 'left' },
      { title: 'before ms', cell: ({ beforeMs }) => decimals(beforeMs, 1) },
      { title: 'old statistics ms', cell: ({ staleMs }) => decimals(staleMs, 1) },
      { title: 'new statistics ms', cell: ({ freshMs }) => decimals(freshMs, 1) },
      { title: 'times', cell: (each) => decimals(times(each), 2) },
    ],
    lookups,
  );
  console.log(`\n${rows}\n\n${goalLines(goals)}`);
  return { ...size, lookups, goals };
}
