import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { isUuid } from '#libs/kernel';
import { EventLogService } from '../../events/log/event-log.service.js';
import { SegmentRepository } from '../definitions/segment.repository.js';
import {
  type SegmentEventConsumer,
  SegmentEventConsumersService,
  type SegmentTransition,
} from './segment-event-consumers.service.js';

/** Reports to the log of events who entered and left segments. */
@Injectable()
export class SegmentEventLogService implements SegmentEventConsumer, OnModuleInit {
  constructor(
    private readonly segments: SegmentRepository,
    private readonly log: EventLogService,
    private readonly consumers: SegmentEventConsumersService,
  ) {}

  onModuleInit(): void {
    this.consumers.register(this);
  }

  async consume(tx: Tx, retailerId: string, transitions: readonly SegmentTransition[]): Promise<void> {
    const ids = [...new Set(transitions.map(({ segmentId }) => segmentId))];
    const segments = await this.segments.namesOf(tx, retailerId, ids);
    const events = transitions.flatMap(({ segmentId, customerId, kind, cause, at }) => {
      const segment = segments.get(segmentId);
      if (!segment) return [];
      const data = { segmentId, segment: segment.name, brandId: segment.brandId, cause: kindOf(cause) };
      return [{ type: `segment.${kind}` as const, at, customerId, data }];
    });
    this.log.record(tx, retailerId, events);
  }
}

/** A delivery has an id of ours, which says nothing to others. */
function kindOf(cause: string): string {
  const isDelivery: boolean = isUuid(cause);
  return isDelivery ? 'delivery' : (cause.split(':', 1)[0] ?? cause);
}
