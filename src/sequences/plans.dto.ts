import { ApiProperty, OmitType } from '@nestjs/swagger';
import { OfferMoneyAnswer } from '../offers/offer-counts.dto.js';
import { MessageCounts } from '../email/ledger/message.dto.js';
import { DeliverabilityCheck } from '../email/senders/deliverability.dto.js';
import { ExecuteBody, PeopleCountsAnswer } from './executions/executions.dto.js';
import { ApprovalsAnswer } from './approval/approvals.dto.js';
import { EXECUTION_STATUSES, type ExecutionStatus } from './runs/execution.entity.js';

/** What a live run is asked for with. */
export class PlanBody extends OmitType(ExecuteBody, ['mode', 'recipients', 'force', 'planHash']) {}

export class PlanCostAnswer {
  @ApiProperty({ example: 824, description: 'Emails that would be sent' })
  readonly emails!: number;

  @ApiProperty({ example: 412, description: 'Codes that would be given away, at most' })
  readonly codes!: number;

  @ApiProperty({
    type: OfferMoneyAnswer,
    nullable: true,
    description: 'What the codes cost at most; null where that depends on the orders, and with a shared code',
  })
  readonly maximum!: OfferMoneyAnswer | null;
}

export class PlanSenderAnswer {
  @ApiProperty({
    description: 'Whether a live run is refused (`sender_incomplete`, or `sender_not_ready` above 1,000 people)',
  })
  readonly refused!: boolean;

  @ApiProperty({
    type: [DeliverabilityCheck],
    description:
      'The checks that failed, each with what mends it. A record of a DNS that does not answer within 2 seconds does not count',
  })
  readonly failed!: readonly DeliverabilityCheck[];
}

export class PlanAnswer extends ApprovalsAnswer {
  @ApiProperty({
    example: '9f2c…64 hexadecimal digits…',
    description: 'For a live run. The same while members, consent, versions, images, offers and brand stay the same',
  })
  readonly planHash!: string;

  @ApiProperty({ format: 'uuid', description: 'The dry run of the plan, with its people and reasons' })
  readonly executionId!: string;

  @ApiProperty({ enum: EXECUTION_STATUSES, description: '`running`: the counts are not complete yet' })
  readonly status!: ExecutionStatus;

  @ApiProperty({ example: 1 })
  readonly sequenceVersion!: number;

  @ApiProperty({ example: 412 })
  readonly audience!: number;

  @ApiProperty()
  readonly counts!: MessageCounts;

  @ApiProperty({ type: PeopleCountsAnswer, nullable: true, description: 'Null while the dry run goes on' })
  readonly people!: PeopleCountsAnswer | null;

  @ApiProperty()
  readonly cost!: PlanCostAnswer;

  @ApiProperty({ description: 'Whether mail providers would let the emails in. Not a part of the hash' })
  readonly sender!: PlanSenderAnswer;

  @ApiProperty({ type: String, format: 'date-time', description: 'Planning again moves it' })
  readonly expiresAt!: Date;
}
