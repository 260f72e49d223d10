import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  Length,
  Matches,
  registerDecorator,
  type ValidationOptions,
} from 'class-validator';
import { OutlookAnswer } from '../backtest/outlook.dto.js';
import { type Trigger, TRIGGERS, WarningAnswer } from '../definitions/definition.dto.js';
import { PausedBy } from '../../email/senders/hold.dto.js';
import { MessageCounts } from '../../email/ledger/message.dto.js';
import { EXECUTION_MODES, EXECUTION_STATUSES, type ExecutionMode } from '../runs/execution.entity.js';
import { IfGiven, IsPlainText, Trim } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';

const MOST_STEPS = 20;

/** `first`, `all` or a list of different step ids. */
const IsStepChoice = (options?: ValidationOptions): PropertyDecorator => {
  return (target, propertyKey) =>
    registerDecorator({
      name: 'isStepChoice',
      target: target.constructor,
      propertyName: String(propertyKey),
      options: { message: '$property must be first, all, or a list of 1 to 20 different step ids', ...options },
      validator: { validate: isStepChoice },
    });
};

function isStepChoice(value: unknown): boolean {
  if (value === 'first' || value === 'all') return true;
  if (!Array.isArray(value) || value.length < 1 || value.length > MOST_STEPS) return false;
  return value.every((id) => typeof id === 'string') && new Set(value).size === value.length;
}

export class ExecutionsQuery extends PageQuery {
  @IfGiven()
  @IsIn(['true', 'false'])
  @ApiPropertyOptional({ enum: ['true', 'false'], default: 'true', description: 'Whether dry runs are listed too' })
  readonly dryRuns?: 'true' | 'false';
}

export class CancelBody {
  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({
    default: false,
    description: 'Whether the codes in mailboxes stop working, too. Codes that nobody was sent always do',
  })
  readonly revokeSent?: boolean;
}

export class ExecuteBody {
  @IfGiven()
  @IsIn(EXECUTION_MODES)
  @ApiPropertyOptional({
    enum: EXECUTION_MODES,
    default: 'live',
    description: 'test sends all steps at once to `recipients` alone; dryRun plans and sends nothing',
  })
  mode?: ExecutionMode;

  @IfGiven()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsEmail({}, { each: true, message: 'each value in $property must be an email address' })
  @ApiPropertyOptional({
    type: [String],
    minItems: 1,
    maxItems: 50,
    example: ['editor@example.com'],
    description: 'Required for test; not allowed for other modes',
  })
  recipients?: string[];

  @IfGiven()
  @Trim()
  @Length(1, 120)
  @IsPlainText()
  @ApiPropertyOptional({ example: 'Lapsed', description: "The name of a segment, instead of the sequence's own" })
  segment?: string;

  @IfGiven()
  @IsStepChoice()
  @ApiPropertyOptional({
    oneOf: [
      { type: 'string', enum: ['first', 'all'] },
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MOST_STEPS },
    ],
    default: 'all',
    example: 'all',
  })
  steps?: 'first' | 'all' | string[];

  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({
    default: false,
    description: 'Send to customers who received the sequence before, whatever `reentry` says; not for test',
  })
  repeat?: boolean;

  @IfGiven()
  @IsBoolean()
  @ApiPropertyOptional({
    default: false,
    description: 'Run live above 1,000 recipients although a check of the sender failed (`sender_not_ready`)',
  })
  force?: boolean;

  @IfGiven()
  @Matches(/^[0-9a-f]{64}$/, { message: '$property must be the planHash of a plan' })
  @ApiPropertyOptional({
    example: '9f2c…64 hexadecimal digits…',
    description:
      'For live: the plan that somebody approved. A change since then is refused (`plan_changed`). Required under /retailer',
  })
  planHash?: string;
}

/** `scheduled` is shown while a running execution waits for its first email. */
const SHOWN_STATUSES = ['scheduled', ...EXECUTION_STATUSES] as const;
type ShownStatus = (typeof SHOWN_STATUSES)[number];

/** How many messages a variant of a step has. */
export class VariantCountAnswer {
  @ApiProperty({ example: 'hello' })
  step!: string;

  @ApiProperty({ example: 'short' })
  variant!: string;

  @ApiProperty({ example: 206, description: 'Messages that are not left out; in a dry run: that would be sent' })
  messages!: number;

  @ApiProperty({ example: 200 })
  sent!: number;
}

