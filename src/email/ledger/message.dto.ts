import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, Matches } from 'class-validator';
import { IfGiven } from '../../api/fields.js';
import { PageQuery } from '../../api/page.dto.js';
import { MESSAGE_STATUSES, type MessageStatus } from './message.entity.js';

const STATES = [...MESSAGE_STATUSES, 'maybe'] as const;

/** Which messages are wanted; without a field, all. */
export class MessagesQuery extends PageQuery {
  @IfGiven()
  @IsIn(STATES)
  @ApiPropertyOptional({ enum: STATES })
  state?: (typeof STATES)[number];

  @IfGiven()
  @Matches(/^[a-z_]{1,60}$/)
  @ApiPropertyOptional({ example: 'unsubscribed', description: 'Why an email is left out, or failed' })
  reason?: string;

  @IfGiven()
  @IsIn(['true'])
  @ApiPropertyOptional({ enum: ['true'], description: 'Only messages with a link that a person clicked' })
  clicked?: 'true';
}

export type WantedMessages = Readonly<Pick<MessagesQuery, 'state' | 'reason' | 'clicked'>>;

/** One message of an execution, or one line of a dry run's plan. */
export class MessageAnswer {
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null for a test address' })
  readonly customerId!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'bob@example.com',
    description: 'Null once the customer is erased',
  })
  readonly email!: string | null;

  @ApiProperty({ example: 'we-miss-you' })
  readonly step!: string;

  @ApiProperty({ type: String, nullable: true, example: 'short', description: 'Null for a step without variants' })
  readonly variant!: string | null;

  @ApiProperty({
    enum: STATES,
    description: '`maybe` is only in dry runs: whether the email is sent depends on what the customer does until then',
  })
  readonly state!: MessageStatus | 'maybe';

  @ApiProperty({ type: String, nullable: true, example: 'unsubscribed' })
  readonly reason!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When the message is due; quiet hours and retries move it to a later time',
  })
  readonly sendAt!: Date;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  readonly sentAt!: Date | null;

  @ApiProperty({ example: false, description: 'Whether a person clicked one of its links; programs do not count' })
  readonly clicked!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The `Message-ID` header without angle brackets; null in a dry run, which creates no message',
  })
  readonly messageId!: string | null;
}

/** How many messages of an execution have each status. */
export class MessageCounts {
  @ApiProperty({ example: 1_236, description: 'Every chosen step of every recipient: the sum of all other counts' })
  readonly planned!: number;

  @ApiProperty({ example: 824, description: 'Not sent yet; in a dry run: would be sent' })
  readonly queued!: number;

  @ApiPropertyOptional({
    example: 206,
    description: 'In a dry run of a sequence with conditions: what the customers do until then decides',
  })
  readonly maybe?: number;

  @ApiProperty({ example: 0 })
  readonly sending!: number;

  @ApiProperty({ example: 400 })
  readonly sent!: number;

  @ApiProperty({ example: 1 })
  readonly failed!: number;

  @ApiProperty({
    example: 0,
    description: 'The mail server may have accepted the email or not; the service never sends it again by itself',
  })
  readonly unknown!: number;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { already_received: 40, unsubscribed: 9, no_consent: 2 },
    description: 'Left out, by reason',
  })
  readonly skipped!: Readonly<Record<string, number>>;
}
