import type { Client } from 'pg';
import type { BenchOptions } from '../support/options.js';
import { Service } from '../support/service.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { whole } from '../support/table.js';
import { installTenant } from '../support/tenant.js';
import { connectToCeiling, copyForCeiling } from './ceiling-copy.js';
import { recordEvents, topicCounts } from './orders.js';
import { type DrainFigures, drainWithWorker } from './our-drain.js';
import { assertSame, type Outcome, readOutcome } from './outcome.js';
import { preload } from './preload.js';
import { figuresOf, goalsOf, printReport } from './report.js';
import { defineSegments } from './segments.js';
import { drainWithSql, type Step } from './sql-ceiling.js';

const DATABASE = 'bench_drain';
const COUNT = 30_000;
const QUICK_COUNT = 3_000;

/** A full inbox, processed by one worker, beside hand-written SQL over the same rows. */
export function benchDrain(datastores: Datastores, { quick, count }: BenchOptions): Promise<object> {
  return withDatabase(datastores, DATABASE, (client, databaseUrl) =>
    measure(datastores, databaseUrl, client, count ?? (quick ? QUICK_COUNT : COUNT)),
  );
}

async function measure(datastores: Datastores, databaseUrl: string, client: Client, count: number): Promise<object> {
  await installTenant(client);
  await defineSegments(client);
  const events = recordEvents(count);
  const topics = topicCounts(events);
  console.log(`${whole(count)} deliveries, sent through the real intake: ${JSON.stringify(topics)}`);

  const options = { ...datastores, databaseUrl };
  const api = await Service.start({ ...options, role: 'api' });
  let ours: DrainFigures;
  try {
    await preload(api, events);
    await copyForCeiling(databaseUrl, client);
    ours = await drainWithWorker(options, api, count);
  } finally {
    await api.stop();
  }
  const outcome = await readOutcome(client);
  const ceiling = await measureCeiling(databaseUrl, client);
  assertSame(outcome, ceiling.outcome);

  const bodies = count - (topics['refunds/create'] ?? 0);
  const figures = figuresOf(ours, ceiling.steps, { deliveries: count, bodies });
  const goals = goalsOf(figures);
  printReport(figures, outcome, ceiling.steps, goals);
  return { count, topics, ...figures, ours, ceiling: ceiling.steps, outcome, goals };
}

async function measureCeiling(
  databaseUrl: string,
  client: Client,
): Promise<{ steps: readonly Step[]; outcome: Outcome }> {
  await client.query('CHECKPOINT');
  const ceiling = await connectToCeiling(databaseUrl);
  try {
    const steps = await drainWithSql(ceiling);
    return { steps, outcome: await readOutcome(ceiling) };
  } finally {
    await ceiling.end();
  }
}
