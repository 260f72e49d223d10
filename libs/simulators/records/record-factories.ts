import type { CustomerRecord, LineItemRecord, OrderRecord, ProductRecord, RefundRecord } from './records.js';

type Given<T, Required extends keyof T> = Partial<T> & Pick<T, Required>;

const NO_CONSENT = { state: 'not_subscribed', optInLevel: null, updatedAt: null } as const;

/** A customer. Omitted fields have the values of a new customer. */
export function customerRecord(given: Given<CustomerRecord, 'id' | 'createdAt'>): CustomerRecord {
  return {
    email: null,
    firstName: null,
    lastName: null,
    updatedAt: given.createdAt,
    consent: NO_CONSENT,
    address: null,
    locale: 'en',
    ...given,
  };
}

export function productRecord(given: Given<ProductRecord, 'id' | 'title' | 'createdAt'>): ProductRecord {
  return {
    handle: given.title.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    vendor: 'House brand',
    productType: '',
    status: 'active',
    tags: [],
    imageUrl: null,
    updatedAt: given.createdAt,
    variants: [],
    ...given,
  };
}

export function lineItemRecord(given: Given<LineItemRecord, 'id' | 'title' | 'priceCents'>): LineItemRecord {
  const quantity = given.quantity ?? 1;
  return { productId: null, variantId: null, sku: null, vendor: null, currentQuantity: quantity, ...given, quantity };
}

/** An order. By default the given customer has paid it at once. The total is the sum of its parts. */
export function orderRecord(
  given: Given<Omit<OrderRecord, 'totalCents'>, 'id' | 'number' | 'createdAt' | 'lineItems'>,
) {
  const { discountCents = 0, shippingCents = 0, taxCents = 0, customer = null } = given;
  const items = given.lineItems.reduce((sum, item) => sum + item.priceCents * item.quantity, 0);
  const order: OrderRecord = {
    customer,
    customerLocale: customer?.locale ?? 'en',
    email: customer?.email ?? null,
    updatedAt: given.createdAt,
    processedAt: given.createdAt,
    cancelledAt: null,
    cancelReason: null,
    financialStatus: 'paid',
    fulfillmentStatus: null,
    test: false,
    sourceName: 'web',
    buyerAcceptsMarketing: false,
    presentment: null,
    address: customer?.address ?? null,
    refunds: [],
    ...given,
    discountCents,
    shippingCents,
    taxCents,
    totalCents: items - discountCents + shippingCents + taxCents,
  };
  return order;
}

/** A refund of money only: one successful transaction and no line items. */
export function refundRecord(
  given: Given<RefundRecord, 'id' | 'orderId' | 'createdAt'> & { amountCents?: number },
): RefundRecord {
  const { amountCents = 0, ...record } = given;
  const transaction = { id: `${given.id}1`, kind: 'refund', status: 'success', createdAt: given.createdAt } as const;
  return { note: null, lineItems: [], transactions: [{ ...transaction, amountCents }], ...record };
}
