import { ApiProperty } from '@nestjs/swagger';
import { PROBLEM_PARTS, type ProblemPartsAnswer } from '#libs/kernel';
import { type Platform, PLATFORMS } from '../retailers/retailer.entity.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './delivery.entity.js';

/** A delivery without its body. After `emptiedAt` there is nothing to replay. */
export class DeliveryAnswer {
  @ApiProperty({ format: 'uuid', example: '4c6f1e0a-2b5d-5e7f-9a8b-7c6d5e4f3a2b' })
  readonly id!: string;

  @ApiProperty({ format: 'uuid', example: '8a1f0d3e-7b65-5c4d-8e2f-1a0b9c8d7e6f' })
  readonly retailerId!: string;

  @ApiProperty({ enum: [...PLATFORMS] })
  readonly platform!: Platform;

  @ApiProperty({ example: 'orders/create' })
  readonly topic!: string;

  @ApiProperty({ example: 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043', description: "The platform's id of the delivery" })
  readonly deliveryId!: string;

  @ApiProperty({ enum: DELIVERY_STATUSES })
  readonly status!: DeliveryStatus;

  @ApiProperty({ example: 1 })
  readonly attempts!: number;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly receivedAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly processedAt!: Date | null;

  @ApiProperty({ type: String, nullable: true, description: 'Why it failed or was ignored' })
  readonly problem!: string | null;

  @ApiProperty(PROBLEM_PARTS)
  readonly problemParts!: ProblemPartsAnswer | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the body was deleted, because of its age or for privacy. Such a delivery can not be replayed',
  })
  readonly emptiedAt!: Date | null;
}

export class InboxAnswer {
  @ApiProperty({ example: 0 })
  readonly pending!: number;

  @ApiProperty({ example: 0 })
  readonly failed!: number;

  @ApiProperty({ example: 0 })
  readonly oldestPendingSeconds!: number;
}
