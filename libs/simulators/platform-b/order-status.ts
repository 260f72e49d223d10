import type { OrderRecord } from '../records/records.js';

export const STATUS_NAMES = [
  'Incomplete',
  'Pending',
  'Shipped',
  'Partially Shipped',
  'Refunded',
  'Cancelled',
  'Declined',
  'Awaiting Payment',
  'Awaiting Pickup',
  'Awaiting Shipment',
  'Completed',
  'Awaiting Fulfillment',
  'Manual Verification Required',
  'Disputed',
  'Partially Refunded',
] as const;

/** Statuses of paid orders. The number of an order selects one, so that a history has all of them. */
const ON_ITS_WAY = [2, 10] as const;
const TO_BE_SENT = [11, 9, 8] as const;

/**
 * The status of platform B that equals the record's status of platform A, so that one history has the same figures on
 * both. A test order, which platform B does not have, becomes an incomplete checkout. An unpaid order awaits its
 * payment. Cancelled, declined and partially refunded orders keep their status.
 */
export function statusIdOf(order: OrderRecord): number {
  if (order.test) return 0;
  if (order.financialStatus === 'refunded') return 4;
  if (order.cancelledAt !== null || order.financialStatus === 'voided') {
    return order.cancelReason === 'declined' ? 6 : 5;
  }
  if (order.financialStatus === 'pending' || order.financialStatus === 'authorized') return 7;
  if (order.financialStatus === 'partially_refunded') return 14;
  if (order.fulfillmentStatus === 'partial') return 3;
  const possible = order.fulfillmentStatus === 'fulfilled' ? ON_ITS_WAY : TO_BE_SENT;
  return possible[order.number % possible.length] ?? 11;
}
