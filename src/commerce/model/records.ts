import type { Decimal4 } from '#libs/kernel';
import type { Cause } from './causes.js';
import type { Marketing } from './customer.entity.js';

/**
 * What platforms tell us, in our words. A platform's mapper makes these, `CommerceService.apply` writes them; nothing
 * behind this point knows a platform. Absent (`undefined`) means "not said", null means "said to be empty".
 */
export interface CustomerRecord {
  readonly externalId: string;
  readonly email?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  /** ISO 3166 alpha-2 of the default address. */
  readonly country?: string | null;
  /** See `languageTag`. May be no more than the platform's default, so the language of any order beats it. */
  readonly language?: string;
  /** The platform's update time of the customer; null where the body has none: then it only fills gaps. */
  readonly updatedAt: Date | null;
}

export interface ConsentRecord {
  readonly externalId: string;
  readonly email?: string | null;
  readonly marketing: Marketing;
  /** When the customer decided; null: not known, which any known time beats. */
  readonly decidedAt: Date | null;
}

export interface OrderRecord {
  readonly externalId: string;
  /** Undefined for a guest. */
  readonly customer?: CustomerRecord;
  /** The customer's language in the checkout, see `languageTag`. */
  readonly language?: string;
  readonly currency: string;
  /** Paid in another currency than the store's: the order counts, its amount does not. Default: false. */
  readonly otherCurrency?: boolean;
  readonly total: Decimal4;
  /** See `countOrder`; `held` leaves an order that is known as it is. */
  readonly financialStatus: string;
  readonly cancelledAt: Date | null;
  readonly test: boolean;
  /** Brought over from another system: it counts, and must never start a mail. */
  readonly imported?: boolean;
  readonly productIds: readonly string[];
  /** ISO 3166 alpha-2. */
  readonly billingCountry: string | null;
  readonly orderedAt: Date;
  readonly updatedAt: Date;
  /** Breaks ties between bodies with the same update time; null where it can't be trusted. */
  readonly triggeredAt: Date | null;
  readonly refunds: readonly RefundRecord[];
  /** The refunds are all that the order has now, and take the place of those that are known. Default: false. */
  readonly hasAllRefunds?: boolean;
}

/**
 * How far an amount of a refund can be relied on, from the least to the most. What goes back only ever comes further, so
 * a body that says more is the later one, whenever it arrives:
 * - `unknown`: money has gone back, and the body does not say how much in the store's currency; the amount is 0
 * - `under_way`: transactions are still pending; the amount is what has succeeded
 * - `estimated`: all has gone back; the amount is what the refund says of its parts, not of its transactions
 * - `told`: all has gone back; the amount is that of the transactions
 * - `read`: the same, read from the platform
 */
export const REFUND_SOURCES = ['unknown', 'under_way', 'estimated', 'told', 'read'] as const;
export type RefundSource = (typeof REFUND_SOURCES)[number];

export interface RefundRecord {
  readonly externalId: string;
  readonly orderExternalId: string;
  /** Sum of the successful transactions, in the store's currency. */
  readonly amount: Decimal4;
  /** Default: `told`. */
  readonly source?: RefundSource;
  /** Of what was read: the update time of its order. */
  readonly asOf?: Date | null;
  /** Some body did not say the amount, and nothing that can be relied on has said it since. */
  readonly readOwed?: boolean;
}

export interface ProductRecord {
  readonly externalId: string;
  readonly title: string;
  readonly handle: string | null;
  /** Of its page below the store's address, such as /products/mug; null where it has none. */
  readonly pagePath: string | null;
  readonly status: string;
  readonly imageUrl: string | null;
  readonly price: Decimal4 | null;
  readonly updatedAt: Date;
}

export type CommerceRecord =
  | { readonly kind: 'customer'; readonly customer: CustomerRecord }
  | { readonly kind: 'consent'; readonly consent: ConsentRecord }
  | { readonly kind: 'order'; readonly order: OrderRecord }
  /** The platform has the order no more. Nothing where we never had it. */
  | { readonly kind: 'order-gone'; readonly externalId: string }
  | { readonly kind: 'refund'; readonly refund: RefundRecord }
  | { readonly kind: 'product'; readonly product: ProductRecord };

/** A record and what brought it. */
export interface CommerceCommand {
  readonly record: CommerceRecord;
  readonly cause: Cause;
}
