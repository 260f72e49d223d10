import { ApiProperty } from '@nestjs/swagger';
import type { JobName } from '#libs/queue';
import type { QueueDepth } from '../../operations/queue-depths.service.js';

class QueueAnswer implements QueueDepth {
  @ApiProperty({ type: String, example: 'intake.process' })
  name!: JobName;

  @ApiProperty({ example: 0 })
  waiting!: number;

  @ApiProperty({ example: 1 })
  active!: number;

  @ApiProperty({ example: 0 })
  delayed!: number;

  @ApiProperty({ example: 0 })
  failed!: number;
}

class InboxAnswer {
  @ApiProperty({ example: 0 })
  pending!: number;

  @ApiProperty({ example: 0 })
  failed!: number;

  @ApiProperty({ example: 0 })
  oldestPendingSeconds!: number;
}

export class QueuesAnswer {
  @ApiProperty({ type: [QueueAnswer] })
  queues!: QueueAnswer[];

  @ApiProperty()
  inbox!: InboxAnswer;
}
