import { describe, expect, it } from 'vitest';
import { Order } from '../../src/commerce/model/order.entity.js';
import { stored } from '../factories/given.js';
import { placeOrder } from '../setup/place-order.js';
import { step } from '../setup/sequence-store.js';
import { sequenceStores } from '../setup/sequence-stores.js';
import { waitFor } from '../setup/wait-for.js';

const stores = sequenceStores('orders', 1);
const STEPS = [step('one'), step('two', 'P3D'), step('three')];
const DAYS_AGO = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** A run whose first step is sent to both customers, and whose second step is queued. */
async function running(definition: object = {}) {
  const store = await stores.open({ '1': {}, '2': {} }, { exitOnLeave: false, steps: STEPS, ...definition });
  const { executionId } = (await store.execute(stores.id)).body;
  await waitFor(async () => (await store.messages(executionId)).length === 4);
  const reasons = async (customer: string): Promise<(string | null)[]> =>
    (await store.messages(executionId))
      .filter(({ customerId }) => customerId === store.idOf(customer))
      .flatMap(({ state, reason }) => (state === 'sent' ? [] : [reason ?? state]));
  return { store, executionId, reasons };
}

describe('exitOnOrder', () => {
  it('skips the queued message of a customer whose order arrives, and counts the steps that are not reached', async () => {
    const { store, executionId, reasons } = await running();
    await placeOrder(store, stores.domain, '1');
    await waitFor(async () => (await reasons('1'))[0] === 'ordered');
    expect(await reasons('2')).toEqual(['queued']);
    expect((await store.execution(executionId)).counts).toMatchObject({
      planned: 6,
      sent: 2,
      queued: 2,
      skipped: { ordered: 2 },
    });
    await placeOrder(store, stores.domain, '2');
    expect(await store.ended(executionId)).toMatchObject({ status: 'completed', counts: { skipped: { ordered: 4 } } });
  });

  it('is not undone by a cancellation of the order', async () => {
    const { store, reasons } = await running();
    const id = await placeOrder(store, stores.domain, '1');
    await waitFor(async () => (await reasons('1'))[0] === 'ordered');
    await placeOrder(store, stores.domain, '1', { id, cancelledAt: new Date().toISOString() });
    expect(await reasons('1')).toEqual(['ordered']);
  });

  it('ends at an order that begins to count later', async () => {
    const { store, reasons } = await running();
    const id = await placeOrder(store, stores.domain, '1', { status: 'pending' });
    expect(await reasons('1')).toEqual(['queued']);
    await placeOrder(store, stores.domain, '1', { id, status: 'paid' });
    await waitFor(async () => (await reasons('1'))[0] === 'ordered');
  });

  it('does not end at imported orders, old orders, and orders that do not count', async () => {
    const { store, reasons } = await running();
    await placeOrder(store, stores.domain, '1', { extra: { source_name: 'import' } });
    await placeOrder(store, stores.domain, '1', { processedAt: DAYS_AGO(30) });
    await placeOrder(store, stores.domain, '1', { test: true });
    await placeOrder(store, stores.domain, '1', { status: 'voided' });
    expect(await stored(stores.app).rows(Order, { retailerId: store.retailerId, counted: true })).toHaveLength(2);
    expect(await reasons('1')).toEqual(['queued']);
  });

  it('does not end at an order that had arrived before the entry, even if it changes afterwards', async () => {
    const store = await stores.open({ '1': {} }, { exitOnLeave: false, steps: STEPS });
    const id = await placeOrder(store, stores.domain, '1');
    const { executionId } = (await store.execute(stores.id)).body;
    await waitFor(async () => (await store.messages(executionId)).length === 2);
    await placeOrder(store, stores.domain, '1', { id, total: '90.00' });
    expect((await store.messages(executionId)).map(({ state }) => state).sort()).toEqual(['queued', 'sent']);
  });

  it('can be switched off', async () => {
    const { store, reasons } = await running({ exitOnOrder: false });
    await placeOrder(store, stores.domain, '1');
    expect(await reasons('1')).toEqual(['queued']);
  });

  it('holds in the decision at the moment of sending, where the order is not processed yet', async () => {
    const { store, executionId, reasons } = await running({
      steps: [step('one'), step('two', 'PT2S'), step('three')],
    });
    // The order is stored, and nothing was enqueued: as if it were committed between the claim and the decision.
    await stores.app.sql(
      `INSERT INTO orders (retailer_id, external_id, customer_id, currency, total, refunded, net, counted, reason,
                           financial_status, test, product_ids, ordered_at, platform_updated_at, arrived_at)
       VALUES ($1, 'race', $2, 'USD', 10, 0, 10, true, 'paid', 'paid', false, '{}', now(), now(), clock_timestamp())`,
      [store.retailerId, store.idOf('1')],
    );
    const ended = await store.ended(executionId);
    expect(ended).toMatchObject({ status: 'completed', counts: { sent: 4, skipped: { ordered: 2 } } });
    expect(await reasons('1')).toEqual(['ordered']);
    expect(store.received()['1']).toEqual(['one']);
  });
});
