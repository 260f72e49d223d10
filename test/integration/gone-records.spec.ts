import { entityId } from '#libs/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SuppressionRepository } from '../../src/email/consent/suppression.repository.js';
import { aCustomer, anOrder } from '../factories/wire.js';
import { IdleApp, type Posted } from '../setup/idle-app.js';
import { defineSegments, expectConsistency } from '../setup/store-state.js';
import { installStore } from '../setup/webhooks.js';

const OTHER_SHOP = 'shop2.myshopify.com';
const MERGED_AT = '2026-06-01T00:00:00Z';
const LATER = '2026-07-01T00:00:00Z';

type Told = Omit<Posted, 'id'>;

let app: IdleApp;
let retailerId: string;
let otherId: string;
let cast = 0;
let posts = 0;

beforeAll(async () => {
  app = await IdleApp.start();
  const store = await installStore(app);
  ({ retailerId } = store);
  ({ retailerId: otherId } = await installStore(app, OTHER_SHOP));
  await defineSegments(app, store, { twice: { minOrders: 2 }, buyers: { minOrders: 1 } });
  for (const name of ['twice', 'buyers']) {
    await app.evaluate(retailerId, entityId(retailerId, 'segment', `${store.brandId}/${name}`));
  }
});
afterAll(() => app.stop());

/** Ids of customers and orders that no other test uses. */
function newCast() {
  const base = (cast += 1) * 100;
  return { a: base + 1, b: base + 2, c: base + 3, orderA: base + 51, orderB: base + 52 };
}

const customerGid = (id: number): string => `gid://shopify/Customer/${id}`;
const order = (id: number, customerId: number, more: object = {}): Told => ({
  topic: 'orders/create',
  body: anOrder({ id, customerId, ...more }),
});
const customer = (id: number): Told => ({ topic: 'customers/create', body: aCustomer({ id }) });
const consent = (id: number, state: string, at: string): Told => ({
  topic: 'customers_email_marketing_consent/update',
  body: {
    customer_id: id,
    email_address: `c${id}@example.com`,
    email_marketing_consent: { state, consent_updated_at: at },
  },
});
const merged = (gone: number, kept: number, status = 'completed'): Told => ({
  topic: 'customers/merge',
  body: {
    admin_graphql_api_customer_kept_id: customerGid(kept),
    admin_graphql_api_customer_deleted_id: customerGid(gone),
    admin_graphql_api_job_id: null,
    status,
    errors: [],
  },
});
const deletedOrder = (id: number): Told => ({ topic: 'orders/delete', body: { id } });
const deletedCustomer = (id: number): Told => ({
  topic: 'customers/delete',
  body: { id, tax_exemptions: [], admin_graphql_api_id: customerGid(id) },
});

async function tell(told: readonly Told[], { at = retailerId, oneByOne = true } = {}): Promise<void> {
  const posted = told.map((one) => ({ ...one, id: `gone-${(posts += 1)}` }));
  for (const group of oneByOne ? posted.map((one) => [one]) : [posted]) {
    await app.post(at, group);
    await app.sql(`UPDATE deliveries SET triggered_at = $1 WHERE topic = 'customers/merge'`, [MERGED_AT]);
    await app.workOff(at);
  }
}

/** What is stored of the customers and orders of a cast, by the difference to its first id. */
async function ending({ a }: { readonly a: number }): Promise<unknown> {
  const [row] = await app.sql<{ ending: unknown }>(
    `SELECT json_build_object('customers', (
              SELECT json_agg(json_build_object('id', c.external_id::int - $2, 'orders', c.orders_count,
                       'spent', c.total_spent::int, 'marketing', c.marketing, 'email', c.email IS NOT NULL,
                       'segments', (SELECT json_agg(s.name ORDER BY s.name) FROM segment_memberships m
                          JOIN segments s ON s.retailer_id = m.retailer_id AND s.id = m.segment_id
                         WHERE m.retailer_id = c.retailer_id AND m.customer_id = c.id AND m.left_at IS NULL))
                     ORDER BY c.external_id::int)
                FROM customers c WHERE c.retailer_id = $1 AND c.external_id::int BETWEEN $2 AND $2 + 90),
            'orders', (
              SELECT json_agg(json_build_object('id', o.external_id::int - $2, 'counted', o.counted, 'reason', o.reason,
                       'buyer', (SELECT c.external_id::int - $2 FROM customers c
                                  WHERE c.retailer_id = o.retailer_id AND c.id = o.customer_id)) ORDER BY o.external_id)
                FROM orders o WHERE o.retailer_id = $1 AND o.external_id::int BETWEEN $2 AND $2 + 90),
            'strays', (SELECT count(*) FROM segment_memberships m WHERE m.retailer_id = $1 AND m.left_at IS NULL
                          AND NOT EXISTS (SELECT FROM customers c WHERE c.retailer_id = $1 AND c.id = m.customer_id))
          ) AS ending`,
    [retailerId, a],
  );
  return row?.ending;
}

/** Sends the same in several orders, one by one and at once, and twice. Expects one ending, and returns it. */
async function sameEnding(story: (ids: ReturnType<typeof newCast>) => readonly Told[]): Promise<unknown> {
  const endings: unknown[] = [];
  for (const [arrange, oneByOne] of ARRANGEMENTS) {
    const ids = newCast();
    await tell(arrange(story(ids)), { oneByOne });
    endings.push(await ending(ids));
  }
  for (const one of endings) expect(one).toEqual(endings[0]);
  return endings[0];
}

