import { entityId } from '#libs/kernel';
import { describe, expect, it } from 'vitest';
import { type Cause, deliveryCause, HISTORY, importCause } from '../model/causes.js';
import type { CommerceRecord, OrderRecord } from '../model/records.js';
import { Batch } from './batch.js';

const RETAILER = '10000000-0000-4000-8000-000000000000';
const AT = new Date('2026-01-01T00:00:00Z');
const first = deliveryCause({ id: 'a' });
const second = deliveryCause({ id: 'b' });

const batch = (...commands: (readonly [record: CommerceRecord, cause?: Cause])[]): Batch =>
  new Batch(
    RETAILER,
    commands.map(([record, cause = first]) => ({ record, cause })),
  );
const customerId = (externalId: string): string => entityId(RETAILER, 'customer', externalId);

const order = (more: Partial<OrderRecord> = {}): CommerceRecord => ({
  kind: 'order',
  order: {
    externalId: '1',
    customer: { externalId: '7', updatedAt: AT },
    currency: 'EUR',
    total: 10n,
    financialStatus: 'paid',
    cancelledAt: null,
    test: false,
    productIds: [],
    billingCountry: null,
    orderedAt: AT,
    updatedAt: AT,
    triggeredAt: null,
    refunds: [],
    ...more,
  },
});
const refund = (externalId: string, orderExternalId = '1') => ({ externalId, orderExternalId, amount: 1n });

describe('Batch', () => {
  it('takes the customer and the refunds out of an order', () => {
    const made = batch([order({ refunds: [refund('r')] })]);
    expect(made.customerIds()).toEqual([customerId('7')]);
    expect(made.refunds()).toEqual([{ refund: refund('r'), cause: first }]);
    expect([...made.touchedCustomers()]).toEqual([[customerId('7'), first]]);
  });

  it('leaves the refunds in an order that has all of them', () => {
    expect(batch([order({ refunds: [refund('r')], hasAllRefunds: true })]).refunds()).toEqual([]);
  });

  it('names the orders of orders, refunds and deletions once, sorted', () => {
    const made = batch(
      [order({ externalId: '2' })],
      [{ kind: 'refund', refund: refund('r', '3') }],
      [{ kind: 'order-gone', externalId: '1' }],
      [order({ externalId: '2' })],
    );
    expect(made.orderIds()).toEqual(['1', '2', '3']);
  });

  it('marks the cause of an imported order as an import', () => {
    expect(batch([order({ imported: true })]).orders()).toMatchObject([{ cause: importCause(first) }]);
  });

  it('keeps the last cause that may start an email', () => {
    const made = batch([order()], [order(), second], [order(), HISTORY], [order({ imported: true })]);
    expect(made.touchedCustomers().get(customerId('7'))).toBe(second);
  });

  it('keeps a silent cause where there is no other', () => {
    expect(batch([order(), HISTORY]).touchedCustomers().get(customerId('7'))).toBe(HISTORY);
  });
});
