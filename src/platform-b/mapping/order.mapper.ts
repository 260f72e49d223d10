import {
  decimalText,
  orderStatus,
  parsePlatformTime,
  type WireOrder,
  type WireOrderCoupon,
  type WireOrderProduct,
  type WireRefund,
} from '#libs/platform-b-client';
import { type Decimal4, parseDecimal } from '#libs/kernel';
import { Unreadable } from '../../stores/unreadable.js';
import { languageTag } from '../../commerce/model/language-tag.js';
import type { CustomerRecord, OrderRecord, RefundRecord } from '../../commerce/model/records.js';
import { countryOf, emailOf, textOf } from './wire-values.js';

/** An order as the platform shows it now, with its lines, refunds and coupons. */
export interface WholeOrder {
  readonly order: WireOrder;
  readonly lines: readonly WireOrderProduct[];
  readonly refunds: readonly WireRefund[];
  /** Undefined where they were not read. */
  readonly coupons?: readonly WireOrderCoupon[] | undefined;
}

/** The buyer as the order names it: an account of the store, or a guest with or without an email address. */
export type Buyer =
  | { readonly kind: 'account'; readonly customer: CustomerRecord }
  | { readonly kind: 'guest'; readonly email: string | null };

export interface MappedOrder {
  /** The order without its customer. Which customer it belongs to may depend on what else is stored. */
  readonly order: OrderRecord;
  readonly buyer: Buyer;
  /** The names, the country and the email address of the bill. */
  readonly billing: Omit<CustomerRecord, 'externalId'>;
}

/** `external_source` of orders that were migrated from another system. */
const MIGRATED = 'M-MIG';

/**
 * Pure. Throws `Unreadable` for an order that cannot be used.
 * @param storeCurrency the store's currency, for orders that do not name it; null where it is unknown
 */
export function mapOrder(
  { order: wire, lines, refunds, coupons }: WholeOrder,
  storeCurrency: string | null,
): MappedOrder {
  const externalId = String(wire.id);
  const updatedAt = timeOf(wire.date_modified, wire.date_created);
  const billing = billingOf(wire);
  const language = languageTag(wire.customer_locale);
  const order: OrderRecord = {
    externalId,
    ...(language === undefined ? {} : { language }),
    ...currencyOf(wire, storeCurrency),
    total: amountOf(wire.total_inc_tax),
    financialStatus: wire.is_deleted === true ? 'deleted' : financialStatusOf(wire.status_id),
    cancelledAt: null,
    test: false,
    productIds: productIdsOf(lines),
    ...(coupons ? { discountCodes: codesOf(coupons) } : {}),
    billingCountry: billing.country ?? null,
    orderedAt: timeOf(wire.date_created),
    updatedAt,
    triggeredAt: null,
    refunds: refundsOf(refunds, externalId),
    hasAllRefunds: true,
    ...(wire.external_source === MIGRATED ? { imported: true } : {}),
  };
  return { order, buyer: buyerOf(wire, billing), billing };
}

/**
 * Maps a status by its id alone: a store may rename the labels, and `payment_status` is `pending` for some orders that
 * were paid. An undocumented id becomes `held`, which does not count.
 */
export function financialStatusOf(statusId: number): string {
  if (statusId === PARTIALLY_REFUNDED) return 'partially_refunded';
  if (orderStatus(statusId)?.payment === 'paid') return 'paid';
  return UNPAID[statusId] ?? 'held';
}

const PARTIALLY_REFUNDED = 14;
/**
 * An order that awaits payment counts where a store counts unpaid orders. The ids 12 and 13 are missing, because their
 * payment is undecided; they become `held`.
 */
const UNPAID: Readonly<Record<number, string>> = {
  0: 'incomplete',
  1: 'incomplete',
  4: 'refunded',
  5: 'voided',
  6: 'voided',
  7: 'pending',
};

/** The currency that was paid. Other currencies of the order serve display only. */
function currencyOf(
  { default_currency_code: paid, store_default_currency_code: own }: WireOrder,
  storeCurrency: string | null,
): Pick<OrderRecord, 'currency' | 'otherCurrency'> {
  const store = textOf(own) ?? storeCurrency;
  const currency = textOf(paid) ?? store;
  if (!currency) throw new Unreadable('order', 'has no currency');
  return { currency, otherCurrency: store !== null && currency !== store };
}

/**
 * Leaves out custom products, which are in no catalogue, and the parts of a bundle, which are not bought on their own.
 */
function productIdsOf(lines: readonly WireOrderProduct[]): string[] {
  const whole = lines.filter(({ parent_order_product_id: parent }) => parent === null || parent === undefined);
  const ids = whole.map(({ product_id: id }) => String(id ?? 0)).filter((id) => id !== '0');
  return [...new Set(ids)].sort();
}

/**
 * Whether the coupons of the order have to be read: it counts, and money was taken off.
 * @param shipsFree whether the store has offers of ours that leave no discount in the body
 */
export function mayHaveCoupons(order: WireOrder, shipsFree: boolean): boolean {
  const status = financialStatusOf(order.status_id);
  const counts = status === 'paid' || status === 'partially_refunded' || status === 'pending';
  return counts && (shipsFree || isMoney(order.coupon_discount) || isMoney(order.discount_amount));
}

const isMoney = (value: unknown): boolean => /[1-9]/.test(decimalText(value) ?? '');

/** A coupon may have no code. The same coupon may be listed twice. */
function codesOf(coupons: readonly WireOrderCoupon[]): string[] {
  const codes = coupons.map(({ code }) => textOf(code)?.toUpperCase()).filter((code) => code !== undefined);
  return [...new Set(codes)].sort();
}

function refundsOf(refunds: readonly WireRefund[], orderExternalId: string): RefundRecord[] {
  const records = refunds
    .filter((refund) => !isDeclined(refund))
    .map(({ id, total_amount: amount }) => ({ externalId: String(id), orderExternalId, amount: amountOf(amount) }));
  return [...new Map(records.map((record) => [record.externalId, record])).values()];
}

/** Whether all payments of the refund were declined. Where only some were, `total_amount` is the sum of the others. */
const isDeclined = ({ payments }: WireRefund): boolean =>
  Array.isArray(payments) && payments.length > 0 && payments.every(({ is_declined: declined }) => declined === true);

function buyerOf({ customer_id: id }: WireOrder, billing: Omit<CustomerRecord, 'externalId'>): Buyer {
  const externalId = String(id ?? 0);
  if (externalId === '0') return { kind: 'guest', email: billing.email ?? null };
  return { kind: 'account', customer: { ...billing, externalId } };
}

/** The record has no update time, so that a bill completes the record of an account and never replaces its values. */
function billingOf({ billing_address: address }: WireOrder): Omit<CustomerRecord, 'externalId'> {
  const said = <K extends string>(key: K, value: string | null): { [P in K]?: string } =>
    (value === null ? {} : { [key]: value }) as { [P in K]?: string };
  return {
    ...said('email', emailOf(address?.email)),
    ...said('firstName', textOf(address?.first_name)),
    ...said('lastName', textOf(address?.last_name)),
    ...said('country', countryOf(address?.country_iso2)),
    updatedAt: null,
  };
}

function amountOf(value: unknown): Decimal4 {
  const amount = parseDecimal(decimalText(value) ?? '');
  if (amount === undefined) throw new Unreadable('order', 'has no usable amount');
  return amount;
}

function timeOf(...candidates: readonly unknown[]): Date {
  for (const candidate of candidates) {
    const time = parsePlatformTime(candidate);
    if (time) return time;
  }
  throw new Unreadable('order', 'has no usable time');
}
