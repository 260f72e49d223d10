import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client } from 'pg';
import { FoldingHandler } from '../../src/lift/outcomes/folding.handler.js';
import { BacktestService } from '../../src/sequences/backtest/backtest.service.js';
import { SequenceResultsService } from '../../src/sequences/results/sequence-results.service.js';
import { SequencesService } from '../../src/sequences/sequences.service.js';
import { startApp } from '../support/app.js';
import { define } from '../segments/definitions.js';
import { generatePopulation } from '../segments/population.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import { decimals, median, whole } from '../support/table.js';
import { BRAND_ID, installTenant, RETAILER_ID } from '../support/tenant.js';
import { timed } from '../support/timed.js';
import { assign, assignVariants, insertExperiment } from './experiments.js';
import { measureOrders } from './orders.js';

const DATABASE = 'bench_lift';
const CUSTOMERS = 100_000;
const QUICK_CUSTOMERS = 10_000;
const SEQUENCE = 'bench';
const RUNNING = 20;
const READS = 20;
const DAY_MS = 86_400_000;

/** Experiments of a large store: their results, what they add to an order, and a backtest over a year. */
export function benchLift(datastores: Datastores, { quick, count }: BenchOptions): Promise<object> {
  const customers = count ?? (quick ? QUICK_CUSTOMERS : CUSTOMERS);
  return withDatabase(datastores, DATABASE, async (client, databaseUrl) => {
    await installTenant(client);
    await generatePopulation(client, customers);
    const app = await startApp(datastores, databaseUrl);
    try {
      return await measure(app, client, customers);
    } finally {
      await app.close();
    }
  });
}

async function measure(app: NestFastifyApplication, client: Client, customers: number): Promise<object> {
  await define(client, 'Lapsed', { lastOrderOlderThanDays: 90 }, 'ready');
  const variants = ['short', 'long'].map((id) => ({ id, share: 50, subject: id }));
  const steps = [{ id: 'one', delay: 'PT0S', subject: 'Hello', body: '[Hello]({{ shop.url }}).', variants }];
  const sequence = { brandId: BRAND_ID, name: 'Bench', segment: 'Lapsed', steps };
  await app.get(SequencesService).put(SEQUENCE, sequence);
  const backtest = await measureBacktest(app);
  const plainMs = await measureOrders(app, client, 'plain');
  const experimentId = await insertExperiment(client, SEQUENCE);
  await assign(client, experimentId, { customers, fromDays: 30, toDays: 0 });
  await assignVariants(client, SEQUENCE, { customers, fromDays: 30, toDays: 0 });
  const foldSeconds = (await timed(() => app.get(FoldingHandler).fold({ retailerId: RETAILER_ID }))) / 1_000;
  for (let index = 1; index < RUNNING; index += 1) {
    await assign(client, await insertExperiment(client, `${SEQUENCE}-${index}`), {
      customers: 5_000,
      fromDays: 10,
      toDays: 0,
    });
  }
  await client.query('ANALYZE');
  const resultsMs = await measureResults(app);
  const experimentsMs = await measureOrders(app, client, 'experiments');
  const figures = { customers, backtest, foldSeconds, resultsMs, order: { plainMs, experimentsMs } };
  const goals = goalsOf(figures);
  console.log(
    `\n${whole(customers)} customers; backtest of a year: ${whole(backtest.entries)} entries in ${decimals(backtest.seconds, 1)} s; ` +
      `an order ${decimals(plainMs, 3)} ms of CPU, with ${RUNNING} experiments ${decimals(experimentsMs, 3)} ms; ` +
      `closed units added to the sums in ${decimals(foldSeconds, 1)} s\n`,
  );
  console.log(goalLines(goals));
  return { ...figures, goals };
}

/** The median of the reads, in milliseconds. */
async function measureResults(app: NestFastifyApplication): Promise<number> {
  const times: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    times.push(
      await timed(() => app.get(SequenceResultsService, { strict: false }).ofSequence(SEQUENCE, undefined, 'en')),
    );
  }
  return median(times);
}

async function measureBacktest(app: NestFastifyApplication): Promise<{ entries: number; seconds: number }> {
  const to = new Date(Date.now() - DAY_MS);
  const span = { from: new Date(to.getTime() - 365 * DAY_MS), to };
  let entries = 0;
  const ms = await timed(async () => {
    ({ entries } = await app.get(BacktestService).backtest(SEQUENCE, span));
  });
  return { entries, seconds: ms / 1_000 };
}

interface Figures {
  readonly customers: number;
  readonly resultsMs: number;
  readonly backtest: { readonly seconds: number };
  readonly order: { readonly plainMs: number; readonly experimentsMs: number };
}

const goalsOf = ({ customers, backtest, resultsMs, order }: Figures): Goal[] => {
  const more = order.experimentsMs - order.plainMs;
  return [
    {
      text: `results of ${whole(customers)} people with variants in less than 50 ms`,
      reached: resultsMs < 50,
      measured: `${decimals(resultsMs, 1)} ms`,
    },
    {
      text: 'a backtest of a year in at most 30 s',
      reached: backtest.seconds <= 30,
      measured: `${decimals(backtest.seconds, 1)} s`,
    },
    {
      text: `an order in less than 0.1 ms more CPU with ${RUNNING} experiments`,
      reached: more < 0.1,
      measured: `${decimals(more, 3)} ms`,
    },
  ];
};
