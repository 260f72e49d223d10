/**
 * The records of a simulated store. GraphQL answers and webhook bodies are both made from them, so a backfill and the
 * deliveries agree. Records are snapshots: a change makes a new one, and an event keeps its own.
 */

/** A platform id in decimal digits. Text, because ids of 64 bits don't fit a JavaScript number. */
export type PlatformId = string;

/** Money in hundredths of the store's currency. */
export type Cents = number;

/** Milliseconds since the epoch; the wire shows whole seconds. */
export type Instant = number;

export type FinancialStatus =
  'pending' | 'authorized' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'voided';
export type CancelReason = 'customer' | 'fraud' | 'inventory' | 'declined' | 'other' | 'staff';
export type MarketingState = 'not_subscribed' | 'pending' | 'subscribed' | 'unsubscribed';

export interface StoreProfile {
  readonly domain: string;
  readonly name: string;
  readonly currency: string;
  readonly ianaTimezone: string;
  /** The email address of the owner. */
  readonly email: string;
  readonly id: PlatformId;
}

export interface AddressRecord {
  readonly address1: string;
  readonly city: string;
  readonly province: string | null;
  readonly provinceCode: string | null;
  readonly country: string;
  readonly countryCode: string;
  readonly zip: string;
}

export interface MarketingConsent {
  readonly state: MarketingState;
  readonly optInLevel: 'single_opt_in' | 'confirmed_opt_in' | 'unknown' | null;
  readonly updatedAt: Instant | null;
}

export interface CustomerRecord {
  readonly id: PlatformId;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly consent: MarketingConsent;
  readonly address: AddressRecord | null;
  readonly locale: string;
}

/** The merge of two customers. A merge that failed changes nothing. */
export interface CustomerMerge {
  readonly keptId: PlatformId;
  readonly deletedId: PlatformId;
  readonly status: 'completed' | 'failed';
}

export interface VariantRecord {
  readonly id: PlatformId;
  readonly title: string;
  readonly sku: string | null;
  readonly priceCents: Cents;
  /** The price before a reduction, which the store shows struck through. */
  readonly compareAtCents?: Cents | undefined;
  /** null: the store does not count the stock. */
  readonly inventoryQuantity: number | null;
}

export interface ProductRecord {
  readonly id: PlatformId;
  readonly title: string;
  readonly handle: string;
  readonly vendor: string;
  readonly productType: string;
  readonly status: 'active' | 'archived' | 'draft';
  readonly tags: readonly string[];
  readonly imageUrl: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly variants: readonly VariantRecord[];
}

export interface LineItemRecord {
  readonly id: PlatformId;
  /** null: a custom item, which belongs to no product. */
  readonly productId: PlatformId | null;
  readonly variantId: PlatformId | null;
  readonly title: string;
  readonly sku: string | null;
  readonly vendor: string | null;
  readonly quantity: number;
  /** The quantity after removals and refunds. */
  readonly currentQuantity: number;
  /** The price of one piece. */
  readonly priceCents: Cents;
}

export interface RefundTransactionRecord {
  readonly id: PlatformId;
  readonly kind: 'refund' | 'void';
  readonly status: 'success' | 'pending' | 'failure' | 'error';
  readonly amountCents: Cents;
  readonly createdAt: Instant;
}

export interface RefundLineItemRecord {
  readonly id: PlatformId;
  readonly lineItemId: PlatformId;
  readonly quantity: number;
  readonly subtotalCents: Cents;
}

export interface RefundRecord {
  readonly id: PlatformId;
  readonly orderId: PlatformId;
  readonly createdAt: Instant;
  readonly note: string | null;
  readonly lineItems: readonly RefundLineItemRecord[];
  readonly transactions: readonly RefundTransactionRecord[];
}

/** A discount of an order with its code. */
export interface AppliedDiscount {
  /** As the buyer entered it. */
  readonly code: string;
  readonly type: 'percentage' | 'fixed_amount' | 'shipping';
  readonly amountCents: Cents;
  /** A percentage such as `10.0`, or an amount. */
  readonly value: string;
  /** The platform lists some codes without an application of their own, as a discount that the merchant entered. */
  readonly isListedAsManual?: boolean;
}

export interface OrderRecord {
  readonly id: PlatformId;
  /** Counts up from 1001; the name is `#1001`. */
  readonly number: number;
  /** null: a guest order. */
  readonly customer: CustomerRecord | null;
  /** The language of the checkout. */
  readonly customerLocale: string | null;
  /** null and `''` both occur on the wire for orders without an address. */
  readonly email: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly processedAt: Instant;
  readonly cancelledAt: Instant | null;
  readonly cancelReason: CancelReason | null;
  readonly financialStatus: FinancialStatus;
  readonly fulfillmentStatus: 'partial' | 'fulfilled' | null;
  readonly test: boolean;
  readonly sourceName: string;
  readonly buyerAcceptsMarketing: boolean;
  /** The currency that the buyer saw. `rate` is its amount for one unit of the store's currency. */
  readonly presentment: { readonly currency: string; readonly rate: number } | null;
  readonly lineItems: readonly LineItemRecord[];
  readonly discountCents: Cents;
  /** As the buyer entered them. Default: none. */
  readonly discountCodes?: readonly string[];
  /** What each code took off. Default: the codes share the discount as parts of the goods. */
  readonly appliedDiscounts?: readonly AppliedDiscount[];
  readonly shippingCents: Cents;
  readonly taxCents: Cents;
  /** Line items less discount, plus shipping and tax. */
  readonly totalCents: Cents;
  readonly address: AddressRecord | null;
  readonly refunds: readonly RefundRecord[];
}
