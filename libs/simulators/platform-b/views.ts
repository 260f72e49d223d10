import type { CustomerRecord, LineItemRecord, OrderRecord, ProductRecord, RefundRecord } from '../records/records.js';
import { decimal4, isoSeconds, type Json, numeric, rfc2822 } from './json.js';
import { STATUS_NAMES, statusIdOf } from './order-status.js';

/**
 * An order record in the form of V2. The store's currency is the paid one. The currency that the buyer saw
 * (`presentment`) is the display currency, which is in no total.
 */
export function orderView(order: OrderRecord, storeCurrency: string): Json {
  const statusId = statusIdOf(order);
  const total = decimal4(order.totalCents);
  const untaxed = decimal4(order.totalCents - order.taxCents);
  const hasCodes = (order.discountCodes ?? []).length > 0;
  return {
    id: numeric(order.id),
    customer_id: order.customer ? numeric(order.customer.id) : 0,
    date_created: rfc2822(order.processedAt),
    date_modified: rfc2822(order.updatedAt),
    date_shipped: order.fulfillmentStatus === 'fulfilled' ? rfc2822(order.updatedAt) : '',
    status_id: statusId,
    status: STATUS_NAMES[statusId],
    custom_status: STATUS_NAMES[statusId],
    subtotal_inc_tax: decimal4(order.totalCents - order.shippingCents + order.discountCents),
    shipping_cost_inc_tax: decimal4(order.shippingCents),
    total_ex_tax: untaxed,
    total_inc_tax: total,
    total_tax: decimal4(order.taxCents),
    items_total: order.lineItems.reduce((sum, { quantity }) => sum + quantity, 0),
    payment_method: 'Test Payment Provider',
    payment_provider_id: null,
    payment_status: order.financialStatus === 'paid' ? 'captured' : '',
    refunded_amount: '0.0000',
    discount_amount: decimal4(hasCodes ? 0 : order.discountCents),
    coupon_discount: decimal4(hasCodes ? order.discountCents : 0),
    currency_id: 1,
    currency_code: order.presentment?.currency ?? storeCurrency,
    currency_exchange_rate: (order.presentment?.rate ?? 1).toFixed(10),
    default_currency_id: 1,
    default_currency_code: storeCurrency,
    store_default_currency_code: storeCurrency,
    store_default_to_transactional_exchange_rate: '1.0000000000',
    is_deleted: false,
    is_email_opt_in: order.buyerAcceptsMarketing,
    billing_address: billingAddress(order),
    channel_id: 1,
    order_source: order.sourceName === 'web' ? 'www' : 'external',
    external_source: order.sourceName === 'import' ? 'M-MIG' : null,
    staff_notes: null,
    customer_message: null,
    cart_id: null,
    customer_locale: order.customerLocale ?? '',
    products: linkTo(order.id, 'products'),
    consignments: linkTo(order.id, 'consignments'),
    shipping_addresses: linkTo(order.id, 'shipping_addresses'),
    coupons: linkTo(order.id, 'coupons'),
  };
}

/** An unreachable address, because a client must not call addresses from answers. */
const linkTo = (id: string, part: string): Json => ({
  url: `https://products-url.invalid/orders/${id}/${part}`,
  resource: `/orders/${id}/${part}`,
});

function billingAddress({ address: own, customer, email }: OrderRecord): Json {
  const address = own ?? customer?.address;
  return {
    first_name: customer?.firstName ?? '',
    last_name: customer?.lastName ?? '',
    company: '',
    street_1: address?.address1 ?? '',
    street_2: '',
    city: address?.city ?? '',
    state: address?.province ?? '',
    zip: address?.zip ?? '',
    country: address?.country ?? '',
    country_iso2: address?.countryCode ?? '',
    phone: '',
    email: email ?? '',
    form_fields: [],
  };
}

export function orderProductView(line: LineItemRecord, order: OrderRecord): Json {
  const total = decimal4(line.priceCents * line.quantity);
  return {
    id: numeric(line.id),
    order_id: numeric(order.id),
    product_id: line.productId === null ? 0 : numeric(line.productId),
    variant_id: line.variantId === null ? 0 : numeric(line.variantId),
    name: line.title,
    sku: line.sku ?? '',
    type: 'physical',
    price_ex_tax: decimal4(line.priceCents),
    price_inc_tax: decimal4(line.priceCents),
    total_ex_tax: total,
    total_inc_tax: total,
    quantity: line.quantity,
    quantity_refunded: line.quantity - line.currentQuantity,
    is_refunded: line.currentQuantity === 0,
    refund_amount: '0.0000',
    brand: line.vendor ?? '',
    parent_order_product_id: null,
    applied_discounts: line === order.lineItems[0] ? appliedCoupons(order) : [],
    product_options: [],
  };
}

