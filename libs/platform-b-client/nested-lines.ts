import { fieldsOf } from './claims.js';
import { decimalText } from './exact-json.js';
import type { WireOrder, WireOrderProduct } from './wire-types.js';

/** The parts of a consignment that have lines. Gift certificates are a list inside `email`. */
const PARTS = ['shipping', 'pickups', 'downloads'] as const;

/**
 * The lines inside an order that was read with `include=consignments.line_items`. Undefined where they are missing, or
 * where they hold fewer pieces than the order says.
 */
export function nestedLines({ consignments, items_total: total }: WireOrder): WireOrderProduct[] | undefined {
  // One consignment is an object in some answers, and a list of one in others.
  const all = Array.isArray(consignments) ? (consignments as unknown[]) : [consignments];
  const lines = all.flatMap((one) => linesOf(one));
  const pieces = lines.reduce((sum, { quantity }) => sum + (typeof quantity === 'number' ? quantity : 0), 0);
  const isWhole = typeof total === 'number' ? pieces >= total : lines.length > 0;
  return isWhole ? lines : undefined;
}

/**
 * The coupon codes that the lines name. Undefined where they don't explain the whole `coupon_discount`, so that a code
 * may be missing.
 */
export function nestedCodes(order: WireOrder, lines: readonly WireOrderProduct[]): string[] | undefined {
  const applied = lines.flatMap(({ applied_discounts: list }) => (Array.isArray(list) ? list : []));
  const coupons = applied.filter(({ code }) => typeof code === 'string' && code !== '');
  const cents = (value: unknown): number => Math.round(Number(decimalText(value) ?? '0') * 100);
  const explained = coupons.reduce((sum, { amount }) => sum + cents(amount), 0);
  return explained === cents(order.coupon_discount) ? coupons.map(({ code }) => code ?? '') : undefined;
}

function linesOf(consignment: unknown): WireOrderProduct[] {
  const fields = fieldsOf(consignment);
  const parts = [...PARTS.map((part) => fields[part]), fieldsOf(fields['email'])['gift_certificates']];
  return parts
    .flatMap((part) => (Array.isArray(part) ? (part as unknown[]) : []))
    .flatMap((one) => {
      const { line_items: lines } = fieldsOf(one);
      return Array.isArray(lines) ? (lines as WireOrderProduct[]) : [];
    });
}
