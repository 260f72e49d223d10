import type { Decimal4 } from '#libs/kernel';
import type { Cause } from './causes.js';
import type { Marketing } from './customer.entity.js';

/**
 * Records of platforms in our words. The mapper of a platform makes them and `CommerceService.apply` writes them; code
 * behind this point knows no platform. `undefined` means that the body does not say; null means that the body says
 * "empty".
 */
export interface CustomerRecord {
  readonly externalId: string;
  readonly email?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  /** ISO 3166 alpha-2 of the default address. */
  readonly country?: string | null;
  /** See `languageTag`. This language may be just the platform's default, so the language of any order beats it. */
  readonly language?: string;
  /** The platform's update time; null where the body has none. A record without it changes only a stub. */
  readonly updatedAt: Date | null;
}

export interface ConsentRecord {
  readonly externalId: string;
  readonly email?: string | null;
  readonly marketing: Marketing;
  /**
   * When the customer decided; null where that is unknown. A decision with a known time beats a decision without one.
   */
  readonly decidedAt: Date | null;
}

export interface OrderRecord {
  readonly externalId: string;
  /** Undefined for an order without a customer account. */
  readonly customer?: CustomerRecord;
  /** The platform's id of a customer that the store has deleted. Only the intake sets it. */
  readonly goneCustomer?: string;
  /** The language of the checkout, see `languageTag`. */
  readonly language?: string;
  readonly currency: string;
  /** Paid in another currency than the store's: the order counts, its amount does not. Default: false. */
  readonly otherCurrency?: boolean;
  readonly total: Decimal4;
  /** See `countOrder`. A body with `held` does not change a stored order. */
  readonly financialStatus: string;
  readonly cancelledAt: Date | null;
  readonly test: boolean;
  /** Imported from another system: the order counts, and must start no email. */
  readonly imported?: boolean;
  readonly productIds: readonly string[];
  /** The discount codes that the order carries, in any case. Undefined where the body does not say. */
  readonly discountCodes?: readonly string[];
  /** ISO 3166 alpha-2. */
  readonly billingCountry: string | null;
  readonly orderedAt: Date;
  readonly updatedAt: Date;
  /** Breaks ties between bodies with the same update time; null where it is not reliable. */
  readonly triggeredAt: Date | null;
  readonly refunds: readonly RefundRecord[];
  /** Whether `refunds` has all refunds of the order and replaces the stored ones. Default: false. */
  readonly hasAllRefunds?: boolean;
}

/**
 * How reliable the amount of a refund is, from the least to the most reliable. A refund only ever moves on in this
 * list, so a body with a more reliable amount is the later one, whenever it arrives:
 * - `unknown`: money was refunded, and the body does not give the amount in the store's currency; the amount is 0
 * - `under_way`: transactions are still pending; the amount is the sum of the successful ones
 * - `estimated`: the refund is complete; the amount is the sum of its parts, not of its transactions
 * - `told`: the refund is complete; the amount is the sum of its transactions
 * - `read`: as `told`, read from the platform
 */
export const REFUND_SOURCES = ['unknown', 'under_way', 'estimated', 'told', 'read'] as const;
export type RefundSource = (typeof REFUND_SOURCES)[number];

export interface RefundRecord {
  readonly externalId: string;
  readonly orderExternalId: string;
  /**
   * The refunded amount in the store's currency. `source` says how it was obtained: usually the sum of the successful
   * transactions.
   */
  readonly amount: Decimal4;
  /** Default: `told`. */
  readonly source?: RefundSource;
  /** The update time of the order that the amount was read from. */
  readonly asOf?: Date | null;
  /** A body did not give the amount, and no reliable amount has arrived since. */
  readonly readOwed?: boolean;
}

export interface ProductRecord {
  readonly externalId: string;
  readonly title: string;
  readonly handle: string | null;
  /** The path of its page on the store, such as /products/mug; null for a product without a page. */
  readonly pagePath: string | null;
  readonly status: string;
  readonly imageUrl: string | null;
  /** What a customer pays for it. */
  readonly price: Decimal4 | null;
  /** The price that the store shows struck through beside `price`; null if it shows none. */
  readonly compareAtPrice: Decimal4 | null;
  /** Whether it can be bought; null where the body does not say. */
  readonly available: boolean | null;
  /**
   * Whether `available: false` holds. It does not where the store does not count the stock, which then stays 0.
   * Undefined where the body does not say, as webhook bodies of platform A.
   */
  readonly tracksStock?: boolean;
  /** When the store first showed it; null where that is unknown, or if the store has not shown it yet. */
  readonly publishedAt: Date | null;
  readonly updatedAt: Date;
}

/** What the platform has removed for good: its ids never come back, so a late body of it changes nothing. */
export type GoneRecord =
  | { readonly kind: 'order-deleted'; readonly externalId: string }
  | { readonly kind: 'customer-deleted'; readonly externalId: string }
  | { readonly kind: 'customer-merged'; readonly merge: CustomerMerge };

export interface CustomerMerge {
  readonly externalId: string;
  /** The customer who has remained. A later merge may end this customer too. */
  readonly keptExternalId: string;
  readonly at: Date;
}

/** What all ids of one customer say together. Only the intake makes it; it replaces what is stored. */
export interface SettledCustomer extends Required<Pick<ConsentRecord, 'externalId' | 'marketing' | 'decidedAt'>> {
  /** For a customer without a record of their own. */
  readonly email: string | null;
  /** The language of the latest order of a former id; null without one. */
  readonly language: { readonly tag: string; readonly saidAt: Date } | null;
}

export type CommerceRecord =
  | { readonly kind: 'customer'; readonly customer: CustomerRecord }
  | { readonly kind: 'consent'; readonly consent: ConsentRecord }
  | { readonly kind: 'order'; readonly order: OrderRecord }
  /** The platform has deleted the order. Without effect on an order that is not stored. */
  | { readonly kind: 'order-gone'; readonly externalId: string }
  | GoneRecord
  | { readonly kind: 'settled'; readonly settled: SettledCustomer }
  | { readonly kind: 'refund'; readonly refund: RefundRecord }
  | { readonly kind: 'product'; readonly product: ProductRecord };

/** A record with its cause. */
export interface CommerceCommand {
  readonly record: CommerceRecord;
  readonly cause: Cause;
}
