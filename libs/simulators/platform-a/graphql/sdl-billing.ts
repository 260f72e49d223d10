/** The merchants' subscriptions to the app. */
export const BILLING = `
  enum AppSubscriptionStatus {
    ACTIVE CANCELLED DECLINED EXPIRED FROZEN PENDING
    ACCEPTED @deprecated(reason: "The status of subscriptions is ACTIVE once they are accepted.")
  }
  enum AppPricingInterval { ANNUAL EVERY_30_DAYS }
  type AppSubscription implements Node {
    id: ID!
    name: String!
    test: Boolean!
    status: AppSubscriptionStatus!
    trialDays: Int!
    createdAt: DateTime!
    currentPeriodEnd: DateTime
    returnUrl: URL!
    lineItems: [AppSubscriptionLineItem!]!
  }
  type AppSubscriptionLineItem { id: ID! plan: AppPlanV2! }
  type AppPlanV2 { pricingDetails: AppPricingDetails! }
  union AppPricingDetails = AppRecurringPricing | AppUsagePricing
  type AppRecurringPricing {
    price: MoneyV2!
    interval: AppPricingInterval!
    discount: AppSubscriptionDiscount
    planHandle: String
  }
  type AppUsagePricing { balanceUsed: MoneyV2! cappedAmount: MoneyV2! interval: AppPricingInterval! terms: String! }
  type AppSubscriptionDiscount {
    durationLimitInIntervals: Int
    remainingDurationInIntervals: Int
    priceAfterDiscount: MoneyV2!
    value: AppSubscriptionDiscountValue!
  }
  union AppSubscriptionDiscountValue = AppSubscriptionDiscountAmount | AppSubscriptionDiscountPercentage
  type AppSubscriptionDiscountAmount { amount: MoneyV2! }
  type AppSubscriptionDiscountPercentage { percentage: Float! }
`;
