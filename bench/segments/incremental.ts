import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client } from 'pg';
import { MembershipWorker } from '../../src/segmentation/membership.worker.js';
import { median } from '../support/table.js';
import { RETAILER_ID } from '../support/tenant.js';
import { define } from './definitions.js';
import { removeSegments } from './evaluation.js';

export interface IncrementalFigures {
  readonly segments: number;
  /** CPU of this process for each customer who orders again, median of the batches, in milliseconds. */
  readonly cpuMs: number;
  /** The same for one who comes back after a long time, and so leaves all segments of the lapsed. */
  readonly returnCpuMs: number;
  /** From the doorbell to the commit, for each customer of a batch who orders again. */
  readonly elapsedMs: number;
}

const BATCH = 500;
const BATCHES = 4;

/** Orders of single customers under many segments; every third segment is one of time. */
export async function measureIncremental(
  app: NestFastifyApplication,
  client: Client,
  counts: readonly number[],
): Promise<IncrementalFigures[]> {
  const figures: IncrementalFigures[] = [];
  for (const segments of counts) {
    for (let index = 0; index < segments; index += 1) await define(client, `s${index}`, criteriaOf(index), 'ready');
    figures.push({ segments, ...(await measure(app, client)) });
    await removeSegments(client);
  }
  return figures;
}

const criteriaOf = (index: number): object =>
  index % 3 === 0
    ? { lastOrderOlderThanDays: 30 + index, minOrders: 1 + (index % 4) }
    : index % 3 === 1
      ? { minPurchaseAmount: 50 + index, any: [{ minOrders: 3 }, { marketing: 'subscribed' }] }
      : { minAverageOrderAmount: 20 + (index % 100), not: { countries: ['US'] } };

async function measure(app: NestFastifyApplication, client: Client): Promise<Omit<IncrementalFigures, 'segments'>> {
  const [back, again, elapsed]: [number[], number[], number[]] = [[], [], []];
  for (let batch = 0; batch <= BATCHES; batch += 1) {
    await orderAll(client, batch, false);
    await applied(app);
    const returned = await orderAll(client, batch, true).then(() => applied(app));
    const repeated = await orderAll(client, batch, true).then(() => applied(app));
    // The first batch warms up.
    if (batch === 0) continue;
    back.push(returned.cpuMs);
    again.push(repeated.cpuMs);
    elapsed.push(repeated.elapsedMs);
  }
  return { returnCpuMs: median(back), cpuMs: median(again), elapsedMs: median(elapsed) };
}

/** Leaves word of a batch of customers, whose facts have changed as by an order now. */
async function orderAll(client: Client, batch: number, ordered: boolean): Promise<void> {
  const values = [RETAILER_ID, batch * BATCH, BATCH];
  const chosen = `SELECT id FROM customers WHERE retailer_id = $1 ORDER BY id OFFSET $2 LIMIT $3`;
  if (ordered) {
    await client.query(
      `UPDATE customers SET orders_count = orders_count + 1, total_spent = total_spent + 40, last_order_at = now()
        WHERE retailer_id = $1 AND id IN (${chosen})`,
      values,
    );
  }
  await client.query(
    `INSERT INTO customer_changes (retailer_id, customer_id, cause) SELECT $1, id, 'order' FROM (${chosen}) c`,
    values,
  );
}

async function applied(app: NestFastifyApplication): Promise<{ cpuMs: number; elapsedMs: number }> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  await app.get(MembershipWorker).applyChanges({ retailerId: RETAILER_ID });
  const { user, system } = process.cpuUsage(used);
  return { cpuMs: (user + system) / 1_000 / BATCH, elapsedMs: (performance.now() - start) / BATCH };
}
