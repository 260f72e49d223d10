import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { InboxRepository } from '../inbox/inbox.repository.js';
import { QueuesAnswer } from '../operations/operations.dto.js';
import { QueueDepthsService } from '../operations/queue-depths.service.js';
import { ClockLatenessService } from '../segmentation/clock/clock-lateness.service.js';
import { AdminController } from '../admin-actions/admin-controller.decorator.js';

@AdminController('queues')
export class QueuesController {
  constructor(
    private readonly depths: QueueDepthsService,
    private readonly inbox: InboxRepository,
    private readonly clock: ClockLatenessService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Counts and ages of waiting, running and failed work' })
  @ApiOkResponse({ type: QueuesAnswer })
  async list(): Promise<QueuesAnswer> {
    const [queues, inbox, lateSeconds] = await Promise.all([
      this.depths.read(),
      this.inbox.figures(),
      this.clock.lateSeconds(),
    ]);
    return { queues, inbox, segmentClock: { lateSeconds } };
  }
}
