import { randomUUID } from 'node:crypto';
import { entityId, NO_RETAILER } from '#libs/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { IdempotencyKey } from '../../src/idempotency/idempotency-key.entity.js';
import { IdempotencyRepository } from '../../src/idempotency/idempotency.repository.js';
import { BodySubjectsSweep } from '../../src/inbox/body-subjects.sweep.js';
import { EmailOpen } from '../../src/links/clicks/email-open.entity.js';
import type { PersonalDataSource } from '../../src/personal-data/personal-data.service.js';
import { CatalogueSearchRepository } from '../../src/privacy/catalogue-search.repository.js';
import { PrivacyHandler } from '../../src/privacy/privacy.handler.js';
import { PrivacyRequest } from '../../src/privacy/privacy-request.entity.js';
import { PrivacyService } from '../../src/privacy/privacy.service.js';
import { given, stored } from '../factories/given.js';
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

const ask = (id: number, phone: string | null = null): Promise<string> =>
  app.get(PrivacyService).ask(retailerId, 'customer_redact', {
    externalId: String(id),
    email: `c${id}@example.com`,
    phone,
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

describe('the search after an erasure', () => {
  it('finds addresses and telephone numbers, each in a person with the other one too', async () => {
    await buy(1, 2);
    await app.sql(
      `CREATE TABLE forgotten (retailer_id uuid, n int, note text, notes text[], PRIMARY KEY (retailer_id, n))`,
    );
    await app.sql(`GRANT SELECT ON forgotten TO PUBLIC`);
    const notes = [1, 'call +1 555 0100 200', ['c2@example.com', 'x']] as const;
    await app.sql(`INSERT INTO forgotten VALUES ($1, $2, $3, $4)`, [retailerId, ...notes]);
    const [called, written, clean] = [await ask(1, '+1 555 0100 200'), await ask(2, '+1 555 0100 300'), await ask(3)];
    await work(called);
    const after = await requests();
    await app.sql(`DROP TABLE forgotten`);
    expect(after[called]).toMatchObject({ status: 'pending', problem: 'still found in forgotten.note (1)' });
    expect(after[written]).toMatchObject({ status: 'pending', problem: 'still found in forgotten.notes (1)' });
    expect(after[clean]).toMatchObject({ status: 'done' });
  });
});

describe('the modules of an erasure', () => {
  const open = (id: number): Promise<unknown> =>
    given(app).insert(EmailOpen, {
      retailerId,
      messageId: randomUUID(),
      executionId: randomUUID(),
      customerId: entityId(retailerId, 'customer', String(id)),
      openedAt: new Date(),
    });
  /** Calls `effect` after each statement that asks which tables hold something. */
  const afterAsking = (effect: (time: number) => Promise<unknown>) => {
    const search = app.get(CatalogueSearchRepository);
    const tablesOf = search.tablesOf.bind(search);
    let times = 0;
    return vi.spyOn(search, 'tablesOf').mockImplementation(async (...asked) => {
      const held = await tablesOf(...asked);
      await effect((times += 1));
      return held;
    });
  };

  it('are called only where they hold something of the person', async () => {
    await buy(1, 2);
    await open(2);
    const links = app.personalData.forErasure().find(({ name }) => name === 'links') as
      Required<Pick<PersonalDataSource, 'eraseCustomer'>> | undefined;
    if (!links) throw new Error('a source is missing');
    const erase = vi.spyOn(links, 'eraseCustomer');
    await work(await ask(1));
    expect(erase).not.toHaveBeenCalled();
    const other = await ask(2);
    await work(other);
    expect(erase).toHaveBeenCalledOnce();
    erase.mockRestore();
    expect((await requests())[other]).toMatchObject({ receipt: { removed: { email_opens: 1 } } });
  });

  it('are asked again where something was written after they were asked', async () => {
    await buy(1);
    const asking = afterAsking((time) => (time === 3 ? open(1) : Promise.resolve()));
    const id = await ask(1);
    await work(id);
    expect(asking.mock.calls.length).toBeGreaterThan(4);
    asking.mockRestore();
    const { receipt } = (await requests())[id] ?? {};
    expect(receipt).toMatchObject({ outcome: 'erased', removed: { email_opens: 1 }, rescan: { found: {} } });
    expect(await stored(app).count(EmailOpen, { retailerId })).toBe(0);
  });

  it('share a transaction that is repeated whole, and lose no count of what was committed before it', async () => {
    await buy(1);
    await open(1);
    await app.sql(`ALTER TABLE suppression_refusals RENAME TO away`);
    const id = await ask(1);
    await work(id);
    await app.sql(`ALTER TABLE away RENAME TO suppression_refusals`);
    expect(await stored(app).count(EmailOpen, { retailerId })).toBe(1);
    expect((await requests())[id]).toMatchObject({ status: 'pending', receipt: null });
    await given(app).set(PrivacyRequest, { dueAt: new Date() }, { retailerId });
    await work(id);
    expect((await requests())[id]).toMatchObject({
      status: 'done',
      receipt: { removed: { customers: 1, orders: 2, email_opens: 1, deliveries: 2 } },
    });
  });

  it('find again what a crash of Postgres brings back, because locking steps do not wait for the disk', async () => {
    await buy(1);
    const [customer] = await stored(app).rows(Customer, { retailerId, externalId: '1' });
    if (!customer) throw new Error('the customer is missing');
    // The first statement belongs to commerce, the second to segmentation.
    const asking = afterAsking((time) => (time === 2 ? given(app).insert(Customer, customer) : Promise.resolve()));
    const id = await ask(1);
    await work(id);
    asking.mockRestore();
    expect((await requests())[id]).toMatchObject({ status: 'done', receipt: { removed: { customers: 2 } } });
    expect(await stored(app).count(Customer, { retailerId })).toBe(0);
  });
});

describe('answers to admins', () => {
  it('that name the person are deleted, although they belong to no retailer', async () => {
    await buy(1);
    const keys = app.get(IdempotencyRepository);
    const answered = async (email: string): Promise<void> => {
      const key = { caller: 'admin ada', route: 'POST /x', key: email, bodyHash: 'hash' };
      const claim = await keys.claim({ retailerId: NO_RETAILER, ...key });
      if (claim.status !== 'claimed') throw new Error('the key is taken');
      const answer = { status: 200, body: `{"email":"${email}"}` };
      await keys.store({ retailerId: NO_RETAILER, ...key }, claim.claimedAt, answer);
    };
    await answered('C1@example.com');
    await answered('c2@example.com');
    const id = await ask(1);
    await work(id);
    expect(await stored(app).rows(IdempotencyKey, {}, 'key')).toEqual([{ key: 'c2@example.com' }]);
    expect((await requests())[id]).toMatchObject({ receipt: { removed: { idempotency_keys: 1 } } });
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
