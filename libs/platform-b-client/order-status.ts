/**
 * The platform's own classes of statuses. The platform's documentation of orders listed the paid statuses, and says
 * that Refunded belongs to neither of the two classes.
 */
export type PaymentClass = 'paid' | 'unpaid' | 'neither';

export interface OrderStatus {
  readonly id: number;
  /** The platform's label. A store may show another one, so only the id counts. */
  readonly name: string;
  readonly payment: PaymentClass;
}

const STATUSES: readonly OrderStatus[] = [
  { id: 0, name: 'Incomplete', payment: 'unpaid' },
  { id: 1, name: 'Pending', payment: 'unpaid' },
  { id: 2, name: 'Shipped', payment: 'paid' },
  { id: 3, name: 'Partially Shipped', payment: 'paid' },
  { id: 4, name: 'Refunded', payment: 'neither' },
  { id: 5, name: 'Cancelled', payment: 'unpaid' },
  { id: 6, name: 'Declined', payment: 'unpaid' },
  { id: 7, name: 'Awaiting Payment', payment: 'unpaid' },
  { id: 8, name: 'Awaiting Pickup', payment: 'paid' },
  { id: 9, name: 'Awaiting Shipment', payment: 'paid' },
  { id: 10, name: 'Completed', payment: 'paid' },
  { id: 11, name: 'Awaiting Fulfillment', payment: 'paid' },
  { id: 12, name: 'Manual Verification Required', payment: 'unpaid' },
  { id: 13, name: 'Disputed', payment: 'unpaid' },
  { id: 14, name: 'Partially Refunded', payment: 'unpaid' },
];

/** The documented status; undefined for an undocumented id. */
export function orderStatus(statusId: number): OrderStatus | undefined {
  return STATUSES.find(({ id }) => id === statusId);
}

/** Only orders with these statuses have refunds, so only they need a call to the refunds endpoint. */
export function mayHaveRefunds(statusId: number): boolean {
  return statusId === 4 || statusId === 14;
}
