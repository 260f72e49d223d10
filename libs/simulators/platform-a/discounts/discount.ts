import type { Cents, Instant, PlatformId } from '../../records/records.js';

export type DiscountStatus = 'ACTIVE' | 'EXPIRED' | 'SCHEDULED';
export type DiscountClass = 'order' | 'product' | 'shipping';

/** What a discount gives: a part of the goods, an amount, or the shipping. */
export type DiscountValue =
  | { readonly kind: 'percentage'; readonly share: number }
  | { readonly kind: 'fixed_amount'; readonly cents: Cents }
  | { readonly kind: 'shipping' };

/** What a discount is created with. */
export interface DiscountRules {
  readonly title: string;
  readonly value: DiscountValue;
  readonly startsAt: Instant;
  readonly endsAt: Instant | null;
  /** The least value of the goods. */
  readonly minimumCents: Cents | null;
  /** For each code and not for the discount. */
  readonly usageLimit: number | null;
  readonly oncePerCustomer: boolean;
  /** The classes of discounts that an order may have beside this one. */
  readonly combinesWith: readonly DiscountClass[];
}

export interface RedeemCode {
  readonly id: PlatformId;
  /** In the case in which it was created. */
  readonly code: string;
  /** One entry for each order that has used the code: the customer, or the email address of a guest. */
  readonly uses: (string | null)[];
}

/** A discount of a store with its codes. */
export interface SimulatedDiscount extends DiscountRules {
  readonly id: PlatformId;
  endsAt: Instant | null;
  /** By the code in upper case. */
  readonly codes: Map<string, RedeemCode>;
}

/** The codes that are being created for one discount, and afterwards what became of each. */
export interface BulkCreation {
  readonly id: PlatformId;
  readonly discountId: PlatformId;
  readonly createdAt: Instant;
  /** Infinity for one that never ends. */
  readonly readyAt: Instant;
  readonly codes: readonly string[];
  /** Empty until the creation is done: for each code what was created, or why not. */
  results: readonly { readonly code: string; readonly created?: RedeemCode; readonly problem?: string }[];
  done: boolean;
}

/** The store compares codes without regard to case. */
export const keyOf = (code: string): string => code.trim().toUpperCase();

export const classOf = ({ kind }: DiscountValue): DiscountClass => (kind === 'shipping' ? 'shipping' : 'order');

export function statusOf({ startsAt, endsAt }: Pick<DiscountRules, 'startsAt' | 'endsAt'>, at: Instant) {
  if (endsAt !== null && endsAt <= at) return 'EXPIRED' satisfies DiscountStatus;
  return startsAt > at ? 'SCHEDULED' : ('ACTIVE' satisfies DiscountStatus);
}
