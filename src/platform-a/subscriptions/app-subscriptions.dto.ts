import { ApiProperty } from '@nestjs/swagger';

export class SubscriptionMoney {
  @ApiProperty({ example: '29.0', description: 'The decimal string of the platform, unchanged' })
  amount!: string;

  @ApiProperty({ example: 'USD', description: 'ISO 4217' })
  currency!: string;
}

export class SubscriptionDiscount {
  @ApiProperty({ type: Number, nullable: true, example: 3, description: 'Null: without an end' })
  durationLimitInIntervals!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 1 })
  remainingDurationInIntervals!: number | null;

  @ApiProperty()
  priceAfterDiscount!: SubscriptionMoney;

  @ApiProperty({ type: SubscriptionMoney, nullable: true, description: 'Null where the discount is a percentage' })
  amount!: SubscriptionMoney | null;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.1,
    description: '0.1 is ten percent; null where the discount is an amount',
  })
  percentage!: number | null;
}

export class SubscriptionLineItem {
  @ApiProperty({ example: 'gid://shopify/AppSubscriptionLineItem/4019552312?v=1&index=0' })
  id!: string;

  @ApiProperty({ enum: ['recurring', 'usage'] })
  type!: 'recurring' | 'usage';

  @ApiProperty({ type: SubscriptionMoney, nullable: true })
  price!: SubscriptionMoney | null;

  @ApiProperty({ type: String, nullable: true, enum: ['EVERY_30_DAYS', 'ANNUAL'] })
  interval!: string | null;

  @ApiProperty({ type: SubscriptionDiscount, nullable: true })
  discount!: SubscriptionDiscount | null;

  @ApiProperty({ type: SubscriptionMoney, nullable: true, description: 'For usage charges' })
  balanceUsed!: SubscriptionMoney | null;

  @ApiProperty({ type: SubscriptionMoney, nullable: true })
  cappedAmount!: SubscriptionMoney | null;

  @ApiProperty({ type: String, nullable: true, example: '1 USD for 1000 emails' })
  terms!: string | null;
}

/** A merchant's subscription to the app. Times are ISO 8601 in UTC. */
export class AppSubscription {
  @ApiProperty({ example: 'gid://shopify/AppSubscription/4019552312' })
  id!: string;

  @ApiProperty({ example: 'Growth' })
  name!: string;

  @ApiProperty({
    example: 'ACTIVE',
    description: 'ACTIVE, FROZEN, PENDING, CANCELLED, DECLINED or EXPIRED. Only ACTIVE counts as active',
  })
  status!: string;

  @ApiProperty({ example: false, description: 'A test charge, which nobody pays' })
  test!: boolean;

  @ApiProperty({ example: 14 })
  trialDays!: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null without a trial' })
  trialEndsAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  currentPeriodEnd!: string | null;

  @ApiProperty({ type: [SubscriptionLineItem] })
  lineItems!: readonly SubscriptionLineItem[];
}

export class SubscriptionsAnswer {
  @ApiProperty({ example: 'my-shop.myshopify.com' })
  shop!: string;

  @ApiProperty({ example: true })
  hasActiveSubscription!: boolean;

  @ApiProperty({ type: [AppSubscription] })
  subscriptions!: readonly AppSubscription[];

  @ApiProperty({ type: String, format: 'date-time', description: 'When the platform gave this answer' })
  fetchedAt!: Date;

  @ApiProperty({ example: false, description: 'The platform did not answer now; this is its last answer' })
  stale!: boolean;
}
