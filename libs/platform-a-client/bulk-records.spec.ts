import { describe, expect, it } from 'vitest';
import { bulkOrder } from './bulk-records.js';

const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'USD' } });
const refund = (id: string, amount: string) => ({ id, createdAt: null, totalRefundedSet: money(amount) });
const moved = (amount: string, status = 'SUCCESS', kind = 'REFUND') => ({
  id: 't',
  kind,
  status,
  amountSet: money(amount),
});
const order = (fields: object) => bulkOrder({ root: { id: 'gid://shopify/Order/1', ...fields }, children: [] });

describe('the refunds of an order from a bulk operation', () => {
  it('are their totals where the transactions explain them', () => {
    const paid = moved('30.0', 'SUCCESS', 'SALE');
    const whole = order({
      refunds: [refund('a', '10.0'), refund('b', '5.5')],
      transactions: [paid, moved('10.0'), moved('5.5')],
    });
    expect(whole?.refunds?.map(({ id, transactions }) => [id, transactions?.[0]?.amountSet])).toEqual([
      ['a', money('10.0')],
      ['b', money('5.5')],
    ]);
    expect(order({ refunds: [], transactions: [paid] })?.refunds).toEqual([]);
  });

  it.each([
    ['a transaction that is under way', [refund('a', '10.0')], [moved('10.0', 'PENDING')]],
    ['a transaction that failed', [refund('a', '10.0')], [moved('10.0'), moved('10.0', 'FAILURE')]],
    ['other sums', [refund('a', '10.0')], [moved('9.0')]],
    ['a refund without money', [refund('a', '10.0'), refund('b', '0.0')], [moved('10.0')]],
    ['no refund', [], [moved('9.0')]],
    ['lists that are missing', undefined, undefined],
  ])('need the order itself: %s', (_what, refunds, transactions) => {
    expect(order({ refunds, transactions })).toBeUndefined();
  });
});
