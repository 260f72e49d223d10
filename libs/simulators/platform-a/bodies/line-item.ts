import type { LineItemRecord } from '../../records/records.js';
import { decimal, gid, type MoneyWriter, quote, quoteOrNull } from './json.js';

/** A line item; an order's has a few keys more than the copy inside a refund. */
export function lineItemJson(item: LineItemRecord, money: MoneyWriter, insideOrder = true): string {
  const orderKeys = `"attributed_staffs":[],"current_quantity":${item.currentQuantity},"sales_line_item_group_id":null,`;
  return (
    `{"id":${item.id},"admin_graphql_api_id":${gid('LineItem', item.id)},${insideOrder ? orderKeys : ''}` +
    `"fulfillable_quantity":${item.currentQuantity},"fulfillment_service":"manual","fulfillment_status":null,` +
    `"gift_card":false,"grams":100,"name":${quote(item.title)},"price":"${decimal(item.priceCents)}",` +
    `"price_set":${money.set(item.priceCents)},"product_exists":${item.productId !== null},` +
    `"product_id":${item.productId},"properties":[],"quantity":${item.quantity},"requires_shipping":true,` +
    `"sku":${quoteOrNull(item.sku)},"taxable":true,"title":${quote(item.title)},"total_discount":"0.00",` +
    `"total_discount_set":${money.set(0)},"variant_id":${item.variantId},"variant_inventory_management":null,` +
    `"variant_title":null,"vendor":${quoteOrNull(item.vendor)},"tax_lines":[],"duties":[],"discount_allocations":[]}`
  );
}
