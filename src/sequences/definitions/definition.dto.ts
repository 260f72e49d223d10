import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
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
import { IfGiven, IsId, IsPlainText, Trim } from '../../api/fields.js';
import { FrequencyCap, QuietHours } from '../../email/ledger/sending-rules.dto.js';
import { Offer } from '../../offers/offer.dto.js';
import { EmailSource } from '../../email/templates/email-source.dto.js';
import { StepCondition } from './condition.dto.js';
import { Holdout } from './holdout.dto.js';
import { Schedule } from './schedule.dto.js';
import { STEP_ID, STEP_ID_MESSAGE } from './step-id.js';
import { StepVariant } from './variant.dto.js';

export const BRAND_ID = '6f6e2a0e-4f0c-5c3b-9d1f-2f4f6c1f0a11';
/** Whole names without a wildcard, a port or a trailing dot. */
const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
const MOST_HOSTS = 20;

export const TRIGGERS = ['manual', 'segment_entered'] as const;
export type Trigger = (typeof TRIGGERS)[number];

export const REENTRY_POLICIES = ['once', 'after'] as const;

const ALLOCATIONS = ['shares', 'bandit'] as const;
export type Allocation = (typeof ALLOCATIONS)[number];

export class SequenceStep extends EmailSource {
  @Matches(STEP_ID, { message: STEP_ID_MESSAGE })
  @ApiProperty({ pattern: STEP_ID.source, example: 'we-miss-you', description: 'Unique in the sequence' })
  readonly id!: string;

  @IsString()
  @MaxLength(40)
  @ApiProperty({
    example: 'P2D',
    description:
      'ISO 8601 duration of weeks, days (24 hours), hours, minutes and seconds: after the previous step, or for the ' +
      'first step after the start',
  })
  readonly delay!: string;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => StepCondition)
  @ApiPropertyOptional({ type: StepCondition, description: 'The step is sent only where this holds for the recipient' })
  readonly when?: StepCondition | undefined;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => StepCondition)
  @ApiPropertyOptional({
    type: StepCondition,
    description: 'The step is sent only where this does not hold for the recipient; not beside `when`',
  })
  readonly unless?: StepCondition | undefined;

  @IfGiven()
  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(4)
  @ValidateNested({ each: true })
  @Type(() => StepVariant)
  @ApiPropertyOptional({
    type: [StepVariant],
    minItems: 2,
    maxItems: 4,
    description: 'Emails among which the recipients are divided; a recipient always gets the same one',
  })
  readonly variants?: readonly StepVariant[] | undefined;

  @IfGiven()
  @IsIn(ALLOCATIONS)
  @ApiPropertyOptional({
    enum: ALLOCATIONS,
    default: 'shares',
    description:
      'How the variants share the recipients. `bandit` begins with the shares and changes them once a day: a variant ' +
      'gets more the more probable it is that it brings back the most, and at least 10 %. Only with `variants`',
  })
  readonly allocation?: Allocation | undefined;
}

/** Whether a customer who received the sequence gets it again after entering the segment again. */
export class Reentry {
  @IsIn(REENTRY_POLICIES)
  @ApiProperty({ enum: REENTRY_POLICIES })
  readonly policy!: (typeof REENTRY_POLICIES)[number];

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(3_650)
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 3_650,
    description: 'Periods of 24 hours since the customer last entered the sequence; only with `after`',
  })
  readonly days?: number | undefined;
}

/** A likely mistake that does not stop the request. */
export class WarningAnswer implements InputError {
  @ApiProperty({ example: '/brandId', description: 'JSON pointer' })
  readonly pointer!: string;

  @ApiProperty({ example: 'the brand has no sender.postalAddress' })
  readonly detail!: string;
}

/** A sequence, as the admin writes it. */
export class SequenceBody {
  @IsId()
  @ApiProperty({ format: 'uuid', example: BRAND_ID })
  readonly brandId!: string;

