import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client } from 'pg';
import { MembershipWorker } from '../../src/segmentation/membership.worker.js';
import { median } from '../support/table.js';
import { RETAILER_ID } from '../support/tenant.js';
import { define } from './definitions.js';
import { removeSegments } from './evaluation.js';

export interface IncrementalFigures {
  readonly segments: number;
  /** CPU of this process for each touched customer, median of the batches, in milliseconds. */
  readonly cpuMs: number;
  /** From the doorbell to the commit, for each customer of a batch. */
  readonly elapsedMs: number;
}

const BATCH = 500;
const BATCHES = 8;

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

async function measure(app: NestFastifyApplication, client: Client): Promise<{ cpuMs: number; elapsedMs: number }> {
  const [cpu, elapsed]: [number[], number[]] = [[], []];
  for (let batch = 0; batch <= BATCHES; batch += 1) {
    // The same customers twice: the second time most memberships stay as they are, as with an order of theirs.
    for (const again of [false, true]) {
      await client.query(
        `INSERT INTO customer_changes (retailer_id, customer_id, cause)
         SELECT retailer_id, id, 'order' FROM customers WHERE retailer_id = $1 ORDER BY id OFFSET $2 LIMIT $3`,
        [RETAILER_ID, batch * BATCH, BATCH],
      );
      if (again) await client.query(CHANGE, [RETAILER_ID, batch * BATCH, BATCH]);
      const [start, used] = [performance.now(), process.cpuUsage()];
      await app.get(MembershipWorker).applyChanges({ retailerId: RETAILER_ID });
      const { user, system } = process.cpuUsage(used);
      if (!again || batch === 0) continue;
      cpu.push((user + system) / 1_000 / BATCH);
      elapsed.push((performance.now() - start) / BATCH);
    }
  }
  return { cpuMs: median(cpu), elapsedMs: median(elapsed) };
}

/** As an order does: one more, and the last one now. */
const CHANGE = `UPDATE customers SET orders_count = orders_count + 1, total_spent = total_spent + 40, last_order_at = now()
  WHERE retailer_id = $1 AND id IN (SELECT id FROM customers WHERE retailer_id = $1 ORDER BY id OFFSET $2 LIMIT $3)`;
