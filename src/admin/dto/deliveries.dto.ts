import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import type { CustomerFactsView, FactsChange } from '../../commerce/queries/fact-trials.service.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from '../../inbox/delivery.entity.js';
import type { DeliveryView } from '../../inbox/delivery-admin.repository.js';
import type { Outcome } from '../../inbox/inbox.repository.js';
import { type Platform, PLATFORMS } from '../../retailers/retailer.entity.js';
import { IfGiven, IsId } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';

const OUTCOMES = ['processed', 'ignored', 'failed', 'pending'];

export class DeliveriesQuery extends PageQuery {
  @IfGiven()
  @IsId()
  @ApiPropertyOptional({ format: 'uuid' })
  retailerId?: string;

  @IfGiven()
  @IsIn(DELIVERY_STATUSES)
  @ApiPropertyOptional({ enum: DELIVERY_STATUSES })
  status?: DeliveryStatus;
}

export class ReplayBody {
  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({ default: false, description: 'Show what would happen and change nothing' })
  dryRun?: boolean;
}

export class DeliveryAnswer implements DeliveryView {
  @ApiProperty({ format: 'uuid', example: '4c6f1e0a-2b5d-5e7f-9a8b-7c6d5e4f3a2b' })
  id!: string;

  @ApiProperty({ format: 'uuid', example: '8a1f0d3e-7b65-5c4d-8e2f-1a0b9c8d7e6f' })
  retailerId!: string;

  @ApiProperty({ enum: [...PLATFORMS] })
  platform!: Platform;

  @ApiProperty({ example: 'orders/create' })
  topic!: string;

  @ApiProperty({ example: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043', description: "The platform's id of the delivery" })
  deliveryId!: string;

  @ApiProperty({ enum: DELIVERY_STATUSES })
  status!: DeliveryStatus;

  @ApiProperty({ example: 1 })
  attempts!: number;

  @ApiProperty({ type: String, format: 'date-time' })
  receivedAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  processedAt!: Date | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why it failed or was ignored' })
  problem!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the body was deleted, because of its age or for privacy. Such a delivery can not be replayed',
  })
  emptiedAt!: Date | null;
}

class TrialOutcome {
  @ApiProperty({ enum: OUTCOMES })
  status!: Outcome['status'];

  @ApiProperty({ type: String, nullable: true })
  problem!: string | null;
}

class FactsAnswer implements CustomerFactsView {
  @ApiProperty({ example: 3 })
  ordersCount!: number;

  @ApiProperty({ example: '123.45' })
  totalSpent!: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  firstOrderAt!: Date | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastOrderAt!: Date | null;
}

class FactsChangeAnswer implements FactsChange {
  @ApiProperty({ format: 'uuid' })
  customerId!: string;

  @ApiProperty({ example: '207119551' })
  externalId!: string;

  @ApiProperty({ type: FactsAnswer, nullable: true, description: 'Null for a customer who is not stored yet' })
  before!: FactsAnswer | null;

  @ApiProperty()
  after!: FactsAnswer;
}

export class ReplayTrialAnswer {
  @ApiProperty({ example: true })
  dryRun!: true;

  @ApiProperty()
  outcome!: TrialOutcome;

  @ApiProperty({ type: [FactsChangeAnswer], description: 'Customers whose facts would change' })
  customers!: readonly FactsChangeAnswer[];
}
