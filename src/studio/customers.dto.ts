import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Length } from 'class-validator';
import { CustomerAnswer, CustomersQuery } from '../admin/dto/commerce.dto.js';
import { IfGiven, IsPlainText, Trim } from '../api/fields.js';
import { MARKETING_STATES, type Marketing } from '../commerce/model/customer.entity.js';
import { MessageAnswer } from '../email/ledger/message.dto.js';

export class FindCustomersQuery extends CustomersQuery {
  @IfGiven()
  @Trim()
  @IsPlainText()
  @Length(2, 120)
  @ApiPropertyOptional({ example: 'bob', description: 'A part of the name or of the address; case does not matter' })
  q?: string;
}

class SuppressedAnswer {
  @ApiProperty({ example: 'complaint' })
  readonly reason!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly since!: Date;
}

class ConfirmationAnswer {
  @ApiProperty({ type: String, format: 'date-time' })
  readonly requestedAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly confirmedAt!: Date | null;
}

class ConsentAnswer {
  @ApiProperty({ enum: MARKETING_STATES })
  readonly marketing!: Marketing;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null where the time is unknown' })
  readonly decidedAt!: Date | null;

  @ApiProperty({ type: SuppressedAnswer, nullable: true, description: 'Why the address gets no emails at all' })
  readonly suppressed!: SuppressedAnswer | null;

  @ApiProperty({ type: [ConfirmationAnswer], description: 'When the customer was asked for consent' })
  readonly confirmations!: readonly ConfirmationAnswer[];
}

export class CustomerDetailAnswer extends CustomerAnswer {
  @ApiProperty({ type: ConsentAnswer })
  readonly consent!: ConsentAnswer;
}

export class CustomerEmailAnswer extends MessageAnswer {
  @ApiProperty({ format: 'uuid' })
  readonly executionId!: string;
}
