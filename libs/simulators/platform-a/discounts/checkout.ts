import { orderRecord } from '../../records/record-factories.js';
import type { AppliedDiscount, OrderRecord } from '../../records/records.js';
import type { SimulatedShop } from '../shop.js';
import { classOf, keyOf, type RedeemCode, type SimulatedDiscount, statusOf } from './discount.js';

export type CodeRefusal =
  | 'not_found'
  | 'inactive'
  | 'minimum_not_reached'
  | 'usage_limit_reached'
  | 'customer_limit_reached'
  | 'not_combinable';

/** An order as the checkout has made it, and the codes that the checkout did not accept. */
export interface Checkout {
  readonly order: OrderRecord;
  readonly refused: readonly { readonly code: string; readonly reason: CodeRefusal }[];
}

interface Accepted {
  readonly typed: string;
  readonly discount: SimulatedDiscount;
  readonly redeemCode: RedeemCode;
}

/**
 * A customer buys with codes. The checkout refuses codes that are unknown, over, used up, below their minimum, or that
 * do not go together with one before. An accepted code counts as used from then on, also if the order is cancelled.
 */
export function checkout(
  { discounts }: SimulatedShop,
  given: Parameters<typeof orderRecord>[0],
  codes: readonly string[],
): Checkout {
  const plain = orderRecord(given);
  const buyer = plain.customer?.id ?? plain.email;
  const goods = plain.lineItems.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const accepted: Accepted[] = [];
  const refused: Checkout['refused'][number][] = [];
  for (const typed of codes) {
    const discount = discounts.ownerOf(typed);
    const redeemCode = discount?.codes.get(keyOf(typed));
    const reason = refusalOf(discount, redeemCode, { at: plain.createdAt, goods, buyer, accepted });
    if (reason === undefined && discount && redeemCode) accepted.push({ typed, discount, redeemCode });
    else refused.push({ code: typed, reason: reason ?? 'not_found' });
  }
  for (const { redeemCode } of accepted) redeemCode.uses.push(buyer);
  return { order: withDiscounts(given, accepted, goods), refused };
}

interface Cart {
  readonly at: number;
  readonly goods: number;
  readonly buyer: string | null;
  readonly accepted: readonly Accepted[];
}

function refusalOf(
  discount: SimulatedDiscount | undefined,
  redeemCode: RedeemCode | undefined,
  { at, goods, buyer, accepted }: Cart,
): CodeRefusal | undefined {
  if (!discount || !redeemCode) return 'not_found';
  if (statusOf(discount, at) !== 'ACTIVE') return 'inactive';
  if (goods < (discount.minimumCents ?? 0)) return 'minimum_not_reached';
  if (redeemCode.uses.length >= (discount.usageLimit ?? Number.POSITIVE_INFINITY)) return 'usage_limit_reached';
  if (discount.oncePerCustomer && buyer !== null && redeemCode.uses.includes(buyer)) return 'customer_limit_reached';
  return accepted.every((other) => goTogether(discount, other.discount)) ? undefined : 'not_combinable';
}

const goTogether = (one: SimulatedDiscount, other: SimulatedDiscount): boolean =>
  one.combinesWith.includes(classOf(other.value)) && other.combinesWith.includes(classOf(one.value));

function withDiscounts(
  given: Parameters<typeof orderRecord>[0],
  accepted: readonly Accepted[],
  goods: number,
): OrderRecord {
  const { shippingCents = 0 } = given;
  const applied = accepted.map(({ typed, discount }) => appliedOf(typed, discount, goods, shippingCents));
  const off = applied.reduce((sum, { type, amountCents }) => sum + (type === 'shipping' ? 0 : amountCents), 0);
  const isShippingFree = applied.some(({ type }) => type === 'shipping');
  return orderRecord({
    ...given,
    discountCents: Math.min(goods, (given.discountCents ?? 0) + off),
    shippingCents: isShippingFree ? 0 : shippingCents,
    discountCodes: [...(given.discountCodes ?? []), ...applied.map(({ code }) => code)],
    appliedDiscounts: [...(given.appliedDiscounts ?? []), ...applied],
  });
}

function appliedOf(code: string, { value }: SimulatedDiscount, goods: number, shipping: number): AppliedDiscount {
  if (value.kind === 'shipping') return { code, type: 'shipping', amountCents: shipping, value: '100.0' };
  if (value.kind === 'fixed_amount') {
    const amountCents = Math.min(goods, value.cents);
    return { code, type: value.kind, amountCents, value: (value.cents / 100).toFixed(2) };
  }
  const share = (value.share * 100).toFixed(1);
  return { code, type: value.kind, amountCents: Math.round(goods * value.share), value: share };
}
