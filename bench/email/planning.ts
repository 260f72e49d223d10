import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { call } from '../support/api.js';
import { residentMiB } from '../support/process-usage.js';
import { Service } from '../support/service.js';
import type { Datastores } from '../support/datastores.js';
import { BRAND_ID, RETAILER_ID } from '../support/tenant.js';

const SEQUENCE = '/admin/sequences/bench';
const WAIT_SECONDS = 60;

/** The time from the start of the execution until every recipient has a row in the ledger. */
export interface Planning {
  readonly recipients: number;
  readonly seconds: number;
  /** The same rows by one INSERT ... SELECT. */
  readonly bySqlSeconds: number;
  readonly workerMiB: number;
}

/** A live execution over all customers, planned by a worker. Its only step is due in a day. */
export async function planAll(datastores: Datastores, client: Client, recipients: number): Promise<Planning> {
  const worker = await Service.start({ ...datastores, role: 'worker' });
  const api = await Service.start({ ...datastores, role: 'api' });
  try {
    await define(api);
    const { executionId } = await call<{ executionId: string }>(api, 'admin', {
      method: 'POST',
      path: `${SEQUENCE}/execute`,
      // The sender has no records in the DNS.
      body: { force: true },
    });
    const seconds = await planned(client, worker, executionId, recipients);
    const workerMiB = residentMiB(worker.pid);
    return { recipients, seconds, bySqlSeconds: await bySql(client, executionId, recipients), workerMiB };
  } finally {
    await Promise.all([api.stop(), worker.stop()]);
  }
}

async function define(api: Service): Promise<void> {
  const segments = [{ name: 'everybody', criteria: { minPurchaseAmount: 0.01 } }];
  await call(api, 'admin', { method: 'POST', path: '/admin/segments/upsert', body: { brandId: BRAND_ID, segments } });
  const steps = [
    { id: 'one', delay: 'P1D', subject: 'Hello', body: '[Hello {{ customer.firstName }}]({{ shop.url }}).' },
  ];
  const body = { brandId: BRAND_ID, name: 'Bench', segment: 'everybody', steps };
  await call(api, 'admin', { method: 'PUT', path: SEQUENCE, body });
  // Wait until the segment is evaluated, so that this benchmark does not measure the evaluation. Another benchmark
  // does.
  for (;;) {
    const { items } = await call<{ items: { status: string }[] }>(api, 'admin', {
      method: 'GET',
      path: `/admin/segments?brandId=${BRAND_ID}`,
    });
    if (items.every(({ status }) => status === 'ready')) return;
    await pause(200);
  }
}

async function planned(client: Client, worker: Service, executionId: string, recipients: number): Promise<number> {
  const deadline = Date.now() + WAIT_SECONDS * 1_000;
  while (Date.now() < deadline) {
    worker.assertAlive();
    const { rows } = await client.query<{ seconds: number | null; planned: number }>(
      `SELECT extract(epoch FROM planned_at - created_at)::float8 AS seconds, planned FROM executions
        WHERE retailer_id = $1 AND id = $2`,
      [RETAILER_ID, executionId],
    );
    const [row] = rows;
    if (row?.seconds !== null && row?.seconds !== undefined) {
      if (row.planned !== recipients) throw new Error(`${row.planned} recipients were planned`);
      return row.seconds;
    }
    await pause(50);
  }
  throw new Error(`not planned within ${WAIT_SECONDS} s`);
}

/** The ceiling: copies the rows in the same table for another execution. */
async function bySql(client: Client, executionId: string, recipients: number): Promise<number> {
  const start = performance.now();
  await client.query('BEGIN');
  const { rowCount } = await client.query(
    `INSERT INTO messages (retailer_id, execution_id, id, step_id, template_id, customer_id, due_at)
     SELECT m.retailer_id, m.execution_id, gen_random_uuid(), 'two', m.template_id, c.id, m.due_at
       FROM customers c
       JOIN (SELECT * FROM messages WHERE retailer_id = $1 AND execution_id = $2 LIMIT 1) m USING (retailer_id)`,
    [RETAILER_ID, executionId],
  );
  await client.query('COMMIT');
  if (rowCount !== recipients) throw new Error(`${rowCount} rows were written`);
  return (performance.now() - start) / 1_000;
}
