import { ApiProperty, ApiPropertyOptional, IntersectionType } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IfGiven, IsId } from '../api/fields.js';
import { PageQuery } from '../api/page.dto.js';
import { LAPSED_GROUPS, type LapsedGroup, type RfmCell } from '../email/decision/lapsed-customers.queries.js';
import { CustomersLiftAnswer, RevenueLiftAnswer } from '../lift/lift.dto.js';
import { OfferMoneyAnswer } from '../offers/offer-counts.dto.js';
import { BackfillAnswer } from '../retailers/backfill.dto.js';

export class HomeQuery {
  @IfGiven()
  @IsId()
  @ApiPropertyOptional({ format: 'uuid', description: 'Default: the first brand of the store' })
  brandId?: string;
}

export class LapsedPeopleQuery extends IntersectionType(PageQuery, HomeQuery) {
  @IsIn(LAPSED_GROUPS)
  @ApiProperty({
    enum: LAPSED_GROUPS,
    description: 'All lapsed customers, those who may be emailed, or the first of these',
  })
  group!: LapsedGroup;
}

/** One of the lapsed customers. */
export class LapsedPersonAnswer {
  @ApiProperty({ format: 'uuid' })
  readonly customerId!: string;

  @ApiProperty({ type: String, nullable: true, example: 'bob@example.com' })
  readonly email!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Bob' })
  readonly firstName!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Baker' })
  readonly lastName!: string | null;

  @ApiProperty({ type: 'integer', example: 3 })
  readonly orders!: number;

  @ApiProperty({ type: OfferMoneyAnswer })
  readonly spent!: OfferMoneyAnswer;

  @ApiProperty({ format: 'date-time' })
  readonly lastOrderAt!: Date;
}

class PeopleAnswer {
  @ApiProperty({ example: 1_624 })
  readonly customers!: number;

  @ApiProperty({ type: OfferMoneyAnswer, description: 'What they have spent' })
  readonly spent!: OfferMoneyAnswer;
}

class FoundPeopleAnswer extends PeopleAnswer {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The criteria that find them. They can not leave out addresses that bounced or complained',
  })
  readonly criteria!: Readonly<Record<string, unknown>>;
}

class LapsedAnswer extends PeopleAnswer {
  @ApiProperty({ example: 90 })
  readonly days!: number;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The criteria that find them' })
  readonly criteria!: Readonly<Record<string, unknown>>;

  @ApiProperty({ type: FoundPeopleAnswer, description: 'Those who may be emailed' })
  readonly mailable!: FoundPeopleAnswer;

  @ApiProperty({
    type: FoundPeopleAnswer,
    description:
      'Those to write to first: they may be emailed, ordered more than once, and are in the best two fifths by what they spent',
  })
  readonly first!: FoundPeopleAnswer;
}

class RfmCellAnswer implements RfmCell {
  @ApiProperty({ example: 1, description: '5 is the best fifth' })
  readonly recency!: number;

  @ApiProperty({ example: 5 })
  readonly frequency!: number;

  @ApiProperty({ example: 120 })
  readonly customers!: number;

  @ApiProperty({ example: '21400.00' })
  readonly spent!: string;

  @ApiProperty({ example: 118 })
  readonly lapsed!: number;

  @ApiProperty({ example: '21000.00' })
  readonly lapsedSpent!: string;

  @ApiProperty({ example: 60 })
  readonly mailable!: number;

  @ApiProperty({ example: '12000.00' })
  readonly mailableSpent!: string;

  @ApiProperty({ example: 22 })
  readonly first!: number;

  @ApiProperty({ example: '9000.00' })
  readonly firstSpent!: string;
}

class WonBackSequenceAnswer {
  @ApiProperty()
  readonly id!: string;

  @ApiProperty()
  readonly name!: string;
}

export class WonBackAnswer {
  @ApiProperty({
    type: WonBackSequenceAnswer,
    nullable: true,
    description: 'The sequence that the figures are about; null where they are about all sequences of the brand',
  })
  readonly sequence!: WonBackSequenceAnswer | null;

  @ApiProperty({ type: [String], description: 'In the language of Accept-Language' })
  readonly sentences!: readonly string[];

  @ApiProperty({ type: CustomersLiftAnswer })
  readonly customers!: CustomersLiftAnswer;

  @ApiProperty({ type: RevenueLiftAnswer, description: 'With its interval' })
  readonly revenue!: RevenueLiftAnswer;

  @ApiProperty({ description: 'The interval over time, as SVG' })
  readonly chart!: string;
}

const WAITING = ['image', 'paused_sequence', 'automatic_sequence', 'plan'] as const;
export type WaitingKind = (typeof WAITING)[number];

export class WaitingAnswer {
  @ApiProperty({ enum: WAITING })
  readonly kind!: WaitingKind;

  @ApiProperty({ example: 3, description: 'How many of this kind wait' })
  readonly count!: number;

  @ApiProperty({ type: [String], description: 'Up to ten of their ids' })
  readonly ids!: readonly string[];
}

const TROUBLES = [
  'needs_reauth',
  'missing_scopes',
  'webhooks_refused',
  'sender_incomplete',
  'sender_not_ready',
  'deliveries_failed',
] as const;
export type Trouble = (typeof TROUBLES)[number];

export class TroubleAnswer {
  @ApiProperty({ enum: TROUBLES })
  readonly code!: Trouble;

  @ApiProperty({
    type: [String],
    description: 'Scopes, topics, pointers into the brand, failed checks of the sender, or a count',
  })
  readonly about!: readonly string[];

  @ApiProperty({ example: 'Open the app from the admin of the store and accept its permissions.' })
  readonly mend!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Where the merchant grants access again, in a window without a frame; null where only the platform leads there',
  })
  readonly grantUrl!: string | null;
}

class ReadingAnswer {
  @ApiProperty({ example: 'orders' })
  readonly resource!: string;

  @ApiProperty({ example: 4_200 })
  readonly records!: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null while it goes on' })
  readonly finishedAt!: Date | null;
}

/** What the page can show at once, also in a store of a million customers. */
export class HomeStatusAnswer {
  @ApiProperty({ format: 'uuid' })
  readonly brandId!: string;

  @ApiProperty({ type: WonBackAnswer, nullable: true, description: 'Null where nobody was ever held back' })
  readonly wonBack!: WonBackAnswer | null;

  @ApiProperty({ type: [WaitingAnswer] })
  readonly decisions!: readonly WaitingAnswer[];

  @ApiProperty({
    type: [TroubleAnswer],
    description: 'What does not work. Not in /home/status: `sender_not_ready`, about which the DNS is asked',
  })
  readonly troubles!: readonly TroubleAnswer[];

  @ApiProperty({ type: [ReadingAnswer], description: 'The reading of the past of the store, by collection' })
  readonly backfill!: readonly ReadingAnswer[];

  @ApiProperty({ type: BackfillAnswer, nullable: true, description: 'The same of all collections together' })
  readonly reading!: BackfillAnswer | null;
}

export class HomeAnswer extends HomeStatusAnswer {
  @ApiProperty({ type: String, format: 'date-time' })
  readonly asOf!: Date;

  @ApiProperty({ type: LapsedAnswer })
  readonly lapsed!: LapsedAnswer;

  @ApiProperty({ type: [RfmCellAnswer], description: 'All customers with an order, by fifths. Amounts in `currency`' })
  readonly rfm!: readonly RfmCellAnswer[];

  @ApiProperty({ type: String, nullable: true, example: 'USD' })
  readonly currency!: string | null;
}
