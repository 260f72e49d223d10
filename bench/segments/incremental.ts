import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client } from 'pg';
import { MembershipHandler } from '../../src/segmentation/membership/membership.handler.js';
import { median } from '../support/table.js';
import { RETAILER_ID } from '../support/tenant.js';
import { define } from './definitions.js';
import { removeSegments } from './evaluation.js';

export interface IncrementalFigures {
  readonly segments: number;
  /** CPU time of this process for each customer who orders again, in milliseconds; the median of the batches. */
  readonly cpuMs: number;
  /** The same for a customer who returns after a long time and so leaves all segments of lapsed customers. */
  readonly returnCpuMs: number;
  /** The same for a single customer, who then bears the cost of all statements. */
  readonly aloneCpuMs: number;
  /** From `enqueue` to the commit, for each customer of a batch with another order. */
  readonly elapsedMs: number;
}

const BATCH = 500;
const BATCHES = 4;
const ALONE = 100;

/** Orders of single customers with many segments, of which every third has a time criterion. */
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
  const [back, again, alone, elapsed]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let batch = 0; batch <= BATCHES; batch += 1) {
    const customers = { from: batch * BATCH, count: BATCH };
    await touch(client, customers, { ordered: false });
    await applied(app, customers);
    const returned = await touch(client, customers).then(() => applied(app, customers));
    const repeated = await touch(client, customers).then(() => applied(app, customers));
    // The first batch warms up.
    if (batch === 0) continue;
    back.push(returned.cpuMs);
    again.push(repeated.cpuMs);
    elapsed.push(repeated.elapsedMs);
  }
  for (let from = 0; from < ALONE; from += 1) {
    const customer = { from, count: 1 };
    alone.push((await touch(client, customer).then(() => applied(app, customer))).cpuMs);
  }
  return {
    returnCpuMs: median(back),
    cpuMs: median(again),
    aloneCpuMs: median(alone),
    elapsedMs: median(elapsed),
  };
}

interface Customers {
  readonly from: number;
  readonly count: number;
}

/** Records customers as changed; with an order, their facts change too. */
async function touch(client: Client, { from, count }: Customers, { ordered = true } = {}): Promise<void> {
  const values = [RETAILER_ID, from, count];
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

async function applied(
  app: NestFastifyApplication,
  { count }: Customers,
): Promise<{ cpuMs: number; elapsedMs: number }> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  await app.get(MembershipHandler).applyChanges({ retailerId: RETAILER_ID });
  const { user, system } = process.cpuUsage(used);
  return { cpuMs: (user + system) / 1_000 / count, elapsedMs: (performance.now() - start) / count };
}
