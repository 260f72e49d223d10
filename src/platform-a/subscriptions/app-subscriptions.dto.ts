import { ApiProperty } from '@nestjs/swagger';
import type {
  AppSubscription,
  SubscriptionDiscount,
  SubscriptionLineItem,
  SubscriptionMoney,
} from './app-subscription.mapper.js';
import type { SubscriptionsView } from './app-subscriptions.service.js';

class MoneyAnswer implements SubscriptionMoney {
  @ApiProperty({ example: '29.0', description: "The platform's decimal string" })
  amount!: string;

  @ApiProperty({ example: 'USD' })
  currency!: string;
}

class DiscountAnswer implements SubscriptionDiscount {
  @ApiProperty({ type: Number, nullable: true, example: 3, description: 'Null: without an end' })
  durationLimitInIntervals!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 1 })
  remainingDurationInIntervals!: number | null;

  @ApiProperty()
  priceAfterDiscount!: MoneyAnswer;

  @ApiProperty({ type: MoneyAnswer, nullable: true, description: 'Either this or the percentage' })
  amount!: MoneyAnswer | null;

  @ApiProperty({ type: Number, nullable: true, example: 0.1, description: '0.1 is ten percent' })
  percentage!: number | null;
}

class LineItemAnswer implements SubscriptionLineItem {
  @ApiProperty({ example: 'gid://shopify/AppSubscriptionLineItem/4019552312?v=1&index=0' })
  id!: string;

  @ApiProperty({ enum: ['recurring', 'usage'] })
  type!: 'recurring' | 'usage';

  @ApiProperty({ type: MoneyAnswer, nullable: true })
  price!: MoneyAnswer | null;

  @ApiProperty({ type: String, nullable: true, enum: ['EVERY_30_DAYS', 'ANNUAL'] })
  interval!: string | null;

  @ApiProperty({ type: DiscountAnswer, nullable: true })
  discount!: DiscountAnswer | null;

  @ApiProperty({ type: MoneyAnswer, nullable: true, description: 'Of usage charges' })
  balanceUsed!: MoneyAnswer | null;

  @ApiProperty({ type: MoneyAnswer, nullable: true })
  cappedAmount!: MoneyAnswer | null;

  @ApiProperty({ type: String, nullable: true, example: '1 USD for 1000 e-mails' })
  terms!: string | null;
}

class SubscriptionAnswer implements AppSubscription {
  @ApiProperty({ example: 'gid://shopify/AppSubscription/4019552312' })
  id!: string;

  @ApiProperty({ example: 'Growth' })
  name!: string;

  @ApiProperty({ example: 'ACTIVE', description: "The platform's word; only ACTIVE counts as active" })
  status!: string;

  @ApiProperty({ example: false, description: 'A test charge: nobody pays' })
  test!: boolean;

  @ApiProperty({ example: 14 })
  trialDays!: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  trialEndsAt!: string | null;

  @ApiProperty({ format: 'date-time' })
  createdAt!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  currentPeriodEnd!: string | null;

  @ApiProperty({ type: [LineItemAnswer] })
  lineItems!: readonly LineItemAnswer[];
}

export class SubscriptionsAnswer implements SubscriptionsView {
  @ApiProperty({ example: 'my-shop.myshopify.com' })
  shop!: string;

  @ApiProperty({ example: true })
  hasActiveSubscription!: boolean;

  @ApiProperty({ type: [SubscriptionAnswer] })
  subscriptions!: readonly SubscriptionAnswer[];

  @ApiProperty({ type: String, format: 'date-time', description: 'When the platform said so' })
  fetchedAt!: Date;

  @ApiProperty({ example: false, description: 'The platform is away: this is its last answer' })
  stale!: boolean;
}
