import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath, OmitType } from '@nestjs/swagger';
import type { InputError } from '#libs/kernel';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  REENTRY_POLICIES,
  type Reentry,
  type SequenceDefinition,
  type SequenceStep,
  type Trigger,
  TRIGGERS,
} from './definitions/definition.js';
import type { ImageRef, PreviewAs } from '../email/templates/mail-source.js';
import type { SavedSequence, SequenceView, StepPreview } from './sequences.service.js';
import { IfGiven, IsId, IsPlainText, Trim } from '../api/fields.js';
import { PageQuery } from '../api/page.dto.js';
import { IsImageRef } from './definitions/image-ref.js';

const BRAND_ID = '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11';
const IMAGE_ID = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
const STEP_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const LONGEST_SOURCE = 200_000;
const HOUR = /^([01]\d|2[0-3]):[0-5]\d$/;
const WORST_CASES = ['longest_name', 'no_name', 'right_to_left'] as const;

class LinkedImageAnswer {
  @ApiProperty({ format: 'uuid', example: IMAGE_ID })
  id!: string;

  @ApiProperty({ example: 'https://shop.example/collections/new', description: "On one of the store's own hosts" })
  href!: string;
}

const ApiImage = (place: string, leadsTo: string): PropertyDecorator =>
  ApiPropertyOptional({
    oneOf: [{ type: 'string', format: 'uuid' }, { $ref: getSchemaPath(LinkedImageAnswer) }],
    example: IMAGE_ID,
    description: `\`{{ ${place} }}\` in the source: the id of a ready image. ${leadsTo}`,
  });
const TO_SHOP = "It leads to the store's front page, or to `href`";

@ApiExtraModels(LinkedImageAnswer)
class ImagesBody {
  @IfGiven()
  @IsImageRef()
  @ApiImage('hero', TO_SHOP)
  hero?: ImageRef;

  @IfGiven()
  @IsImageRef()
  @ApiImage('banner', TO_SHOP)
  banner?: ImageRef;

  @IfGiven()
  @IsImageRef()
  @ApiImage('grid', 'Its tiles lead to their products')
  grid?: ImageRef;
}

class StepBody implements SequenceStep {
  @Matches(STEP_ID, { message: '$property must have 1 to 64 letters, digits, dots, dashes and underscores' })
  @ApiProperty({ pattern: STEP_ID.source, example: 'we-miss-you', description: 'Unique in the sequence' })
  id!: string;

  @IsString()
  @MaxLength(40)
  @ApiProperty({
    example: 'P2D',
    description:
      'ISO 8601 duration of weeks, days (24 hours), hours, minutes and seconds after the step before; of the first step after the start',
  })
  delay!: string;

  @Length(1, 500)
  @IsPlainText()
  @ApiProperty({
    maxLength: 500,
    example: '{{ customer.firstName | default: "Hello" }}, we miss you',
    description: 'Liquid',
  })
  subject!: string;

  @IfGiven()
  @Length(1, 500)
  @IsPlainText()
  @ApiPropertyOptional({ maxLength: 500, example: 'Something is waiting for you', description: 'Liquid' })
  preheader?: string;

  @IfGiven()
  @Length(1, LONGEST_SOURCE)
  @ApiPropertyOptional({
    example: '# It has been a while\n\n{{ hero }}\n\nCome back and see what is new.',
    description: 'Markdown with Liquid, set in the layout of the brand. Exactly one of `body`, `mjml` and `html`',
  })
  body?: string;

  @IfGiven()
  @Length(1, LONGEST_SOURCE)
  @ApiPropertyOptional({ description: 'MJML with Liquid' })
  mjml?: string;

  @IfGiven()
  @Length(1, LONGEST_SOURCE)
  @ApiPropertyOptional({ description: 'HTML with Liquid' })
  html?: string;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => ImagesBody)
  @ApiPropertyOptional({ type: ImagesBody, description: 'Ready images' })
  images?: ImagesBody;
}

class ReentryBody implements Reentry {
  @IsIn(REENTRY_POLICIES)
  @ApiProperty({ enum: REENTRY_POLICIES })
  policy!: Reentry['policy'];

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(3_650)
  @ApiPropertyOptional({ minimum: 1, maximum: 3_650, description: 'Times 24 hours; with `after`' })
  days?: number;
}

class FrequencyCapBody {
  @IsInt()
  @Min(1)
  @Max(1_000)
  @ApiProperty({ minimum: 1, maximum: 1_000, example: 2 })
  messages!: number;

