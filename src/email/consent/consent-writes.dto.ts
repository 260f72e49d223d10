import { ApiProperty } from '@nestjs/swagger';
import { type ConsentWrite, CONSENT_WRITE_STATUSES, type ConsentWriteStatus } from './consent-write.entity.js';

/** A decision that the store does not have yet. */
export class ConsentWriteAnswer {
  @ApiProperty({ example: '5720193', description: "The platform's id of the customer" })
  readonly externalId!: string;

  @ApiProperty({ enum: ['subscribed', 'unsubscribed'] })
  readonly marketing!: ConsentWrite['marketing'];

  @ApiProperty({ type: String, format: 'date-time' })
  readonly decidedAt!: Date;

  @ApiProperty({
    enum: CONSENT_WRITE_STATUSES,
    description: 'scope_missing: the merchant has not granted the scope; tried again each day. failed: given up',
  })
  readonly status!: ConsentWriteStatus;

  @ApiProperty({ example: 2, description: 'Failed attempts' })
  readonly attempts!: number;

  @ApiProperty({ type: String, nullable: true, example: 'the store answered 503' })
  readonly problem!: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null where it is given up' })
  readonly nextAttemptAt!: Date | null;
}

export const consentWriteAnswer = (row: ConsentWrite): ConsentWriteAnswer => {
  const { externalId, marketing, decidedAt, status, attempts, problem, dueAt } = row;
  return {
    externalId,
    marketing,
    decidedAt,
    status,
    attempts,
    problem,
    nextAttemptAt: status === 'failed' ? null : dueAt,
  };
};
