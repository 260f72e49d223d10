import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsObject, Length, Matches, Max, Min, ValidateNested } from 'class-validator';
import { IfGiven, IsPlainText } from '../../api/fields.js';
import { EmailImages, LONGEST_SOURCE } from '../../email/templates/email-source.dto.js';
import { Offer } from '../../offers/offer.dto.js';
import { STEP_ID, STEP_ID_MESSAGE } from './step-id.js';

/** One of the emails among which a step divides its recipients. What it does not set, it takes from the step. */
export class StepVariant {
  @Matches(STEP_ID, { message: STEP_ID_MESSAGE })
  @ApiProperty({ pattern: STEP_ID.source, example: 'short', description: 'Unique in the step' })
  readonly id!: string;

  @IsInt()
  @Min(1)
  @Max(99)
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    maximum: 99,
    example: 50,
    description: 'Percent of the recipients; the shares of a step sum up to 100',
  })
  readonly share!: number;

  @IfGiven()
  @Length(1, 500)
  @IsPlainText()
  @ApiPropertyOptional({ type: String, maxLength: 500, description: 'Liquid' })
  readonly subject?: string | undefined;

  @IfGiven()
  @Length(1, 500)
  @IsPlainText()
  @ApiPropertyOptional({ type: String, maxLength: 500, description: 'Liquid' })
  readonly preheader?: string | undefined;

  @IfGiven()
  @Length(1, LONGEST_SOURCE)
  @ApiPropertyOptional({ type: String, description: "Markdown with Liquid, instead of the step's source" })
  readonly body?: string | undefined;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => EmailImages)
  @ApiPropertyOptional({ type: EmailImages, description: 'Images that replace those of the step, each for its place' })
  readonly images?: EmailImages | undefined;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => Offer)
  @ApiPropertyOptional({
    type: Offer,
    description: 'The offer of these recipients instead of that of the sequence, in this step and in later ones',
  })
  readonly offer?: Offer | undefined;
}
