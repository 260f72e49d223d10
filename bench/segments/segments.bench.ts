import type { Client } from 'pg';
import type { BenchOptions } from '../support/options.js';
import { peakMemoryMiB } from '../support/process-usage.js';
import { type Datastores, withDatabase } from '../support/datastores.js';
import { whole } from '../support/table.js';
import { installTenant } from '../support/tenant.js';
import { startApp } from '../support/app.js';
import { measureClock } from './clock.js';
import { measureChange, measureEvaluations } from './evaluation.js';
import { measureIncremental } from './incremental.js';
import { ORDERS_PER_CUSTOMER, generatePopulation } from './population.js';
import { goalsOf, printReport } from './report.js';

const DATABASE = 'bench_segments';
const CUSTOMERS = 1_000_000;
const QUICK_CUSTOMERS = 50_000;

/** Segments of a large store: all customers at once beside hand-written SQL, single customers, and changes by time. */
export function benchSegments(datastores: Datastores, { quick, count }: BenchOptions): Promise<object> {
  const customers = count ?? (quick ? QUICK_CUSTOMERS : CUSTOMERS);
  return withDatabase(datastores, DATABASE, (client, databaseUrl) =>
    measure(datastores, databaseUrl, client, customers, quick),
  );
}

async function measure(
  datastores: Datastores,
  databaseUrl: string,
  client: Client,
  customers: number,
  quick: boolean,
): Promise<object> {
  await installTenant(client);
  await generatePopulation(client, customers);
  console.log(`${whole(customers)} customers and ${whole(customers * ORDERS_PER_CUSTOMER)} orders`);
  const app = await startApp(datastores, databaseUrl);
  try {
    const evaluations = await measureEvaluations(app, client, quick ? 1 : 3);
    const change = await measureChange(app, client);
    const peakMiB = peakMemoryMiB(process.pid);
    const clock = await measureClock(
      app,
      client,
      quick ? { changes: 10_000, seconds: 6 } : { changes: 100_000, seconds: 60 },
    );
    const incremental = await measureIncremental(app, client, [10, 100, 1_000]);
    const figures = { customers, evaluations, change, peakMiB, incremental, clock };
    const goals = goalsOf(figures);
    printReport(figures, goals);
    return { ...figures, goals };
  } finally {
    await app.close();
  }
}
