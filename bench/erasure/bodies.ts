import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type RecordEvent, SimulatedShop, webhookBody } from '#libs/simulators';
import type { Client } from 'pg';
import { deliveryIdOf } from '../../src/inbox/delivery-id.js';
import { IntakeHandler } from '../../src/inbox/intake.handler.js';
import { SHOP } from '../support/service.js';
import { RETAILER_ID } from '../support/tenant.js';

const AT_ONCE = 500;

/** Inserts the events as pending deliveries. */
export async function store(client: Client, events: readonly RecordEvent[]): Promise<void> {
  const { bodies } = new SimulatedShop({ domain: SHOP, name: 'Bench' });
  for (let from = 0; from < events.length; from += AT_ONCE) {
    const rows = events.slice(from, from + AT_ONCE).map((event) => ({
      id: deliveryIdOf(RETAILER_ID, event.webhookId),
      topic: event.topic,
      delivery: event.webhookId,
      body: webhookBody(event, bodies),
    }));
    await client.query(
      `INSERT INTO deliveries (retailer_id, id, topic, delivery_id, body)
       SELECT $1, id, topic, delivery, convert_to(body, 'UTF8')
         FROM json_to_recordset($2::json) AS r (id uuid, topic text, delivery text, body text)`,
      [RETAILER_ID, JSON.stringify(rows)],
    );
  }
}

/** Processes all deliveries, as a worker does. */
export async function process(app: NestFastifyApplication, client: Client): Promise<void> {
  const intake = app.get(IntakeHandler, { strict: false });
  for (;;) {
    const { rows } = await client.query<{ left: number }>(
      `SELECT count(*)::int AS left FROM deliveries WHERE status = 'pending'`,
    );
    if ((rows[0]?.left ?? 0) === 0) return;
    await intake.run({ retailerIds: [], deliveryIds: [] });
  }
}