/** Clicks on the links of an execution's emails. */
export class ClickCountsAnswer {
  @ApiProperty({ example: 61, description: 'A person counts once for each link' })
  human!: number;

  @ApiProperty({
    example: 208,
    description:
      'Requests of programs, such as the filters of mailbox providers that open every link. A click may turn out to be ' +
      "a program's when the next one comes",
  })
  robot!: number;
}

/** The groups of an experiment among the recipients. */
export class SplitAnswer {
  @ApiProperty({ example: 330, description: 'They may get the sequence' })
  treated!: number;

  @ApiProperty({ example: 82, description: 'They are held back' })
  holdout!: number;

  @ApiProperty({ example: 14, description: 'They are in no group: a check before the assignment failed' })
  skipped!: number;
}

/** People of a dry run. Each counts once, for all emails. */
export class PeopleCountsAnswer {
  @ApiProperty({ example: 412, description: 'People who would get at least one email' })
  emailed!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { already_received: 20, no_consent: 2 },
    description: 'People who would get none, by the reason of their first email',
  })
  leftOut!: Readonly<Record<string, number>>;
}

/** One run of a sequence. */
export class ExecutionAnswer {
  @ApiProperty({ format: 'uuid', example: '0c6f1a7e-5f0b-4d0c-9f3e-3f6f5a1f7b10' })
  executionId!: string;

  @ApiProperty({ example: 'win-back' })
  sequenceId!: string;

  @ApiProperty({
    example: 1,
    description: 'The version at the start of the execution, which later changes do not affect',
  })
  sequenceVersion!: number;

  @ApiProperty({ enum: EXECUTION_MODES })
  mode!: ExecutionMode;

  @ApiProperty({
    enum: TRIGGERS,
    description: 'What started the execution: a request, or customers who entered the segment',
  })
  trigger!: Trigger;

  @ApiProperty({ example: false, description: 'Whether customers who received the sequence before get it again' })
  repeat!: boolean;

  @ApiProperty({
    enum: SHOWN_STATUSES,
    description: '`scheduled`: the schedule of the sequence lets the first email wait',
  })
  status!: ShownStatus;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the first email is due, if the sequence has a schedule',
  })
  startsAt!: Date | null;

  @ApiProperty({
    example: 412,
    description: 'Number of recipients: an estimate at the start, exact once all are planned',
  })
  audience!: number;

  @ApiProperty()
  counts!: MessageCounts;

  @ApiProperty({
    type: PeopleCountsAnswer,
    nullable: true,
    description: 'For a single dry run that has ended; null in lists',
  })
  people!: PeopleCountsAnswer | null;

  @ApiProperty({
    type: MessageCounts,
    nullable: true,
    description: 'For a dry run: the counts of a live run with `repeat: true`',
  })
  countsWithRepeat!: MessageCounts | null;

  @ApiProperty({
    type: OutlookAnswer,
    nullable: true,
    description: 'For a dry run: how long a proof of the effect takes',
  })
  outlook!: OutlookAnswer | null;

  @ApiProperty({
    type: SplitAnswer,
    nullable: true,
    description:
      'The groups of planned recipients, where the sequence or its brand has a holdout. A dry run shows what a live run ' +
      'right after it does',
  })
  split!: SplitAnswer | null;

  @ApiProperty({ type: [VariantCountAnswer], description: 'One entry for each variant that has messages' })
  variants!: readonly VariantCountAnswer[];

  @ApiProperty()
  clicks!: ClickCountsAnswer;

  @ApiProperty({
    type: Number,
    nullable: true,
    description: 'Emails whose image was loaded, by people and by proxies alike; null unless `trackOpens` is on',
  })
  opened!: number | null;

  @ApiProperty({
    type: PausedBy,
    nullable: true,
    description: 'Why the service itself paused the emails of the sequence; an admin resumes it',
  })
  pausedBy!: PausedBy | null;

  @ApiProperty({
    example: 0,
    description: 'Customers left out for `no_consent` that get one question, once ever: whether they want emails',
  })
  confirmationsRequested!: number;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finishedAt!: Date | null;
}

export class StartedExecutionAnswer extends ExecutionAnswer {
  @ApiProperty({
    type: [WarningAnswer],
    description:
      'A shared code that could not be looked up, with a pointer into the definition. For a test or a dry run also why a ' +
      'live run would be refused, with pointers into the brand',
  })
  warnings!: readonly WarningAnswer[];
}
