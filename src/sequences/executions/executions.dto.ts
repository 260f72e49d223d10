import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  Length,
  registerDecorator,
  type ValidationOptions,
} from 'class-validator';
import type { InputError } from '#libs/kernel';
import { type Trigger, TRIGGERS } from '../definitions/definition.js';
import { MESSAGE_STATES, type MessageCounts, type MessageState } from '../../email/ledger/mailing.js';
import {
  EXECUTION_MODES,
  EXECUTION_STATUSES,
  type ExecutionMode,
  type ExecutionStatus,
} from '../runs/execution.entity.js';
import type { ExecutionMessage, ExecutionRequest, ExecutionView, StartedExecution } from './execution.view.js';
import { IfGiven, IsPlainText, Trim } from '../../api/fields.js';

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

export class ExecuteBody implements ExecutionRequest {
  @IfGiven()
  @IsIn(EXECUTION_MODES)
  @ApiPropertyOptional({
    enum: EXECUTION_MODES,
    default: 'live',
    description: 'test sends all steps at once to `recipients` and nobody else; dryRun plans and sends nothing',
  })
  mode?: ExecutionMode;

  @IfGiven()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @IsEmail({}, { each: true, message: 'each value in $property must be an e-mail address' })
  @ApiPropertyOptional({
    type: [String],
    minItems: 1,
    maxItems: 50,
    example: ['editor@example.com'],
    description: 'Required for test, and for test only',
  })
  recipients?: string[];

  @IfGiven()
  @Trim()
  @Length(1, 120)
  @IsPlainText()
  @ApiPropertyOptional({ example: 'Lapsed', description: "A segment's name instead of the sequence's own" })
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
    description: 'Mail those again who have received the sequence, whatever its `reentry` says; not for test',
  })
  repeat?: boolean;
}

export class CountsAnswer implements MessageCounts {
  @ApiProperty({ example: 1_236, description: 'Every chosen step of every recipient: the sum of the others' })
  planned!: number;

  @ApiProperty({ example: 824, description: 'Still to come; in a dry run: would be sent' })
  queued!: number;

  @ApiProperty({ example: 0 })
  sending!: number;

  @ApiProperty({ example: 400 })
  sent!: number;

  @ApiProperty({ example: 1 })
  failed!: number;

  @ApiProperty({ example: 0, description: 'Sent or not: the outcome is not known, and it is never sent again blindly' })
  unknown!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { already_received: 40, unsubscribed: 9, no_consent: 2 },
  })
  skipped!: Readonly<Record<string, number>>;
}

export class ExecutionAnswer implements ExecutionView {
  @ApiProperty({ format: 'uuid', example: '0c6f1a7e-5f0b-4d0c-9f3e-3f6f5a1f7b10' })
  executionId!: string;

  @ApiProperty({ example: 'win-back' })
  sequenceId!: string;

  @ApiProperty({ example: 1, description: 'The version that it began with and goes on with' })
  sequenceVersion!: number;

  @ApiProperty({ enum: EXECUTION_MODES })
  mode!: ExecutionMode;

  @ApiProperty({ enum: TRIGGERS, description: 'What started it: a request, or customers who entered the segment' })
  trigger!: Trigger;

  @ApiProperty({ example: false, description: 'Whether it mails those again who have received the sequence' })
  repeat!: boolean;

  @ApiProperty({ enum: EXECUTION_STATUSES })
  status!: ExecutionStatus;

  @ApiProperty({ example: 412, description: 'Recipients: counted at the start, exact once everybody is planned' })
  audience!: number;

  @ApiProperty()
  counts!: CountsAnswer;

  @ApiProperty({ type: CountsAnswer, nullable: true, description: 'Of a dry run: the counts with `repeat: true`' })
  countsWithRepeat!: CountsAnswer | null;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  finishedAt!: Date | null;
}

class MissingAnswer implements InputError {
  @ApiProperty({ example: '/sender/postalAddress', description: 'JSON pointer into the brand' })
  pointer!: string;

  @ApiProperty({ example: 'is missing: the postal address at the end of its emails' })
  detail!: string;
}

export class StartedExecutionAnswer extends ExecutionAnswer implements StartedExecution {
  @ApiProperty({ type: [MissingAnswer], description: 'Of a test or a dry run: what a live run would be refused for' })
  warnings!: readonly InputError[];
}

export class ExecutionMessageAnswer implements ExecutionMessage {
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null for a test address' })
  customerId!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'bob@example.com' })
  email!: string | null;

  @ApiProperty({ example: 'we-miss-you' })
  step!: string;

  @ApiProperty({ enum: MESSAGE_STATES })
  state!: MessageState;

  @ApiProperty({ type: String, nullable: true, example: 'unsubscribed' })
  reason!: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  sendAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  sentAt!: Date | null;

  @ApiProperty({ type: String, nullable: true, description: 'Null in a dry run, which makes no message' })
  messageId!: string | null;
}