/** The consignments of an order with its lines, as `include=consignments.line_items` shows them. */
export function consignmentsView(lines: readonly Json[]): Json[] {
  const items = lines.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  const shipping = { id: 1, line_items: lines, items_total: items, items_shipped: 0, shipping_method: 'Flat Rate' };
  return [{ pickups: [], shipping: [shipping], downloads: [], email: { gift_certificates: [] } }];
}

/** The codes share the discount; the last one has the rest. */
function appliedCoupons({ discountCodes = [], discountCents }: OrderRecord): Json[] {
  const each = Math.floor(discountCents / Math.max(1, discountCodes.length));
  const last = discountCents - each * (discountCodes.length - 1);
  return discountCodes.map((code, index) => ({
    id: 'coupon',
    amount: decimal4(index === discountCodes.length - 1 ? last : each),
    name: code,
    code,
    target: 'order',
  }));
}

/** The codes of an order share its discount equally. `amount` is a number here and `discount` a text, as in samples. */
export function orderCouponViews({ id, discountCodes = [], discountCents }: OrderRecord): Json[] {
  const each = Math.floor(discountCents / Math.max(1, discountCodes.length));
  const order = numeric(id);
  return discountCodes.map((code, index) => {
    const ids = { id: order * 10 + index, coupon_id: index + 1, order_id: order };
    return { ...ids, code, amount: each / 100, type: 5, discount: decimal4(each) };
  });
}

/** Each transaction of the record is a payment. One that has not succeeded is declined. */
export function refundView(refund: RefundRecord): Json {
  const last = refund.transactions.at(-1);
  const succeeded = refund.transactions.filter(({ status }) => status === 'success');
  const cents = succeeded.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    id: numeric(refund.id),
    order_id: numeric(refund.orderId),
    user_id: 1,
    created: isoSeconds(refund.createdAt),
    reason: refund.note ?? '',
    // A refund without a successful payment shows the requested amount.
    total_amount: (succeeded.length > 0 ? cents : (last?.amountCents ?? 0)) / 100,
    total_tax: 0,
    uses_merchant_override_values: false,
    items: [
      ...refund.lineItems.map((line) => ({
        item_type: 'PRODUCT',
        item_id: numeric(line.lineItemId),
        reason: '',
        quantity: line.quantity,
        requested_amount: line.subtotalCents / 100,
      })),
      ...(refund.lineItems.length === 0 ? [{ item_type: 'ORDER', item_id: numeric(refund.orderId), quantity: 1 }] : []),
    ],
    payments: refund.transactions.map((transaction) => ({
      id: numeric(transaction.id),
      provider_id: 'custom',
      amount: transaction.amountCents / 100,
      offline: false,
      is_declined: transaction.status !== 'success',
      declined_message: transaction.status === 'success' ? '' : 'Declined',
    })),
  };
}

export function customerView(customer: CustomerRecord, withAddresses: boolean): Json {
  const { address } = customer;
  return {
    id: numeric(customer.id),
    email: customer.email ?? '',
    first_name: customer.firstName ?? '',
    last_name: customer.lastName ?? '',
    company: '',
    phone: '',
    customer_group_id: 0,
    date_created: isoSeconds(customer.createdAt),
    date_modified: isoSeconds(customer.updatedAt),
    accepts_product_review_abandoned_cart_emails: customer.consent.state === 'subscribed',
    origin_channel_id: 1,
    channel_ids: null,
    ...(withAddresses && { addresses: address ? [{ country_code: address.countryCode, city: address.city }] : [] }),
  };
}

export function productView(product: ProductRecord): Json {
  const { priceCents = 0, compareAtCents } = product.variants[0] ?? {};
  const stocks = product.variants.flatMap(({ inventoryQuantity }) => inventoryQuantity ?? []);
  return {
    id: numeric(product.id),
    name: product.title,
    type: 'physical',
    sku: product.variants[0]?.sku ?? '',
    price: (compareAtCents ?? priceCents) / 100,
    sale_price: compareAtCents === undefined ? 0 : priceCents / 100,
    retail_price: 0,
    calculated_price: priceCents / 100,
    availability: 'available',
    inventory_tracking: stocks.length === 0 ? 'none' : product.variants.length > 1 ? 'variant' : 'product',
    inventory_level: stocks.reduce((sum, stock) => sum + stock, 0),
    is_visible: product.status === 'active',
    custom_url: { url: `/${product.handle}/`, is_customized: false },
    primary_image: product.imageUrl
      ? { is_thumbnail: true, url_standard: product.imageUrl, url_zoom: product.imageUrl }
      : null,
    date_created: isoSeconds(product.createdAt),
    date_modified: isoSeconds(product.updatedAt),
  };
}
