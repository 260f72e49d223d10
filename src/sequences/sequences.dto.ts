import { ApiProperty, ApiPropertyOptional, IntersectionType, OmitType } from '@nestjs/swagger';
import { IsIn, IsInt, IsString, Matches, MaxLength, Min } from 'class-validator';
import { IfGiven, IsId } from '../api/fields.js';
import { PageQuery } from '../api/page.dto.js';
import { PausedBy } from '../email/senders/hold.dto.js';
import { RenderedEmail } from '../email/templates/rendered-email.dto.js';
import type { PreviewAs } from '../email/templates/templates.service.js';
import { ApprovalsAnswer } from './approval/approvals.dto.js';
import { BRAND_ID, SequenceBody, WarningAnswer } from './definitions/definition.dto.js';
import { STEP_ID, STEP_ID_MESSAGE } from './definitions/step-id.js';

const WORST_CASES = ['longest_name', 'no_name', 'right_to_left'] as const;

export class SequencesQuery extends PageQuery {
  @IfGiven()
  @IsId()
  @ApiPropertyOptional({ format: 'uuid', example: BRAND_ID, description: 'The sequences of one brand; default: all' })
  brandId?: string;
}

export class PreviewQuery {
  @IfGiven()
  @IsIn(WORST_CASES)
  @ApiPropertyOptional({
    enum: WORST_CASES,
    default: 'longest_name',
    description: 'A made-up recipient whose data tests the layout',
  })
  as?: (typeof WORST_CASES)[number];

  @IfGiven()
  @IsId()
  @ApiPropertyOptional({ format: 'uuid', description: 'A customer of the retailer, instead of `as`' })
  customerId?: string;

  @IfGiven()
  @IsString()
  @MaxLength(64)
  @ApiPropertyOptional({ example: 'short', description: 'A variant of the step; default: the first' })
  variant?: string;
}

export const recipientOf = ({ as = 'longest_name', customerId }: PreviewQuery): PreviewAs =>
  customerId === undefined ? as : { customerId };

export class PreviewDraftBody extends IntersectionType(SequenceBody, PreviewQuery) {
  @IsString()
  @Matches(STEP_ID, { message: STEP_ID_MESSAGE })
  @ApiProperty({ example: 'we-miss-you', description: 'The id of the step whose email is shown' })
  readonly step!: string;
}

export class PutSequenceBody extends SequenceBody {
  @IfGiven()
  @IsInt()
  @Min(0)
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    description: 'The version that the change is based on, 0 for a new one; 409 where it is not the stored version',
  })
  readonly version?: number;
}

export class AutomaticAnswer extends ApprovalsAnswer {
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'Customers who enter the segment from then on get the sequence; null until as many people have approved this ' +
      'version as the brand wants',
  })
  readonly since!: Date | null;
}

export class SequenceAnswer extends SequenceBody {
  @ApiProperty({ example: 'win-back' })
  readonly id!: string;

  @ApiProperty({ example: 1, description: 'Increases with every change' })
  readonly version!: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Since when the sequence is paused: nothing of it is planned or sent live',
  })
  readonly pausedAt!: Date | null;

  @ApiProperty({
    type: PausedBy,
    nullable: true,
    description: 'The complaints or bounces for which the service itself paused the sequence; resume it as usual',
  })
  readonly pausedBy!: PausedBy | null;

  @ApiProperty({ type: AutomaticAnswer, nullable: true, description: 'Null for a sequence with the trigger `manual`' })
  readonly automatic!: AutomaticAnswer | null;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly updatedAt!: Date;
}

export class SavedSequenceAnswer extends SequenceAnswer {
  @ApiProperty({
    type: [WarningAnswer],
    description: 'Likely mistakes, with pointers into the definition; the definition is saved all the same',
  })
  readonly warnings!: readonly WarningAnswer[];
}

export class StepPreviewAnswer extends RenderedEmail {
  @ApiProperty({ example: 'we-miss-you' })
  readonly step!: string;

  @ApiProperty({ type: String, nullable: true, example: 'short', description: 'Null for a step without variants' })
  readonly variant!: string | null;

  @ApiProperty({ example: 1 })
  readonly version!: number;
}

export class DraftPreviewAnswer extends OmitType(StepPreviewAnswer, ['version']) {
  @ApiProperty({ type: [WarningAnswer], description: 'What a save would warn of, with pointers into the definition' })
  readonly warnings!: readonly WarningAnswer[];
}
