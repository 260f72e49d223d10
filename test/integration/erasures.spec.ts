import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BodySubjectsSweep } from '../../src/inbox/body-subjects.sweep.js';
import { PrivacyHandler } from '../../src/privacy/privacy.handler.js';
import { PrivacyRequest } from '../../src/privacy/privacy-request.entity.js';
import { PrivacyService } from '../../src/privacy/privacy.service.js';
import { stored } from '../factories/given.js';
import { aCustomer, anOrder, json } from '../factories/wire.js';
import { IdleApp } from '../setup/idle-app.js';
import { installStore } from '../setup/webhooks.js';

let app: IdleApp;
let retailerId: string;
let stores = 0;

beforeAll(async () => {
  app = await IdleApp.start();
});
afterAll(() => app.stop());
beforeEach(async () => {
  ({ retailerId } = await installStore(app, `erasures${(stores += 1)}.myshopify.com`));
});

/** The `about` of bodies that an earlier version stored. */
const unread = () => app.sql(`UPDATE deliveries SET about = NULL WHERE retailer_id = $1`, [retailerId]);
const withoutNumbers = async (): Promise<number> => {
  const rows = await app.sql(`SELECT 1 FROM deliveries WHERE retailer_id = $1 AND about IS NULL`, [retailerId]);
  return rows.length;
};

/** Customers with two orders each, who are named only inside the bodies. */
async function buy(...ids: readonly number[]): Promise<void> {
  const deliveries = ids.flatMap((id) =>
    [1, 2].map((n) => {
      const extra = { email: `c${id}@example.com`, customer: aCustomer({ id }) };
      return { id: `${id}-${n}`, topic: 'orders/create', body: anOrder({ id: id * 10 + n, customerId: id, extra }) };
    }),
  );
  await app.post(retailerId, deliveries);
  await app.workOff(retailerId);
}

const ask = (id: number): Promise<string> =>
  app.get(PrivacyService).ask(retailerId, 'customer_redact', {
    externalId: String(id),
    email: `c${id}@example.com`,
    phone: null,
    orderIds: [],
  });
const work = (requestId: string) => app.get(PrivacyHandler).work({ retailerId, requestId });
const requests = async () =>
  Object.fromEntries(
    (await stored(app).rows(PrivacyRequest, { retailerId }, 'id', 'status', 'problem', 'receipt')).map((row) => [
      row.id,
      row,
    ]),
  );
/** The platform's delivery ids whose bodies are kept. */
const kept = async (): Promise<string[]> =>
  (
    await app.sql<{ id: string }>(
      `SELECT delivery_id AS id FROM deliveries WHERE retailer_id = $1 AND emptied_at IS NULL ORDER BY 1`,
      [retailerId],
    )
  ).map(({ id }) => id);

describe('requests for several persons', () => {
  it('are carried out together, each with a receipt of its own', async () => {
    await buy(1, 2, 3, 4);
    const ids = [await ask(1), await ask(2), await ask(3)];
    await work(ids[1] ?? '');
    const after = await requests();
    for (const id of ids) {
      expect(after[id]).toMatchObject({
        status: 'done',
        receipt: { outcome: 'erased', removed: { customers: 1, orders: 2, deliveries: 2 }, rescan: { found: {} } },
      });
    }
    expect(await kept()).toEqual(['4-1', '4-2']);
    expect(await app.sql(`SELECT external_id FROM customers WHERE retailer_id = $1`, [retailerId])).toEqual([
      { external_id: '4' },
    ]);
  });

  it('are carried out one by one where the data of one person can not be removed', async () => {
    await buy(1, 2);
    const [one, two] = [await ask(1), await ask(2)];
    await app.sql(`CREATE TABLE forgotten (retailer_id uuid, n int, address text, PRIMARY KEY (retailer_id, n))`);
    await app.sql(`GRANT SELECT ON forgotten TO PUBLIC`);
    await app.sql(`INSERT INTO forgotten VALUES ($1, 1, 'To: C2@example.com')`, [retailerId]);
    await work(one);
    await app.sql(`DROP TABLE forgotten`);
    const after = await requests();
    expect(after[one]).toMatchObject({ status: 'done', receipt: { outcome: 'erased' } });
    expect(after[two]).toMatchObject({ status: 'pending', problem: 'still found in forgotten.address (1)' });
    expect(await kept()).toEqual([]);
  });
});

describe('bodies', () => {
  it('whose subjects nobody has read are found too', async () => {
    await buy(1, 2);
    await unread();
    await work(await ask(1));
    expect(await kept()).toEqual(['2-1', '2-2']);
  });

  it('of deliveries that wait or failed are found too', async () => {
    await app.post(retailerId, [
      { id: 'waits', topic: 'orders/create', body: anOrder({ customerId: 1 }) },
      { id: 'failed', topic: 'unknown/topic', body: { note: 'for c1@example.com' } },
      { id: 'other', topic: 'unknown/topic', body: { note: 'for c2@example.com' } },
    ]);
    await app.sql(`UPDATE deliveries SET status = 'failed' WHERE retailer_id = $1 AND topic = 'unknown/topic'`, [
      retailerId,
    ]);
    await work(await ask(1));
    expect(await kept()).toEqual(['other']);
  });

  it('are read once by a sweep where no processing has read them, and forget their numbers when they are emptied', async () => {
    await buy(1, 2);
    expect(await withoutNumbers()).toBe(0);
    await unread();
    await app.get(BodySubjectsSweep).sweep();
    expect(await withoutNumbers()).toBe(0);
    await work(await ask(1));
    expect(await kept()).toEqual(['2-1', '2-2']);
    expect(await withoutNumbers()).toBe(2);
    expect(json(await app.sql(`SELECT about FROM deliveries WHERE retailer_id = $1`, [retailerId]))).toContain('[');
  });
});
