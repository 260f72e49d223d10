import { gidOf, utc, utcOrNull } from './graphql/view-helpers.js';
import type { Instant } from '../records/records.js';

export interface SimulatedMoney {
  /** As the platform writes it: `29.0`. */
  readonly amount: string;
  readonly currencyCode: string;
}

export interface SimulatedDiscount {
  readonly durationLimitInIntervals: number | null;
  readonly remainingDurationInIntervals: number | null;
  readonly priceAfterDiscount: SimulatedMoney;
  /** Either `amount` or `percentage` is set. */
  readonly amount?: SimulatedMoney;
  readonly percentage?: number;
}

export interface SimulatedLineItem {
  readonly recurring?: {
    readonly price: SimulatedMoney;
    readonly interval: 'ANNUAL' | 'EVERY_30_DAYS';
    readonly discount?: SimulatedDiscount;
  };
  readonly usage?: {
    readonly balanceUsed: SimulatedMoney;
    readonly cappedAmount: SimulatedMoney;
    readonly terms: string;
  };
}

/** A merchant's subscription to the app. A shop's list is the platform's list, with subscriptions of every status. */
export interface SimulatedAppSubscription {
  readonly id: string;
  readonly name: string;
  readonly status: 'ACTIVE' | 'CANCELLED' | 'DECLINED' | 'EXPIRED' | 'FROZEN' | 'PENDING' | 'ACCEPTED';
  readonly test?: boolean;
  readonly trialDays?: number;
  readonly createdAt: Instant;
  readonly currentPeriodEnd?: Instant;
  readonly lineItems: readonly SimulatedLineItem[];
}

/** The subscription in the form of GraphQL. */
export const appSubscriptionView = (subscription: SimulatedAppSubscription) => ({
  __typename: 'AppSubscription',
  id: gidOf('AppSubscription', subscription.id),
  name: subscription.name,
  test: subscription.test ?? false,
  status: subscription.status,
  trialDays: subscription.trialDays ?? 0,
  createdAt: utc(subscription.createdAt),
  currentPeriodEnd: utcOrNull(subscription.currentPeriodEnd ?? null),
  returnUrl: 'https://app.example/return',
  lineItems: subscription.lineItems.map((item, index) => ({
    id: `${gidOf('AppSubscriptionLineItem', subscription.id)}?v=1&index=${index}`,
    plan: { pricingDetails: pricingOf(item) },
  })),
});

function pricingOf({ recurring, usage }: SimulatedLineItem) {
  if (!recurring) return { __typename: 'AppUsagePricing', interval: 'EVERY_30_DAYS', ...usage };
  const { price, interval, discount } = recurring;
  return { __typename: 'AppRecurringPricing', price, interval, discount: discount ? discountView(discount) : null };
}

const discountView = ({ amount, percentage, ...rest }: SimulatedDiscount) => ({
  ...rest,
  value: amount
    ? { __typename: 'AppSubscriptionDiscountAmount', amount }
    : { __typename: 'AppSubscriptionDiscountPercentage', percentage },
});
