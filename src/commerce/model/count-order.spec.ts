import { describe, expect, it } from 'vitest';
import { type CountableOrder, countOrder } from './count-order.js';

const paid: CountableOrder = {
  test: false,
  cancelledAt: null,
  financialStatus: 'paid',
  total: 1_000_000n,
  refunded: 0n,
};
const strict = { countUnpaidOrders: false };
const lenient = { countUnpaidOrders: true };

describe('countOrder', () => {
  it.each<[string, Partial<CountableOrder>, typeof strict, boolean, bigint, string]>([
    ['a paid order counts with its total', {}, strict, true, 1_000_000n, 'paid'],
    ['a free order is an order', { total: 0n }, strict, true, 0n, 'paid'],
    ['a partly paid order counts', { financialStatus: 'partially_paid' }, strict, true, 1_000_000n, 'partially_paid'],
    [
      'refunds come off',
      { financialStatus: 'partially_refunded', refunded: 300_000n },
      strict,
      true,
      700_000n,
      'partially_refunded',
    ],
    ['refunds above the total leave zero', { refunded: 2_000_000n }, strict, true, 0n, 'paid'],
    ['a negative total is a wrong record, not an order of zero', { total: -1n }, strict, false, 0n, 'negative_total'],
    [
      'a negative total of an unpaid order is shown as such',
      { total: -1n, financialStatus: 'pending' },
      strict,
      false,
      0n,
      'negative_total',
    ],
    [
      'a deleted order is deleted, whatever its total',
      { total: -1n, financialStatus: 'deleted' },
      strict,
      false,
      0n,
      'deleted',
    ],
    ['a test never counts', { test: true }, lenient, false, 0n, 'test'],
    ['a cancelled order never counts', { cancelledAt: new Date(0) }, lenient, false, 0n, 'cancelled'],
    ['a voided order never counts', { financialStatus: 'voided' }, lenient, false, 0n, 'voided'],
    ['a refunded order never counts', { financialStatus: 'refunded' }, lenient, false, 0n, 'refunded'],
    ['a pending order does not count', { financialStatus: 'pending' }, strict, false, 0n, 'unpaid'],
    ['an authorized order does not count', { financialStatus: 'authorized' }, strict, false, 0n, 'unpaid'],
    [
      'a pending order counts where the retailer says so',
      { financialStatus: 'pending' },
      lenient,
      true,
      1_000_000n,
      'pending',
    ],
    ['a status nobody knows does not count', { financialStatus: 'odd' }, lenient, false, 0n, 'unknown_status'],
  ])('%s', (_, change, rules, counted, net, reason) => {
    expect(countOrder({ ...paid, ...change }, rules)).toEqual({ counted, net, reason });
  });
});
