import type {
  OrderRecord,
  RefundLineItemRecord,
  RefundRecord,
  RefundTransactionRecord,
} from '../../records/records.js';
import type { BodyContext } from './context.js';
import { decimal, gid, type MoneyWriter, quoteOrNull } from './json.js';
import { lineItemJson } from './line-item.js';

/** `subtotal` and `total_tax` are JSON numbers on the wire, unlike all other money. */
function refundLineItemJson(line: RefundLineItemRecord, order: OrderRecord, money: MoneyWriter): string {
  const item = order.lineItems.find((candidate) => candidate.id === line.lineItemId);
  return (
    `{"id":${line.id},"quantity":${line.quantity},"line_item_id":${line.lineItemId},"location_id":null,` +
    `"restock_type":"no_restock","subtotal":${line.subtotalCents / 100},"total_tax":0,` +
    `"subtotal_set":${money.set(line.subtotalCents)},"total_tax_set":${money.set(0)},` +
    `"line_item":${item ? lineItemJson(item, money, false) : 'null'}}`
  );
}

function transactionJson(transaction: RefundTransactionRecord, order: OrderRecord, context: BodyContext): string {
  const at = context.clock.iso(transaction.createdAt);
  const currency = order.presentment?.currency ?? context.store.currency;
  const cents = Math.round(transaction.amountCents * (order.presentment?.rate ?? 1));
  return (
    `{"id":${transaction.id},"order_id":${order.id},"kind":"${transaction.kind}","gateway":"shopify_payments",` +
    `"status":"${transaction.status}","message":null,"created_at":"${at}","test":${order.test},"authorization":null,` +
    `"location_id":null,"user_id":null,"parent_id":${order.id},"processed_at":"${at}","device_id":null,` +
    `"error_code":null,"source_name":"web","receipt":{},"amount":"${decimal(cents)}","currency":"${currency}",` +
    `"payment_id":"#${order.number}.1","total_unsettled_set":{"presentment_money":{"amount":"0.0","currency":"${currency}"},` +
    `"shop_money":{"amount":"0.0","currency":"${context.store.currency}"}},"manual_payment_gateway":false,` +
    `"amount_rounding":null,"admin_graphql_api_id":${gid('OrderTransaction', transaction.id)}}`
  );
}

/** The body of refunds/create, and each of an order's `refunds`. */
export function refundBody(refund: RefundRecord, order: OrderRecord, context: BodyContext): string {
  const money = context.moneyOf(order);
  const at = context.clock.iso(refund.createdAt);
  const lines = refund.lineItems.map((line) => refundLineItemJson(line, order, money)).join(',');
  const transactions = refund.transactions.map((transaction) => transactionJson(transaction, order, context)).join(',');
  return (
    `{"id":${refund.id},"order_id":${refund.orderId},"created_at":"${at}","note":${quoteOrNull(refund.note)},` +
    `"user_id":548380009,"processed_at":"${at}","duties":[],"total_duties_set":${money.set(0)},"return":null,` +
    `"restock":false,"refund_shipping_lines":[],"admin_graphql_api_id":${gid('Refund', refund.id)},` +
    `"order_adjustments":[],"refund_line_items":[${lines}],"transactions":[${transactions}]}`
  );
}
