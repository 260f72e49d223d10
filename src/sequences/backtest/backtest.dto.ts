import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Length } from 'class-validator';
import { FromInstant, IfGiven, IsInstant, IsPlainText, Trim } from '../../api/fields.js';
import { EstimateAnswer } from '../../lift/lift.dto.js';
import { OfferMoneyAnswer } from '../../offers/offer-counts.dto.js';

const CUSTOMER_ID = '5b9a4c3e-6a1f-5d0b-8a53-8f3f1b8d6a02';

export class BacktestBody {
  @FromInstant()
  @IsInstant()
  @ApiProperty({ type: String, format: 'date-time', example: '2025-05-01T00:00:00Z' })
  readonly from!: Date;

  @FromInstant()
  @IsInstant()
  @ApiProperty({
    type: String,
    format: 'date-time',
    example: '2026-05-01T00:00:00Z',
    description: 'Not later than now, and at most 366 days after `from`',
  })
  readonly to!: Date;

  @IfGiven()
  @Trim()
  @Length(1, 120)
  @IsPlainText()
  @ApiPropertyOptional({ example: 'Lapsed', description: 'The name of another segment than that of the sequence' })
  readonly segment?: string;
}

export class BacktestItem {
  @ApiProperty({ format: 'uuid', example: CUSTOMER_ID })
  readonly customerId!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly enteredAt!: Date;

  @ApiProperty({ example: 2, description: 'Emails that would have been due before the customer left the sequence' })
  readonly emails!: number;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Whether the customer ordered within the window; null while the window is open',
  })
  readonly cameBack!: boolean | null;
}

export class BacktestOffers {
  @ApiProperty({
    example: 398,
    description: 'Codes that these customers would have got, at most: steps with a condition count as sent',
  })
  readonly codes!: number;

  @ApiProperty({
    type: OfferMoneyAnswer,
    nullable: true,
    description: 'What the codes cost at most; null where that depends on the orders, and with a shared code',
  })
  readonly maximum!: OfferMoneyAnswer | null;
}

class BacktestCost {
  @ApiProperty({ example: 812, description: 'Emails to customers who may get emails today' })
  readonly emails!: number;

  @ApiProperty({ type: BacktestOffers, nullable: true, description: 'Null for a sequence without an offer' })
  readonly offers!: BacktestOffers | null;
}

/** What a sequence would have done in the past, and what happened without it. */
export class BacktestAnswer {
  @ApiProperty({ type: String, format: 'date-time' })
  readonly from!: Date;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly to!: Date;

  @ApiProperty({ example: 14, description: 'How long after the entry an order counts as coming back' })
  readonly windowDays!: number;

  @ApiProperty({ example: 412, description: 'Entries into the sequence' })
  readonly entries!: number;

  @ApiProperty({ type: [BacktestItem], maxItems: 200, description: 'The first 200 entries, by time' })
  readonly items!: readonly BacktestItem[];

  @ApiProperty({ example: 398, description: 'Entries whose window has closed' })
  readonly closed!: number;

  @ApiProperty({ example: 24, description: 'How many of these came back: at least one counted order in the window' })
  readonly cameBack!: number;

  @ApiProperty({ type: EstimateAnswer, description: 'cameBack / closed with its interval: the rate without emails' })
  readonly baseline!: EstimateAnswer;

  @ApiProperty({ type: BacktestCost })
  readonly cost!: BacktestCost;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 38,
    description: 'Weeks until an experiment proves 50 % more returning customers; null if nobody enters',
  })
  readonly weeksToProof!: number | null;
}
