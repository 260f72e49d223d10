import type { AdminMoney } from './admin-types.js';

/** Subscriptions of the merchant to the app, as the Admin API (GraphQL, schema 2026-10) returns them. */
export interface AdminAppSubscription {
  /** `gid://shopify/AppSubscription/<number>`. */
  id: string;
  name: string;
  /** A test charge, for which the merchant pays nothing. */
  test: boolean;
  /** ACTIVE, CANCELLED, DECLINED, EXPIRED, FROZEN, PENDING; ACCEPTED is deprecated. */
  status: string;
  /** Starts at `createdAt`. */
  trialDays: number;
  createdAt: string;
  /** null while it is not active. */
  currentPeriodEnd: string | null;
  lineItems: AdminAppLineItem[];
}

export interface AdminAppLineItem {
  id: string;
  plan: { pricingDetails: AdminRecurringPricing | AdminUsagePricing };
}

export interface AdminRecurringPricing {
  __typename: 'AppRecurringPricing';
  price: AdminMoney;
  /** EVERY_30_DAYS or ANNUAL. */
  interval: string;
  discount: AdminAppDiscount | null;
}

export interface AdminUsagePricing {
  __typename: 'AppUsagePricing';
  balanceUsed: AdminMoney;
  cappedAmount: AdminMoney;
  /** Describes what is charged, in prose. */
  terms: string;
}

export interface AdminAppDiscount {
  /** null where the discount lasts as long as the subscription. */
  durationLimitInIntervals: number | null;
  remainingDurationInIntervals: number | null;
  priceAfterDiscount: AdminMoney;
  value:
    | { __typename: 'AppSubscriptionDiscountAmount'; amount: AdminMoney }
    /** 0.1 is ten percent. */
    | { __typename: 'AppSubscriptionDiscountPercentage'; percentage: number };
}
