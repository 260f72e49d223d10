import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client } from 'pg';
import { DeliveryProcessorsService } from '../../src/inbox/delivery-processors.service.js';
import type { Subject } from '../../src/personal-data/person.js';
import { PrivacyHandler } from '../../src/privacy/privacy.handler.js';
import { PrivacyService } from '../../src/privacy/privacy.service.js';
import { RETAILER_ID } from '../support/tenant.js';
import { timed } from '../support/timed.js';

/** Customers with orders, spread over the store. */
export async function someCustomers(client: Client, count: number): Promise<Subject[]> {
  const { rows } = await client.query<{ externalId: string; email: string | null }>(
    `SELECT external_id AS "externalId", email FROM customers WHERE retailer_id = $1 AND orders_count > 0
      ORDER BY md5(external_id) LIMIT $2`,
    [RETAILER_ID, count],
  );
  return rows.map(({ externalId, email }) => ({ externalId, email, phone: null, orderIds: [] }));
}

/** Erases the persons by a request each. Returns the milliseconds for one person. */
export async function erase(app: NestFastifyApplication, persons: readonly Subject[]): Promise<number> {
  const ids = await ask(app, persons);
  const milliseconds = await timed(() => work(app, ids));
  await expectDone(app, ids);
  return milliseconds / persons.length;
}

/** Requests the erasure of each person. Returns the ids of the requests. */
export async function ask(app: NestFastifyApplication, persons: readonly Subject[]): Promise<string[]> {
  const privacy = app.get(PrivacyService, { strict: false });
  const ids: string[] = [];
  for (const person of persons) ids.push(await privacy.ask(RETAILER_ID, 'customer_redact', person));
  return ids;
}

/** Carries the requests out, as a worker does. */
export async function work(app: NestFastifyApplication, ids: readonly string[]): Promise<void> {
  const handler = app.get(PrivacyHandler, { strict: false });
  for (const requestId of ids) await handler.work({ retailerId: RETAILER_ID, requestId });
}

/** Throws where a request is not done. */
export async function expectDone(app: NestFastifyApplication, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { status, problem } = await app.get(PrivacyService, { strict: false }).get(id);
    if (status !== 'done') throw new Error(`an erasure is not done: ${problem}`);
  }
}

/** What a search without an index does: reads every body for the person. Returns the milliseconds of one pass. */
export async function readAll(app: NestFastifyApplication, client: Client, wanted: Subject): Promise<number> {
  const processors = app.get(DeliveryProcessorsService, { strict: false });
  const { externalId, email, orderIds } = wanted;
  const person = {
    retailerId: RETAILER_ID,
    customerIds: [],
    externalIds: externalId ? [externalId] : [],
    emails: email ? [email] : [],
    phones: [],
    orderIds,
  };
  return timed(async () => {
    const { rows } = await client.query<{ topic: string; body: Buffer }>(
      `SELECT topic, body FROM deliveries WHERE retailer_id = $1 AND emptied_at IS NULL`,
      [RETAILER_ID],
    );
    let found = 0;
    for (const row of rows) if (processors.relation({ ...row, platform: 'platform-a' }, person)) found += 1;
    if (found === 0) throw new Error('no body is about the person');
  });
}
