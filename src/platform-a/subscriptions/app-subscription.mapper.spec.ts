import type { AdminAppSubscription } from '#libs/platform-a-client';
import { describe, expect, it } from 'vitest';
import { hasActive, mapAppSubscription } from './app-subscription.mapper.js';

const wire: AdminAppSubscription = {
  id: 'gid://shopify/AppSubscription/4019552312',
  name: 'Growth',
  test: true,
  status: 'ACTIVE',
  trialDays: 14,
  createdAt: '2026-11-01T10:00:00Z',
  currentPeriodEnd: null,
  lineItems: [],
};
const usd = (amount: string) => ({ amount, currencyCode: 'USD' });

describe('mapAppSubscription', () => {
  it('counts the trial from the creation', () => {
    expect(mapAppSubscription(wire)).toEqual({
      ...wire,
      createdAt: '2026-11-01T10:00:00.000Z',
      trialEndsAt: '2026-11-15T10:00:00.000Z',
    });
    expect(mapAppSubscription({ ...wire, trialDays: 0 }).trialEndsAt).toBeNull();
  });

  it('leaves amounts the strings that they were', () => {
    const discount = {
      durationLimitInIntervals: 3,
      remainingDurationInIntervals: 1,
      priceAfterDiscount: usd('26.1'),
      value: { __typename: 'AppSubscriptionDiscountPercentage' as const, percentage: 0.1 },
    };
    const [recurring, usage] = mapAppSubscription({
      ...wire,
      lineItems: [
        {
          id: '1',
          plan: {
            pricingDetails: {
              __typename: 'AppRecurringPricing',
              price: usd('29.0'),
              interval: 'EVERY_30_DAYS',
              discount,
            },
          },
        },
        {
          id: '2',
          plan: {
            pricingDetails: {
              __typename: 'AppUsagePricing',
              balanceUsed: usd('0.0000000000000001'),
              cappedAmount: usd('100.00'),
              terms: '1 USD for 1000 emails',
            },
          },
        },
      ],
    }).lineItems;
    const money = (amount: string) => ({ amount, currency: 'USD' });
    expect(recurring).toEqual({
      id: '1',
      type: 'recurring',
      price: money('29.0'),
      interval: 'EVERY_30_DAYS',
      discount: {
        durationLimitInIntervals: 3,
        remainingDurationInIntervals: 1,
        priceAfterDiscount: money('26.1'),
        amount: null,
        percentage: 0.1,
      },
      balanceUsed: null,
      cappedAmount: null,
      terms: null,
    });
    expect(usage).toEqual({
      id: '2',
      type: 'usage',
      price: null,
      interval: null,
      discount: null,
      balanceUsed: money('0.0000000000000001'),
      cappedAmount: money('100.00'),
      terms: '1 USD for 1000 emails',
    });
  });
});

describe('hasActive', () => {
  it.each([
    [['ACTIVE'], true],
    [['FROZEN', 'ACTIVE'], true],
    [['FROZEN'], false],
    [['PENDING', 'ACCEPTED', 'CANCELLED', 'DECLINED', 'EXPIRED'], false],
    [[], false],
  ])('of %j is %j', (statuses, active) => {
    expect(hasActive(statuses.map((status) => ({ status })))).toBe(active);
  });
});
