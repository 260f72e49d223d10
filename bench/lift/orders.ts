import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client } from 'pg';
import { MembershipHandler } from '../../src/segmentation/membership/membership.handler.js';
import { median } from '../support/table.js';
import { RETAILER_ID } from '../support/tenant.js';

const BATCH = 500;
const BATCHES = 6;

/** The CPU time of this process for each new order, in milliseconds; the median of batches of 500. */
export async function measureOrders(app: NestFastifyApplication, client: Client, name: string): Promise<number> {
  const times: number[] = [];
  for (let batch = 0; batch <= BATCHES; batch += 1) {
    await placeOrders(client, `${name}-${batch}`, batch * BATCH);
    const used = process.cpuUsage();
    await app.get(MembershipHandler).applyChanges({ retailerId: RETAILER_ID });
    const { user, system } = process.cpuUsage(used);
    // The first batch warms up.
    if (batch > 0) times.push((user + system) / 1_000 / BATCH);
  }
  return median(times);
}

/** One order of each customer of the batch, as intake stores it. */
async function placeOrders(client: Client, name: string, offset: number): Promise<void> {
  await client.query(
    `WITH chosen AS (SELECT id FROM customers WHERE retailer_id = $1 ORDER BY id OFFSET $3 LIMIT ${BATCH}),
          facts AS (
            UPDATE customers c SET orders_count = orders_count + 1, total_spent = total_spent + 40, last_order_at = now()
              FROM chosen WHERE c.retailer_id = $1 AND c.id = chosen.id),
          changes AS (
            INSERT INTO customer_changes (retailer_id, customer_id, cause) SELECT $1, id, 'order' FROM chosen)
     INSERT INTO orders (retailer_id, external_id, customer_id, currency, total, refunded, net, counted, reason,
                         financial_status, test, product_ids, ordered_at, platform_updated_at, arrived_at)
     SELECT $1, $2 || id, id, 'USD', 40, 0, 40, true, 'paid', 'paid', false, '{}', now(), now(), now() FROM chosen`,
    [RETAILER_ID, name, offset],
  );
}
