import { ApiProperty } from '@nestjs/swagger';
import { PRIVACY_KINDS, PRIVACY_STATUSES, type PrivacyKind, type PrivacyStatus } from './privacy-request.entity.js';
import { Receipt } from './receipt.dto.js';

/** A request as admins see it. */
export class PrivacyRequestAnswer {
  @ApiProperty({ format: 'uuid', example: '0c1d7f5e-95b7-5c2b-8d0e-6f1a2b3c4d5e' })
  id!: string;

  @ApiProperty({ format: 'uuid', example: '8a1f0d3e-7b65-5c4d-8e2f-1a0b9c8d7e6f' })
  retailerId!: string;

  @ApiProperty({ enum: PRIVACY_KINDS, example: 'customer_redact' })
  kind!: PrivacyKind;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: "The platform's id of the customer; null for a request about a store, and after the person is erased",
  })
  customerExternalId!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null, description: "The platform's own id of the request" })
  reference!: string | null;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: '4c6f1e0a-2b5d-5e7f-9a8b-7c6d5e4f3a2b',
    description: 'The delivery that brought the request; null where an owner or an operator made it here',
  })
  deliveryId!: string | null;

  @ApiProperty({ enum: PRIVACY_STATUSES, example: 'done' })
  status!: PrivacyStatus;

  @ApiProperty({ example: 1 })
  attempts!: number;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'Why the last attempt failed' })
  problem!: string | null;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-21T12:00:00.000Z' })
  receivedAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T12:00:03.000Z' })
  finishedAt!: Date | null;

  @ApiProperty({ type: Receipt, nullable: true })
  receipt!: Receipt | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'Until when the export can be downloaded; null without an export',
  })
  exportExpiresAt!: Date | null;
}