  @Trim()
  @Length(1, 120)
  @IsPlainText()
  @ApiProperty({ minLength: 1, maxLength: 120, example: 'Win-back' })
  readonly name!: string;

  @IfGiven()
  @Trim()
  @Length(1, 120)
  @IsPlainText()
  @ApiPropertyOptional({
    type: String,
    example: 'Lapsed',
    description: 'The name of the segment that executions send to',
  })
  readonly segment?: string | undefined;

  @IfGiven()
  @IsIn(TRIGGERS)
  @ApiPropertyOptional({
    enum: TRIGGERS,
    default: 'manual',
    description: 'With `segment_entered` the sequence starts for every customer who enters the segment',
  })
  readonly trigger?: Trigger | undefined;

  @IfGiven()
  @IsString()
  @MaxLength(35)
  @ApiPropertyOptional({
    type: String,
    example: 'de',
    description:
      'BCP 47: the language of the emails. Default: the language of the store, or English. The layout writes its own words in it (en, de, fr, es, ja, ar; others get ' +
      'the English ones), and prices',
  })
  readonly language?: string | undefined;

  @IfGiven()
  @IsString()
  @MaxLength(64)
  @ApiPropertyOptional({
    type: String,
    example: 'Europe/Berlin',
    description: "IANA time zone of quiet hours; default: the store's",
  })
  readonly timeZone?: string | undefined;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @ValidateNested({ each: true })
  @Type(() => SequenceStep)
  @ApiProperty({ type: [SequenceStep], minItems: 1, maxItems: 20 })
  readonly steps!: readonly SequenceStep[];

  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({
    type: Boolean,
    default: true,
    description: 'Whether a customer who leaves the segment leaves the sequence',
  })
  readonly exitOnLeave?: boolean | undefined;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => Offer)
  @ApiPropertyOptional({
    type: Offer,
    description:
      'A discount on the store. Each recipient gets a code of their own, which all steps share. A variant may have ' +
      'another offer',
  })
  readonly offer?: Offer | undefined;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => Holdout)
  @ApiPropertyOptional({
    type: Holdout,
    description: 'Who gets nothing, at random, so that the results show what the sequence causes; default: nobody',
  })
  readonly holdout?: Holdout | undefined;

  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({
    type: Boolean,
    default: true,
    description: 'Whether a customer whose order arrives after the entry leaves the sequence',
  })
  readonly exitOnOrder?: boolean | undefined;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => Schedule)
  @ApiPropertyOptional({
    type: Schedule,
    description: 'When the first step is due; default: its delay after the start',
  })
  readonly schedule?: Schedule | undefined;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => Reentry)
  @ApiPropertyOptional({
    type: Reentry,
    description: 'Whether a customer who received the sequence gets it again; default: once',
  })
  readonly reentry?: Reentry | undefined;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => FrequencyCap)
  @ApiPropertyOptional({ type: FrequencyCap, description: "A limit on the brand's emails to one customer" })
  readonly frequencyCap?: FrequencyCap | undefined;

  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => QuietHours)
  @ApiPropertyOptional({ type: QuietHours, description: 'Emails that are due in quiet hours are sent when these end' })
  readonly quietHours?: QuietHours | undefined;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MOST_HOSTS)
  @Matches(HOST, {
    each: true,
    message: 'each value in $property must be a host name in small letters, such as blog.example.com',
  })
  @ApiPropertyOptional({
    type: [String],
    maxItems: MOST_HOSTS,
    example: ['blog.example.com'],
    description:
      "Hosts that the emails' links may lead to beside the store's own. A link to any other host is refused; where " +
      'data of a customer yields another host, the link leads to the front page of the store',
  })
  readonly linkHosts?: readonly string[] | undefined;

  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description:
      'Whether an invisible image counts how often emails are opened. The count says little: proxies, such as that of ' +
      "Apple's email client, load every image whether a person reads or not, and clients that block images count " +
      'nothing. Clicks and orders say more',
  })
  readonly trackOpens?: boolean | undefined;
}

export type SequenceDefinition = Readonly<SequenceBody>;