  @IsInt()
  @Min(1)
  @Max(365)
  @ApiProperty({ minimum: 1, maximum: 365, example: 7, description: 'Times 24 hours' })
  days!: number;
}

class QuietHoursBody {
  @Matches(HOUR, { message: '$property must be a time such as 21:30' })
  @ApiProperty({ example: '21:00' })
  from!: string;

  @Matches(HOUR, { message: '$property must be a time such as 08:00' })
  @ApiProperty({ example: '08:00', description: 'Earlier than `from` is the next morning' })
  to!: string;
}

export class SequenceBody implements SequenceDefinition {
  @IsId()
  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  brandId!: string;

  @Trim()
  @Length(1, 120)
  @IsPlainText()
  @ApiProperty({ minLength: 1, maxLength: 120, example: 'Win-back' })
  name!: string;

  @IfGiven()
  @Trim()
  @Length(1, 120)
  @IsPlainText()
  @ApiPropertyOptional({ example: 'Lapsed', description: "A segment's name: whom executions are for" })
  segment?: string;

  @IfGiven()
  @IsIn(TRIGGERS)
  @ApiPropertyOptional({ enum: TRIGGERS, default: 'manual', description: 'Whether entering the segment starts it' })
  trigger?: Trigger;

  @IfGiven()
  @IsString()
  @MaxLength(64)
  @ApiPropertyOptional({ example: 'Europe/Berlin', description: "IANA time zone of quiet hours; default: the store's" })
  timeZone?: string;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => StepBody)
  @ApiProperty({ type: [StepBody], minItems: 1, maxItems: 20 })
  steps!: StepBody[];

  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({ default: true, description: 'Whether who leaves the segment leaves the sequence' })
  exitOnLeave?: boolean;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => ReentryBody)
  @ApiPropertyOptional({ type: ReentryBody, description: 'Whether who has received it gets it again; default: once' })
  reentry?: ReentryBody;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => FrequencyCapBody)
  @ApiPropertyOptional({ type: FrequencyCapBody, description: "At most so many of the brand's mails to one customer" })
  frequencyCap?: FrequencyCapBody;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => QuietHoursBody)
  @ApiPropertyOptional({ type: QuietHoursBody, description: 'Mails that fall into them are sent at their end' })
  quietHours?: QuietHoursBody;
}

export class SequencesQuery extends PageQuery {
  @IfGiven()
  @IsId()
  @ApiPropertyOptional({ format: 'uuid', example: BRAND_ID, description: 'Those of one brand; default: all' })
  brandId?: string;
}

export class PreviewQuery {
  @IfGiven()
  @IsIn(WORST_CASES)
  @ApiPropertyOptional({ enum: WORST_CASES, default: 'longest_name', description: 'A recipient who is hard to please' })
  as?: (typeof WORST_CASES)[number];

  @IfGiven()
  @IsId()
  @ApiPropertyOptional({ format: 'uuid', description: 'A customer of the retailer, instead of `as`' })
  customerId?: string;

  get recipient(): PreviewAs {
    return this.customerId === undefined ? (this.as ?? 'longest_name') : { customerId: this.customerId };
  }
}

export class SequenceAnswer extends OmitType(SequenceBody, []) implements SequenceView {
  @ApiProperty({ example: 'win-back' })
  id!: string;

  @ApiProperty({ example: 1, description: 'Goes up with every change' })
  version!: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Since when it is paused' })
  pausedAt!: Date | null;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time' })
  updatedAt!: Date;
}

export class SequenceWarningAnswer implements InputError {
  @ApiProperty({ example: '/brandId', description: 'JSON pointer into the definition' })
  pointer!: string;

  @ApiProperty({ example: 'the brand has no sender.postalAddress' })
  detail!: string;
}

export class SavedSequenceAnswer extends SequenceAnswer implements SavedSequence {
  @ApiProperty({ type: [SequenceWarningAnswer], description: 'What is worth a look and was saved all the same' })
  warnings!: readonly InputError[];
}

export class StepPreviewAnswer implements StepPreview {
  @ApiProperty({ example: 'we-miss-you' })
  step!: string;

  @ApiProperty({ example: 1 })
  version!: number;

  @ApiProperty({ example: 'Ada, we miss you' })
  subject!: string;

  @ApiProperty({ example: '<!doctype html>...' })
  html!: string;

  @ApiProperty({ example: 'It has been a while...' })
  text!: string;

  @ApiProperty({ example: 18_204, description: 'Of the HTML part; more than 102,400 is refused' })
  bytes!: number;
}
