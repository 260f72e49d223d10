import { describe, expect, it } from 'vitest';
import { customerRecord, lineItemRecord, orderRecord, refundRecord } from '../records/record-factories.js';
import type { OrderRecord, RefundRecord } from '../records/records.js';
import { expectedFacts, segmentCount, segmentMembers } from './oracle.js';

const DAY = 86_400_000;
const ada = customerRecord({ id: '1', createdAt: 0 });
const bob = customerRecord({ id: '2', createdAt: 0 });

let number = 1000;
function order(cents: number, changes: Partial<OrderRecord> = {}): OrderRecord {
  const id = String((number += 1));
  const lineItems = [lineItemRecord({ id: `${id}1`, title: 'Mug', priceCents: cents })];
  return { ...orderRecord({ id, number, createdAt: number * DAY, customer: ada, lineItems }), ...changes };
}

const refund = (amountCents: number, status: 'success' | 'failure' | 'pending' = 'success'): RefundRecord => {
  const made = refundRecord({ id: '9', orderId: '1', createdAt: 0, amountCents });
  return { ...made, transactions: made.transactions.map((transaction) => ({ ...transaction, status })) };
};

const factsOf = (orders: OrderRecord[], settings = {}) =>
  expectedFacts({ customers: [ada, bob], orders }, settings).get('1');

describe('the expected facts of a history', () => {
  it('sum the paid amounts', () => {
    const [first, second] = [order(1050), order(2025)];
    expect(factsOf([second, first])).toEqual({
      ordersCount: 2,
      totalSpent: '30.75',
      firstOrderAt: first.processedAt,
      lastOrderAt: second.processedAt,
    });
  });

  it.each<[string, Partial<OrderRecord>]>([
    ['a test order', { test: true }],
    ['a cancelled order', { cancelledAt: DAY }],
    ['a voided order', { financialStatus: 'voided' }],
    ['a refunded order', { financialStatus: 'refunded' }],
    ['a pending order', { financialStatus: 'pending' }],
    ['an authorized order', { financialStatus: 'authorized' }],
    ["a guest's order", { customer: null }],
    ["another customer's order", { customer: bob }],
  ])('leave out %s', (_name, changes) => {
    const nothing = { ordersCount: 0, totalSpent: '0.00', firstOrderAt: null, lastOrderAt: null };
    expect(factsOf([order(1000, changes)])).toEqual(nothing);
  });

  it.each<[string, Partial<OrderRecord>, string]>([
    ['a partly paid order in full', { financialStatus: 'partially_paid' }, '10.00'],
    [
      'a partly refunded order less the refund',
      { financialStatus: 'partially_refunded', refunds: [refund(250)] },
      '7.50',
    ],
    ['a failed refund as none', { refunds: [refund(250, 'failure')] }, '10.00'],
    ['a pending refund as none', { refunds: [refund(250, 'pending')] }, '10.00'],
    ['a refund of more than the total as all of it', { refunds: [refund(700), refund(700)] }, '0.00'],
    ['a free order as an order', { totalCents: 0 }, '0.00'],
  ])('count %s', (_name, changes, totalSpent) => {
    expect(factsOf([order(1000, changes)])).toMatchObject({ ordersCount: 1, totalSpent });
  });

  it('count unpaid orders if the store is paid on delivery, but not cancelled ones', () => {
    const orders = [
      order(1000, { financialStatus: 'pending' }),
      order(1000, { financialStatus: 'authorized' }),
      order(1000, { financialStatus: 'pending', cancelledAt: DAY }),
    ];
    expect(factsOf(orders, { countUnpaidOrders: true })).toMatchObject({ ordersCount: 2, totalSpent: '20.00' });
  });

  it('include customers who bought nothing', () => {
    expect(expectedFacts({ customers: [ada, bob], orders: [order(1)] }).get('2')?.ordersCount).toBe(0);
  });
});

describe('the expected members', () => {
  const facts = expectedFacts({
    customers: [ada, bob],
    orders: [order(4999), order(1), order(10_000, { customer: bob })],
  });

  it.each([
    [{ minPurchaseAmount: 50 }, ['1', '2']],
    [{ minPurchaseAmount: '50.00' }, ['1', '2']],
    [{ minPurchaseAmount: '50.0001' }, ['2']],
    [{ minPurchaseAmount: 100 }, ['2']],
    [{ minOrders: 2 }, ['1']],
    [{ minOrders: 1, minPurchaseAmount: 99.99 }, ['2']],
    [{ minOrders: 3 }, []],
  ])('of %j are %j', (rule, members) => {
    expect(segmentMembers(facts, rule)).toEqual(members);
    expect(segmentCount(facts, rule)).toBe(members.length);
  });
});
