import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Client } from 'pg';
import { newSecret, signatureOf } from '../../src/events/endpoints/webhook-signature.js';
import { RETAILER_ID } from '../support/tenant.js';

interface Row {
  readonly position: string;
  readonly id: string;
  readonly customerId: string | null;
}

/** The events after a position, with the customer that each answer of the service names. */
async function rowsAfter(client: Client, position: string, limit: number): Promise<Row[]> {
  const { rows } = await client.query<Row>({
    name: 'events-after',
    text: `SELECT e.position, e.id, e.type, e.at, e.customer_id AS "customerId", e.data, c.external_id AS "externalId"
             FROM events e LEFT JOIN customers c ON c.retailer_id = e.retailer_id AND c.id = e.customer_id
            WHERE e.retailer_id = $1 AND e.position > $2::bigint ORDER BY e.position LIMIT $3`,
    values: [RETAILER_ID, position, limit],
  });
  return rows;
}

/** Reads all events by pages, without a service between. Returns their number. */
export async function readBare(client: Client, limit: number): Promise<number> {
  let [position, count] = ['0', 0];
  for (;;) {
    const rows = await rowsAfter(client, position, limit);
    count += rows.length;
    position = rows.at(-1)?.position ?? position;
    if (rows.length < limit) return count;
  }
}

/**
 * Posts all events with a signature, some at once. It keeps no order and no place, notes no outcome and repeats
 * nothing.
 */
export async function sendBare(client: Client, port: number, window: number, lanes: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const secret = newSecret();
  let [position, count] = ['0', 0];
  try {
    for (;;) {
      const rows = await rowsAfter(client, position, window);
      position = rows.at(-1)?.position ?? position;
      count += rows.length;
      const left = [...rows];
      const work = async (): Promise<void> => {
        for (let row = left.shift(); row; row = left.shift()) await post(agent, port, row, secret);
      };
      await Promise.all(Array.from({ length: lanes }, work));
      if (rows.length < window) return count;
    }
  } finally {
    agent.destroy();
  }
}

async function post(agent: Agent, port: number, row: Row, secret: string): Promise<void> {
  const body = JSON.stringify(row);
  const timestamp = Math.floor(Date.now() / 1_000);
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'webhook-id': row.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf({ id: row.id, timestamp, body }, [secret]),
  };
  await new Promise<void>((resolve, reject) => {
    request({ agent, host: '127.0.0.1', port, method: 'POST', headers }, (response) => {
      response.resume();
      once(response, 'end').then(() => resolve(), reject);
    })
      .once('error', reject)
      .end(body);
  });
}
