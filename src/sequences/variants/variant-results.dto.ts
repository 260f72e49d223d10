import { ApiProperty } from '@nestjs/swagger';
import { EstimateAnswer } from '../../lift/lift.dto.js';

const VERDICTS = ['too_early', 'better', 'worse', 'unclear'] as const;

/** What became of the codes that the emails of a variant showed. */
class VariantCodes {
  @ApiProperty({ example: 640, description: 'Codes in emails that were sent' })
  assigned!: number;

  @ApiProperty({ example: 52, description: 'Codes that a counted order carries now' })
  redeemed!: number;

  @ApiProperty({ example: 3, description: 'Codes whose orders no longer count: cancelled or refunded' })
  returned!: number;

  @ApiProperty({ example: 510, description: 'Codes that ended without a counted order' })
  expired!: number;
}

/** The customers of one variant of a step. */
export class VariantResultAnswer {
  @ApiProperty({ example: 'short' })
  id!: string;

  @ApiProperty({ example: 50, description: 'Percent of the recipients who get the variant now' })
  share!: number;

  @ApiProperty({ example: 820, description: 'Customers who were to get it; each counts once' })
  assigned!: number;

  @ApiProperty({ example: 640, description: 'Those of them whose window has closed' })
  customers!: number;

  @ApiProperty({ example: 58 })
  cameBack!: number;

  @ApiProperty({ type: 'number', nullable: true, example: 0.090625 })
  rate!: number | null;

  @ApiProperty({
    type: VariantCodes,
    description: "Of the variant's own offer, or of the one that its recipients have",
  })
  codes!: VariantCodes;
}

/** The comparison of two variants of a step. */
export class VariantComparisonAnswer {
  @ApiProperty({ example: 'short' })
  variant!: string;

  @ApiProperty({ example: 'long' })
  other!: string;

  @ApiProperty({ enum: VERDICTS, description: 'What `variant` is beside `other`' })
  status!: (typeof VERDICTS)[number];

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Corrected for the number of comparisons of the step, and valid whenever it is read',
  })
  pValue!: number | null;

  @ApiProperty({
    type: EstimateAnswer,
    description: 'The rate of `variant` divided by that of `other`, minus 1; corrected in the same way',
  })
  relativeLift!: EstimateAnswer;
}

export class StepVariantsAnswer {
  @ApiProperty({ example: 'we-miss-you' })
  stepId!: string;

  @ApiProperty({ enum: ['shares', 'bandit'] })
  allocation!: 'shares' | 'bandit';

  @ApiProperty({ example: 3, description: 'How often the shares were set' })
  epochs!: number;

  @ApiProperty({ type: [VariantResultAnswer] })
  items!: readonly VariantResultAnswer[];

  @ApiProperty({ type: [VariantComparisonAnswer], description: 'Each variant beside each later one' })
  comparisons!: readonly VariantComparisonAnswer[];
}
