import { ApiProperty } from '@nestjs/swagger';

export class OfferMoneyAnswer {
  @ApiProperty({ example: '6020.00', description: 'A decimal' })
  readonly amount!: string;

  @ApiProperty({ example: 'EUR', description: 'ISO 4217' })
  readonly currency!: string;
}

export class OpenLiabilityAnswer {
  @ApiProperty({ example: 1_204, description: 'Codes that people have, that work, and that no counted order carries' })
  readonly codes!: number;

  @ApiProperty({
    type: OfferMoneyAnswer,
    nullable: true,
    description: 'What the open codes cost at most; null where that depends on the orders, as with a percentage',
  })
  readonly maximum!: OfferMoneyAnswer | null;

  @ApiProperty({ format: 'date-time', type: String, nullable: true, description: 'When the last open code ends' })
  readonly until!: Date | null;
}

/** What became of codes. */
class CodeCounts {
  @ApiProperty({ example: 600, description: 'Codes that the store has or had' })
  readonly minted!: number;

  @ApiProperty({ example: 598, description: 'Codes that have a recipient' })
  readonly assigned!: number;

  @ApiProperty({ example: 41, description: 'Codes that a counted order carries now' })
  readonly redeemed!: number;

  @ApiProperty({ example: 3, description: 'Codes whose orders no longer count: cancelled or refunded' })
  readonly returned!: number;

  @ApiProperty({ example: 2, description: 'Codes that were removed from the store before their end' })
  readonly deactivated!: number;

  @ApiProperty({ example: 507, description: 'Codes that people had, and that ended without a counted order' })
  readonly expired!: number;
}

/** The codes of the sequence's own offer, or of a variant's. */
export class PlacedOfferCounts extends CodeCounts {
  @ApiProperty({ type: String, nullable: true, example: 'one', description: 'Null for the offer of the sequence' })
  readonly step!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'fifteen', description: 'Null for the offer of the sequence' })
  readonly variant!: string | null;

  @ApiProperty({ example: '15% off', description: 'The offer in English' })
  readonly label!: string;

  @ApiProperty({ example: 597, description: 'Codes that people have, that work, and that no counted order carries' })
  readonly open!: number;

  @ApiProperty({ type: String, nullable: true, description: 'Why the store refused the discount, if it did' })
  readonly problem!: string | null;
}

/** What became of the codes of a sequence's live executions. */
export class OfferCountsAnswer extends CodeCounts {
  @ApiProperty({ type: OpenLiabilityAnswer })
  readonly openLiability!: OpenLiabilityAnswer;

  @ApiProperty({ type: String, nullable: true, description: 'Why the store refused the discount, if it did' })
  readonly problem!: string | null;

  @ApiProperty({ example: '1,204 open codes, each 10% off, until November 30, 2026.' })
  readonly sentence!: string;

  @ApiProperty({
    type: [PlacedOfferCounts],
    description:
      'The same counts for each offer: that of the sequence, those of variants, and those that they had before',
  })
  readonly items!: readonly PlacedOfferCounts[];
}
