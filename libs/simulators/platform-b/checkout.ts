import type { Cents, OrderRecord } from '../records/records.js';
import type { Json } from './json.js';
import type { Promotion, PromotionBook, PromotionCode } from './promotions.js';

export type CodeRefusal = 'unknown' | 'disabled' | 'not started' | 'expired' | 'used up' | 'below the minimum';

/** The checkout refuses a code. */
export class CodeRefusedError extends Error {
  override readonly name = 'CodeRefusedError';

  constructor(
    readonly code: string,
    readonly reason: CodeRefusal,
  ) {
    super(`The store refuses the code ${code}: ${reason}`);
  }
}

/**
 * The order with the code's discount taken off, as the checkout of the store makes it. A use is counted only when the
 * order is placed.
 * @throws {CodeRefusedError}
 */
export function withCode(book: PromotionBook, order: OrderRecord, text: string): OrderRecord {
  const found = book.byCode(text);
  const reason = found ? refusalOf(found.promotion, found.code, order) : 'unknown';
  if (!found || reason) throw new CodeRefusedError(text, reason ?? 'unknown');
  const { discountCents, shippingCents } = reductionOf(found.promotion, order);
  return {
    ...order,
    discountCents: order.discountCents + discountCents,
    shippingCents: order.shippingCents - shippingCents,
    totalCents: order.totalCents - discountCents - shippingCents,
    discountCodes: [...(order.discountCodes ?? []), text],
  };
}

/** Counts the uses of the order's codes, once for each order. */
export function countUses(book: PromotionBook, { id, discountCodes = [], email }: OrderRecord): void {
  for (const text of discountCodes) {
    const code = book.byCode(text)?.code;
    if (code && !code.uses.some(({ orderId }) => orderId === id)) code.uses.push({ orderId: id, buyer: email });
  }
}

function refusalOf({ fields, codes }: Promotion, code: PromotionCode, order: OrderRecord): CodeRefusal | undefined {
  const { start_date: start, end_date: end, max_uses: all } = fields;
  if (fields['status'] !== 'ENABLED') return 'disabled';
  if (order.createdAt < Date.parse(String(start))) return 'not started';
  if (typeof end === 'string' && order.createdAt > Date.parse(end)) return 'expired';
  const used = [...codes.values()].reduce((sum, { uses }) => sum + uses.length, 0);
  if (typeof all === 'number' && all > 0 && used >= all) return 'used up';
  const byBuyer = code.uses.filter(({ buyer }) => buyer !== null && buyer === order.email).length;
  if (code.max_uses > 0 && code.uses.length >= code.max_uses) return 'used up';
  if (code.max_uses_per_customer > 0 && byBuyer >= code.max_uses_per_customer) return 'used up';
  return subtotalOf(order) < minimumOf(fields) ? 'below the minimum' : undefined;
}

const subtotalOf = ({ lineItems }: OrderRecord): Cents =>
  lineItems.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);

interface Rule {
  readonly action: {
    readonly cart_value?: {
      readonly discount: { readonly percentage_amount?: string; readonly fixed_amount?: string };
    };
    readonly shipping?: object;
  };
  readonly condition?: { readonly cart?: { readonly minimum_spend?: string } };
}

const ruleOf = (fields: Json): Rule => (fields['rules'] as [Rule])[0];
const centsOf = (amount: string): Cents => Math.round(Number(amount) * 100);
const minimumOf = (fields: Json): Cents => centsOf(ruleOf(fields).condition?.cart?.minimum_spend ?? '0');

/** The money off the products, and off the shipping. */
function reductionOf({ fields }: Promotion, order: OrderRecord): { discountCents: Cents; shippingCents: Cents } {
  const { action } = ruleOf(fields);
  if (action.shipping) return { discountCents: 0, shippingCents: order.shippingCents };
  const { percentage_amount: percent, fixed_amount: fixed } = action.cart_value?.discount ?? {};
  const subtotal = subtotalOf(order) - order.discountCents;
  const off = percent === undefined ? centsOf(fixed ?? '0') : Math.round((subtotal * Number(percent)) / 100);
  return { discountCents: Math.min(subtotal, off), shippingCents: 0 };
}
