import type { AdminAppDiscount, AdminAppLineItem, AdminAppSubscription, AdminMoney } from '#libs/platform-a-client';
import type {
  AppSubscription,
  SubscriptionDiscount,
  SubscriptionLineItem,
  SubscriptionMoney,
} from './app-subscriptions.dto.js';

const DAY_MS = 86_400_000;

/** Only ACTIVE counts: a frozen subscription is not paid, and a pending one is not accepted. */
export const hasActive = (subscriptions: readonly Pick<AppSubscription, 'status'>[]): boolean =>
  subscriptions.some(({ status }) => status === 'ACTIVE');

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