const ARRANGEMENTS: readonly (readonly [(told: readonly Told[]) => readonly Told[], oneByOne: boolean])[] = [
  [(told) => told, true],
  [(told) => told.toReversed(), true],
  [(told) => told, false],
  [(told) => told.toReversed(), false],
  [(told) => [...told.slice(2), ...told.slice(0, 2), ...told.slice(1)], true],
  [(told) => [...told, ...told], false],
];

describe('a deleted order', () => {
  it('no longer counts, whether it is deleted before or after it is known', async () => {
    const found = await sameEnding(({ a, orderA, orderB }) => [
      order(orderA, a),
      order(orderB, a),
      deletedOrder(orderA),
      order(orderA, a, { updatedAt: LATER, total: '70.00' }),
    ]);
    expect(found).toMatchObject({
      customers: [{ orders: 1, spent: 100, segments: ['buyers'] }],
      orders: [
        { counted: false, reason: 'deleted' },
        { counted: true, reason: 'paid' },
      ],
    });
  });
});

describe('a deleted customer', () => {
  it('is in no segment and does not come back; the orders stay with the store', async () => {
    const found = await sameEnding(({ a, orderA }) => [
      customer(a),
      order(orderA, a),
      deletedCustomer(a),
      consent(a, 'subscribed', LATER),
    ]);
    expect(found).toEqual({
      customers: null,
      orders: [{ id: 50, counted: true, reason: 'paid', buyer: null }],
      strays: 0,
    });
  });
});

describe('a merged customer', () => {
  it('gives orders and the stricter consent to the remaining one', async () => {
    const found = await sameEnding(({ a, b, orderA, orderB }) => [
      customer(a),
      customer(b),
      order(orderA, a),
      consent(a, 'unsubscribed', '2026-05-02T00:00:00Z'),
      consent(b, 'subscribed', '2026-05-03T00:00:00Z'),
      order(orderB, b),
      merged(a, b),
    ]);
    expect(found).toMatchObject({
      customers: [{ id: 1, orders: 2, spent: 200, marketing: 'unsubscribed', segments: ['buyers', 'twice'] }],
      orders: [{ buyer: 1 }, { buyer: 1 }],
      strays: 0,
    });
  });

  it('leads through a chain, and a deletion of a merged id changes nothing', async () => {
    const found = await sameEnding(({ a, b, c, orderA, orderB }) => [
      merged(a, b),
      merged(b, c),
      deletedCustomer(a),
      customer(a),
      order(orderA, a),
      order(orderB, b),
      customer(c),
    ]);
    expect(found).toMatchObject({
      customers: [{ id: 2, orders: 2, email: true }],
      orders: [{ buyer: 2 }, { buyer: 2 }],
    });
  });

  it('may decide again after the merge', async () => {
    const ids = newCast();
    await tell([customer(ids.a), customer(ids.b), consent(ids.a, 'unsubscribed', '2026-05-02T00:00:00Z')]);
    await tell([merged(ids.a, ids.b), consent(ids.b, 'subscribed', LATER)]);
    expect(await ending(ids)).toMatchObject({ customers: [{ marketing: 'subscribed' }] });
  });

  it('stays where the store could not merge', async () => {
    const ids = newCast();
    await tell([customer(ids.a), customer(ids.b), merged(ids.a, ids.b, 'failed')]);
    expect(await ending(ids)).toMatchObject({ customers: [{ id: 0 }, { id: 1 }] });
    const [row] = await app.sql(`SELECT status, problem FROM deliveries ORDER BY received_at DESC LIMIT 1`);
    expect(row).toEqual({ status: 'ignored', problem: 'the store could not merge the customers' });
  });

  it('takes its messages, and its refusal reaches the remaining address', async () => {
    const { a, b, orderA } = newCast();
    await tell([customer(a), customer(b), order(orderA, a)]);
    const ids = [a, b].map((id) => entityId(retailerId, 'customer', String(id)));
    await app.sql(
      `INSERT INTO email_opens (retailer_id, message_id, execution_id, customer_id, opened_at)
       VALUES ($1, gen_random_uuid(), gen_random_uuid(), $2, now())`,
      [retailerId, ids[0]],
    );
    await app.transaction((tx) =>
      app.get(SuppressionRepository).suppress(tx, retailerId, `c${a}@example.com`, 'complaint'),
    );
    await tell([merged(a, b)]);
    expect(await app.sql(`SELECT customer_id AS id FROM email_opens`)).toEqual([{ id: ids[1] }]);
    const suppressed = await app.sql(`SELECT email, reason FROM suppressions WHERE email = $1`, [`c${b}@example.com`]);
    expect(suppressed).toEqual([{ email: `c${b}@example.com`, reason: 'complaint' }]);
    expect(await app.sql(`SELECT email FROM customer_identities WHERE external_id = $1`, [String(a)])).toEqual([
      { email: null },
    ]);
  });

  it('enters no segment a second time', async () => {
    const { a, b, orderA } = newCast();
    await tell([customer(b), order(orderA, a)]);
    await app.sql('DELETE FROM segment_events');
    await tell([merged(a, b)]);
    const events = await app.sql<{ kind: string; customer: string }>(
      `SELECT kind, customer_id AS customer FROM segment_events`,
    );
    expect(events).toEqual([{ kind: 'left', customer: entityId(retailerId, 'customer', String(a)) }]);
    await expectConsistency(app, { simple: false });
  });

  it('of another store changes nothing here', async () => {
    const ids = newCast();
    await tell([customer(ids.a), customer(ids.b), order(ids.orderA, ids.a)]);
    const before = await ending(ids);
    await tell([merged(ids.a, ids.b), deletedOrder(ids.orderA), deletedCustomer(ids.b)], { at: otherId });
    expect(await ending(ids)).toEqual(before);
  });
});
