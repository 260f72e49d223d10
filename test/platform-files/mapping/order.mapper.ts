import { parseDecimal } from '#libs/kernel';
import type { CommerceRecord } from '../../../src/commerce/model/records.js';
import { Unreadable } from '../../../src/stores/unreadable.js';
import type { WireOrder } from '../wire.js';

/** Maps an order to a commerce record. The function is pure. */
export function mapOrder({ id, customer, total, placedAt }: WireOrder, currency: string): CommerceRecord {
  const amount = parseDecimal(total);
  if (amount === undefined) throw new Unreadable('order', 'has no usable amount');
  const orderedAt = new Date(placedAt);
  return {
    kind: 'order',
    order: {
      externalId: id,
      customer: { externalId: customer.id, email: customer.email, updatedAt: orderedAt },
      currency,
      total: amount,
      financialStatus: 'paid',
      cancelledAt: null,
      test: false,
      productIds: [],
      billingCountry: null,
      orderedAt,
      updatedAt: orderedAt,
      triggeredAt: null,
      refunds: [],
    },
  };
}
