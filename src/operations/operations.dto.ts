import { ApiProperty } from '@nestjs/swagger';
import type { JobName } from '#libs/queue';
import { InboxAnswer } from '../inbox/inbox.dto.js';

export class LivenessAnswer {
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
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
