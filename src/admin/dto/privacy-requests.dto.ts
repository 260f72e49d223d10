import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  OUTCOMES,
  PRIVACY_KINDS,
  PRIVACY_STATUSES,
  type PrivacyKind,
  type PrivacyOutcome,
  type PrivacyStatus,
  type Receipt,
  type Rescan,
} from '../../privacy/privacy-request.entity.js';
import type { PrivacyRequestView } from '../../privacy/privacy.service.js';
import type { Counts } from '../../personal-data/personal-data.service.js';
import { IfGiven, IsId } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';

const counts = { type: 'object', additionalProperties: { type: 'integer' } } as const;

export class PrivacyRequestsQuery extends PageQuery {
  @IfGiven()
  @IsId()
  @ApiPropertyOptional({ format: 'uuid' })
  retailerId?: string;
}

class RescanAnswer implements Rescan {
  @ApiProperty({ format: 'date-time', example: '2026-11-21T12:00:03.000Z' })
  at!: string;

  @ApiProperty({ example: 17, description: 'Tables that were searched' })
  tables!: number;

  @ApiProperty({ example: 121, description: 'Columns that were searched' })
  columns!: number;

  @ApiProperty({
    ...counts,
    example: {},
    description: 'Rows that still mention the person; a finished request has none',
  })
  found!: Counts;
}

class ReceiptAnswer implements Receipt {
  @ApiProperty({
    enum: OUTCOMES,
    example: 'erased',
    description:
      '`kept`: the store is installed (again). `superseded`: the data was erased before it could be exported',
  })
  outcome!: PrivacyOutcome;

  @ApiProperty({
    ...counts,
    example: { customers: 1, orders: 3, segment_memberships: 2, deliveries: 9 },
    description: 'Rows deleted or emptied, by table',
  })
  removed!: Counts;

  @ApiProperty({ type: RescanAnswer, nullable: true, description: 'Null if there was nothing to remove' })
  rescan!: RescanAnswer | null;
}

export class PrivacyRequestAnswer implements PrivacyRequestView {
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
    format: 'uuid',
    example: '4c6f1e0a-2b5d-5e7f-9a8b-7c6d5e4f3a2b',
    description: 'The delivery that brought the request',
  })
  deliveryId!: string;

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

  @ApiProperty({ type: ReceiptAnswer, nullable: true })
  receipt!: ReceiptAnswer | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'Until when the export can be downloaded; null without an export',
  })
  exportExpiresAt!: Date | null;
}

/** A short export, for the OpenAPI document. */
export const EXPORT_EXAMPLE = {
  generatedAt: '2026-11-21T12:00:02.000Z',
  request: { id: '0c1d7f5e-95b7-5c2b-8d0e-6f1a2b3c4d5e', reference: '9999', customer: '191167', orders: ['299938'] },
  person: { externalIds: ['191167'], emails: ['john@example.com'], phones: ['555-625-1199'] },
  customers: [{ externalId: '191167', email: 'john@example.com', marketing: 'subscribed', ordersCount: 1 }],
  orders: [{ externalId: '299938', total: '120.0000', currency: 'USD', orderedAt: '2026-05-01T14:00:00.000Z' }],
  refunds: [],
  segmentMemberships: [{ segment: 'Loyal', enteredAt: '2026-05-01T14:00:01.000Z', leftAt: null }],
  segmentTransitions: [],
  deliveries: [{ topic: 'orders/create', status: 'processed', receivedAt: '2026-05-01T14:00:00.000Z', content: {} }],
};
