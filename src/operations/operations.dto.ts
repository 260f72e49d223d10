import { ApiProperty } from '@nestjs/swagger';
import type { JobName } from '#libs/queue';
import { InboxAnswer } from '../inbox/inbox.dto.js';

export class LivenessAnswer {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
}

export class BuildAnswer {
  @ApiProperty({ example: '0.1.0' })
  version!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '350712b5',
    description: 'Null where the build did not know it',
  })
  commit!: string | null;

  @ApiProperty({ example: 'RetailerFlags1763910000700', description: 'The newest migration that this build knows' })
  schema!: string;

  @ApiProperty({ example: '24.4.1', description: 'The version of Node.js' })
  node!: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'When this process started' })
  startedAt!: Date;
}

class ReadinessChecks {
  @ApiProperty({ enum: ['up', 'down'] })
  postgres!: 'up' | 'down';

  @ApiProperty({ enum: ['up', 'down'] })
  redis!: 'up' | 'down';
}

export class ReadinessAnswer {
  @ApiProperty({ enum: ['ok', 'error'] })
  status!: 'ok' | 'error';

  @ApiProperty()
  checks!: ReadinessChecks;
}

export class ProblemPage {
  @ApiProperty({ example: 'invalid_input' })
  code!: string;

  @ApiProperty({ example: 422 })
  status!: number;

  @ApiProperty({ example: 'The body breaks its schema; `errors` lists every mistake with its JSON pointer.' })
  meaning!: string;
}

export class QueueAnswer {
  @ApiProperty({ type: String, example: 'intake.process' })
  readonly name!: JobName;

  @ApiProperty({ example: 0 })
  readonly waiting!: number;

  @ApiProperty({ example: 1 })
  readonly active!: number;

  @ApiProperty({ example: 0 })
  readonly delayed!: number;

  @ApiProperty({ example: 0 })
  readonly failed!: number;

  @ApiProperty({ example: 0, description: 'The age of the oldest waiting job; 0 if none waits' })
  readonly oldestWaitingSeconds!: number;
}

class SegmentClockAnswer {
  @ApiProperty({ example: 0, description: 'How late the earliest due change of a membership is' })
  readonly lateSeconds!: number;
}

export class QueuesAnswer {
  @ApiProperty({ type: [QueueAnswer] })
  readonly queues!: readonly QueueAnswer[];

  @ApiProperty()
  readonly inbox!: InboxAnswer;

  @ApiProperty()
  readonly segmentClock!: SegmentClockAnswer;
}
