import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IfGiven, IsId } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';

const CUSTOMER_ID = '9b2f6a51-3c0e-5d7a-8e41-6d0c2b9a7f35';

export class AssignmentsQuery extends PageQuery {
  @IfGiven()
  @IsId()
  @ApiPropertyOptional({ format: 'uuid', example: CUSTOMER_ID, description: 'Only the person with this record' })
  customerId?: string;

  @IfGiven()
  @IsIn(['true', 'false'])
  @ApiPropertyOptional({
    enum: ['true', 'false'],
    description: 'Only people who came back in their window, or only those who did not',
  })
  cameBack?: 'true' | 'false';
}

class SpentAnswer {
  @ApiProperty({ example: '59.00', description: 'A decimal' })
  readonly amount!: string;

  @ApiProperty({ type: String, nullable: true, example: 'EUR', description: 'ISO 4217; null while it is unknown' })
  readonly currency!: string | null;
}

/** One person in one experiment. */
export class AssignmentAnswer {
  @ApiProperty({
    format: 'uuid',
    example: CUSTOMER_ID,
    description: 'The record whose id decided. Records with one address are one person',
  })
  readonly customerId!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'bob@example.com',
    description: 'Null once the person is erased',
  })
  readonly email!: string | null;

  @ApiProperty({ example: 2, description: 'The number of the experiment' })
  readonly experiment!: number;

  @ApiProperty({ enum: ['treated', 'holdout'] })
  readonly group!: 'treated' | 'holdout';

  @ApiProperty({
    example: 3_004_129_811,
    description:
      'The first four bytes of HMAC-SHA256 with the salt of the experiment as its key. The person is held back if ' +
      'x times 100 is less than the percent times 2^32',
  })
  readonly x!: number;

  @ApiProperty({ format: 'date-time' })
  readonly assignedAt!: Date;

  @ApiProperty({ format: 'date-time', description: 'Orders of this instant or later do not belong to the person' })
  readonly windowClosesAt!: Date;

  @ApiProperty({ example: false, description: 'Whether the window has closed' })
  readonly closed!: boolean;

  @ApiProperty({ example: true, description: 'Whether a counted order lies in the window' })
  readonly cameBack!: boolean;

  @ApiProperty({ example: 1, description: 'Counted orders in the window' })
  readonly orders!: number;

  @ApiProperty({ description: "Their net sum, without orders in another currency than the store's" })
  readonly revenue!: SpentAnswer;

  @ApiProperty({ description: 'The net spend of the 365 days before the assignment' })
  readonly priorSpend!: SpentAnswer;
}
