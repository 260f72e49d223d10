import type { OrderRecord } from '../shop/records.js';

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

/** Which paid status an order has; by its number, so that a history has all of them. */
const ON_ITS_WAY = [2, 10] as const;
const TO_BE_SENT = [11, 9, 8] as const;

/**
 * The status that says on platform B what the record says on platform A, so that one history gives the same figures
 * on both: a test order, which B does not know, is a checkout that was never completed; an order on account awaits
 * its payment; what was cancelled or declined is so, and what was refunded in part is so.
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
