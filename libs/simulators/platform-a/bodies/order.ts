import type { OrderRecord } from '../../records/records.js';
import type { BodyContext } from './context.js';
import { orderCustomerJson } from './customer.js';
import { discountApplicationsJson, discountCodesJson } from './discounts.js';
import { addressJson, decimal, gid, type MoneyWriter, quote, quoteOrNull } from './json.js';
import { lineItemJson } from './line-item.js';
import { refundBody } from './refund.js';

function shippingLineJson(order: OrderRecord, money: MoneyWriter): string {
  const price = decimal(order.shippingCents);
  const set = money.set(order.shippingCents);
  return (
    `{"id":${order.id},"carrier_identifier":null,"code":"Standard","current_discounted_price_set":${set},` +
    `"discounted_price":"${price}","discounted_price_set":${set},"is_removed":false,"phone":null,"price":"${price}",` +
    `"price_set":${set},"requested_fulfillment_service_id":null,"source":"shopify","title":"Standard","tax_lines":[],` +
    `"discount_allocations":[]}`
  );
}

/** `name` and `name_set`, the form of most amounts of an order. */
const amount = (name: string, cents: number, money: MoneyWriter): string =>
  `"${name}":"${decimal(cents)}","${name}_set":${money.set(cents)}`;

function totals(order: OrderRecord, money: MoneyWriter): string {
  const goods = order.lineItems.reduce((sum, item) => sum + item.priceCents * item.quantity, 0);
  const subtotal = goods - order.discountCents;
  const returned = order.refunds
    .flatMap((refund) => refund.lineItems)
    .reduce((sum, line) => sum + line.subtotalCents, 0);
  // A cancelled order keeps its current total on the platform, although it is refunded.
  const current = order.cancelledAt === null ? order.totalCents - returned : order.totalCents;
  const unpaid = order.financialStatus === 'pending' || order.financialStatus === 'authorized';
  return [
    amount('current_subtotal_price', subtotal - returned, money),
    amount('current_total_discounts', order.discountCents, money),
    amount('current_total_price', current, money),
    amount('current_total_tax', order.taxCents, money),
    amount('subtotal_price', subtotal, money),
    amount('total_discounts', order.discountCents, money),
    amount('total_line_items_price', goods, money),
    amount('total_price', order.totalCents, money),
    amount('total_tax', order.taxCents, money),
    `"current_shipping_price_set":${money.set(order.shippingCents)}`,
    `"total_shipping_price_set":${money.set(order.shippingCents)}`,
    `"total_cash_rounding_payment_adjustment_set":${money.set(0)}`,
    `"total_cash_rounding_refund_adjustment_set":${money.set(0)}`,
    `"total_outstanding":"${decimal(unpaid ? order.totalCents : 0)}"`,
    '"total_tip_received":"0.00"',
  ].join(',');
}

function head(order: OrderRecord, { clock, store }: BodyContext): string {
  const email = quoteOrNull(order.email);
  const token = order.id.padStart(32, '0');
  return (
    `"id":${order.id},"admin_graphql_api_id":${gid('Order', order.id)},"app_id":580111,"browser_ip":"192.0.2.1",` +
    `"buyer_accepts_marketing":${order.buyerAcceptsMarketing},"cancel_reason":${quoteOrNull(order.cancelReason)},` +
    `"cancelled_at":${clock.isoOrNull(order.cancelledAt)},"cart_token":null,"checkout_token":null,` +
    `"client_details":null,"closed_at":null,"confirmation_number":null,"confirmed":true,` +
    `"contact_email":${order.email ? email : 'null'},"created_at":"${clock.iso(order.createdAt)}",` +
    `"currency":"${store.currency}","current_total_additional_fees_set":null,"current_total_duties_set":null,` +
    `"customer_locale":${quoteOrNull(order.customerLocale)},"device_id":null,"discount_codes":${discountCodesJson(order)},"duties_included":false,"email":${email},` +
    `"estimated_taxes":false,"financial_status":"${order.financialStatus}",` +
    `"fulfillment_status":${quoteOrNull(order.fulfillmentStatus)},"landing_site":"\\/","landing_site_ref":null,` +
    `"location_id":null,"merchant_business_entity_id":"MTU0ODM4MDAwOQ","merchant_of_record_app_id":null,` +
    `"name":"#${order.number}","note":null,"note_attributes":[],"number":${order.number - 1000},` +
    `"order_number":${order.number},"order_status_url":${quote(`https://${store.domain}/${store.id}/orders/${token}/authenticate?key=${token}`)},` +
    `"original_total_additional_fees_set":null,"original_total_duties_set":null,` +
    `"payment_gateway_names":["shopify_payments"],"phone":null,"po_number":null,` +
    `"presentment_currency":"${order.presentment?.currency ?? store.currency}",` +
    `"processed_at":"${clock.iso(order.processedAt)}","reference":null,"referring_site":null,` +
    `"source_identifier":null,"source_name":${quote(order.sourceName)},"source_url":null,"tags":"","tax_exempt":false,` +
    `"tax_lines":[],"taxes_included":false,"test":${order.test},"token":"${token}","total_weight":0,` +
    `"updated_at":"${clock.iso(order.updatedAt)}","user_id":null`
  );
}

/** orders/create, orders/updated and orders/cancelled share one shape. About 6 kB for two or three line items. */
export function orderBody(order: OrderRecord, context: BodyContext): string {
  const money = context.moneyOf(order);
  const address = addressJson(order.address, order.customer);
  const items = order.lineItems.map((item) => lineItemJson(item, money)).join(',');
  const refunds = order.refunds.map((refund) => refundBody(refund, order, context)).join(',');
  return (
    `{${head(order, context)},${totals(order, money)},"billing_address":${address},` +
    `"customer":${orderCustomerJson(order.customer, context)},"discount_applications":${discountApplicationsJson(order)},"fulfillments":[],` +
    `"line_items":[${items}],"payment_terms":null,"refunds":[${refunds}],"shipping_address":${address},` +
    `"shipping_lines":[${shippingLineJson(order, money)}],"returns":[],"line_item_groups":[]}`
  );
}
