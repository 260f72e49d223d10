import type { AdminAppDiscount, AdminAppLineItem, AdminAppSubscription, AdminMoney } from '#libs/platform-a-client';

/** The amount is the platform's decimal string, untouched. */
export interface SubscriptionMoney {
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

export interface SubscriptionDiscount {
  /** null: without an end. */
  readonly durationLimitInIntervals: number | null;
  readonly remainingDurationInIntervals: number | null;
  readonly priceAfterDiscount: SubscriptionMoney;
  /** Either the amount or the percentage (0.1 is ten percent), the other is null. */
  readonly amount: SubscriptionMoney | null;
  readonly percentage: number | null;
}

export interface SubscriptionLineItem {
  readonly id: string;
  readonly type: 'recurring' | 'usage';
  readonly price: SubscriptionMoney | null;
  /** EVERY_30_DAYS or ANNUAL. */
  readonly interval: string | null;
  readonly discount: SubscriptionDiscount | null;
  readonly balanceUsed: SubscriptionMoney | null;
  readonly cappedAmount: SubscriptionMoney | null;
  readonly terms: string | null;
}

/** A merchant's subscription to the app. Times are ISO 8601 in UTC. */
export interface AppSubscription {
  readonly id: string;
  readonly name: string;
  /** The platform's word: ACTIVE, FROZEN, PENDING, CANCELLED, DECLINED, EXPIRED. */
  readonly status: string;
  /** A test charge: nobody pays. */
  readonly test: boolean;
  readonly trialDays: number;
  /** null without a trial. */
  readonly trialEndsAt: string | null;
  readonly createdAt: string;
  readonly currentPeriodEnd: string | null;
  readonly lineItems: readonly SubscriptionLineItem[];
}

const DAY_MS = 86_400_000;

/** Only ACTIVE is: a frozen one is not paid, a pending one not accepted. */
export const hasActive = (subscriptions: readonly Pick<AppSubscription, 'status'>[]): boolean =>
  subscriptions.some(({ status }) => status === 'ACTIVE');

/** The platform's subscription in our words. Pure. */
export function mapAppSubscription(wire: AdminAppSubscription): AppSubscription {
  const { id, name, status, test, trialDays, createdAt, currentPeriodEnd, lineItems } = wire;
  const created = new Date(createdAt);
  return {
    id,
    name,
    status,
    test,
    trialDays,
    trialEndsAt: trialDays > 0 ? new Date(created.getTime() + trialDays * DAY_MS).toISOString() : null,
    createdAt: created.toISOString(),
    currentPeriodEnd: currentPeriodEnd === null ? null : new Date(currentPeriodEnd).toISOString(),
    lineItems: lineItems.map(lineItemOf),
  };
}

function lineItemOf({ id, plan: { pricingDetails: pricing } }: AdminAppLineItem): SubscriptionLineItem {
  const nothing = { price: null, interval: null, discount: null, balanceUsed: null, cappedAmount: null, terms: null };
  if (pricing.__typename === 'AppUsagePricing') {
    const { balanceUsed, cappedAmount, terms } = pricing;
    return {
      id,
      type: 'usage',
      ...nothing,
      balanceUsed: moneyOf(balanceUsed),
      cappedAmount: moneyOf(cappedAmount),
      terms,
    };
  }
  const { price, interval, discount } = pricing;
  return {
    id,
    type: 'recurring',
    ...nothing,
    price: moneyOf(price),
    interval,
    discount: discount ? discountOf(discount) : null,
  };
}

const discountOf = (discount: AdminAppDiscount): SubscriptionDiscount => ({
  durationLimitInIntervals: discount.durationLimitInIntervals,
  remainingDurationInIntervals: discount.remainingDurationInIntervals,
  priceAfterDiscount: moneyOf(discount.priceAfterDiscount),
  amount: 'amount' in discount.value ? moneyOf(discount.value.amount) : null,
  percentage: 'percentage' in discount.value ? discount.value.percentage : null,
});

const moneyOf = ({ amount, currencyCode }: AdminMoney): SubscriptionMoney => ({ amount, currency: currencyCode });
